"""Every construct of the dialect, and the shape of its nodes."""

import pytest
from parse_text import outline, parse_text, statements

EXPRESSIONS = {
    "k<<<1, 32>>>()": "LaunchNode(k, 1, 32)",
    "k<<<1, 32>>>(p, n)": "LaunchNode(k, 1, 32, ExprList(p, n))",
    "k<<<n >> 1, 32, n, 0>>>(n)": "LaunchNode(k, BinaryOp[>>](n, 1), 32, n, 0, ExprList(n))",
    "(*g)<<<dim3(1, 2), 32>>>()": "LaunchNode(UnaryOp[*](g), Construct(dim3, 1, 2), 32)",
    "g[1]<<<1, 2>>>()": "LaunchNode(ArrayRef(g, 1), 1, 2)",
    "n >> 1": "BinaryOp[>>](n, 1)",
    "(n < 3) > 2": "BinaryOp[>](BinaryOp[<](n, 3), 2)",
    "n < 3 > (2)": "BinaryOp[>](BinaryOp[<](n, 3), 2)",
    "n < int(x)": "BinaryOp[<](n, Construct(int, x))",
    "(float(x) * 2)": "BinaryOp[*](Construct(float, x), 2)",
    "(float(*p) * 2)": "BinaryOp[*](Construct(float, UnaryOp[*](p)), 2)",
    "(T(x))": "Construct(T, x)",
    "T()": "Construct(T)",
    "float2{1, 2}": "Construct(float2, InitList(1, 2))",
    "(float2){1, 2}": "CompoundLiteral(float2, InitList(1, 2))",
    "(int)x": "Cast(int, x)",
    "(int)(x)": "Cast(int, x)",
    "(void **)&p": "Cast(PtrDecl(PtrDecl(void)), UnaryOp[&](p))",
    "(int (*)(int))p": "Cast(PtrDecl(FuncDecl(ParamList(int), int)), p)",
    "(int (*)[3])p": "Cast(PtrDecl(ArrayDecl(int, 3)), p)",
    "static_cast<int>(x)": "Cast(int, x)",
    "reinterpret_cast<char *>(p)": "Cast(PtrDecl(char), p)",
    "const_cast<const int *>(p)": "Cast(PtrDecl(const int), p)",
    "sizeof(int)": "UnaryOp[sizeof](int)",
    "sizeof(x)": "UnaryOp[sizeof](x)",
    "sizeof(int(x))": "UnaryOp[sizeof](Construct(int, x))",
    "sizeof x": "UnaryOp[sizeof](x)",
    "alignof(double)": "UnaryOp[_Alignof](double)",
    "true || false": "BinaryOp[||](true, false)",
    "p == nullptr": "BinaryOp[==](p, nullptr)",
    "cudaMalloc<int>(&p, n)": "FuncCall(cudaMalloc, ExprList(UnaryOp[&](p), n))",
    "max<int>(n, x)": "FuncCall(max, ExprList(Cast(int, n), Cast(int, x)))",
    "std::min(n, 1)": "FuncCall(min, ExprList(n, 1))",
    "::sqrtf(x)": "FuncCall(sqrtf, ExprList(x))",
    "1'000'000": "1000000",
    "0b101": "0b101",
    "0x1.8p3": "0x1.8p3",
    "0xFFull": "0xFFull",
    "'\\n'": "'\\n'",
    'R"(a\\b"c)"': '"a\\\\b\\"c"',
    '"a" "b"': '"ab"',
    "n ? 1 : 2": "TernaryOp(n, 1, 2)",
    "(n = 1, 2)": "ExprList(Assignment[=](n, 1), 2)",
    "({ int q = n; q; })": "Compound(q : int = n, q)",
    "p[n]++": "UnaryOp[p++](ArrayRef(p, n))",
    "_Generic(n, int: 1, default: 2)": "GenericSelection(n, GenericAssociation(int, 1), GenericAssociation(2))",
}


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expression_has_the_shape(text: str) -> None:
    (node,) = statements(f"typedef int T; return {text};")[1:]
    assert outline(node.expr) == EXPRESSIONS[text]


DECLARATIONS = {
    "dim3 a(1, 2);": "a : dim3 = Construct(dim3, 1, 2)",
    "dim3 a((n + 1) / 2);": "a : dim3 = Construct(dim3, BinaryOp[/](BinaryOp[+](n, 1), 2))",
    "dim3 a(int(x), 1);": "a : dim3 = Construct(dim3, Construct(int, x), 1)",
    "dim3 a = dim3(2, 2);": "a : dim3 = Construct(dim3, 2, 2)",
    "int a(5);": "a : int = Construct(int, 5)",
    "int *a(p);": "a : PtrDecl(int) = Construct(PtrDecl(int), p)",
    "int a{5};": "a : int = InitList(5)",
    "int a[2]{1, 2};": "a : ArrayDecl(int, 2) = InitList(1, 2)",
    "int a();": "a : FuncDecl(int)",
    "int a(int);": "a : FuncDecl(ParamList(int), int)",
    "int &a = n;": "a : RefDecl(int) = n",
    "const float &a = x;": "a : RefDecl(const float) = x",
    "int *&a = p;": "a : RefDecl(PtrDecl(int)) = p",
    "int (&a)[3] = b;": "a : RefDecl(ArrayDecl(int, 3)) = b",
    "auto a = n + 1;": "a : auto = BinaryOp[+](n, 1)",
    "const auto *a = p;": "a : PtrDecl(const auto) = p",
    "extern __shared__ float a[];": "extern __shared__ a : ArrayDecl(float)",
    "__shared__ int a[4][5];": "__shared__ a : ArrayDecl(ArrayDecl(int, 5), 4)",
    "static const int a = 5;": "static a : const int = 5",
    "constexpr int a = 5;": "a : const int = 5",
    "unsigned long long a;": "a : unsigned long long",
    "int a[n];": "a : ArrayDecl(int, n)",
    "int (*a)(int, float);": "a : PtrDecl(FuncDecl(ParamList(int, float), int))",
    "int (*a[3])(void);": "a : ArrayDecl(PtrDecl(FuncDecl(ParamList(void), int)), 3)",
    "int (*a)[3];": "a : PtrDecl(ArrayDecl(int, 3))",
    "size_t (a);": "a : size_t",
    "int a[] = {1, [3] = 4};": "a : ArrayDecl(int) = InitList(1, NamedInitializer(4, ArrayDesignator(3)))",
    "__typeof__(n) a = n;": "a : TypeOf[typeof](n) = n",
    "int dim3 = 1;": "dim3 : int = 1",
    "std::size_t a = 1;": "a : size_t = 1",
    "int a __attribute__((unused)) = 1;": "a : int = 1",
    "[[maybe_unused]] int a = 1;": "a : int = 1",
    "volatile int *__restrict__ a;": "a : PtrDecl(volatile int)",
    "struct S { int q; } a = {1};": "a : Struct(q : int) = InitList(1)",
}


@pytest.mark.parametrize("text", DECLARATIONS)
def test_declaration_has_the_shape(text: str) -> None:
    (node,) = statements(text)
    assert outline(node) == DECLARATIONS[text]


STATEMENTS = {
    "if (int q = n) q = 1;": "If(DeclList(q : int = n), Assignment[=](q, 1))",
    "if (int(x) > 0) n = 1;": "If(BinaryOp[>](Construct(int, x), 0), Assignment[=](n, 1))",
    "while (int q = n--) q = 1;": "While(DeclList(q : int = UnaryOp[p--](n)), Assignment[=](q, 1))",
    "for (int i = 0, j = 1; i < n; ++i, --j) ;": (
        "For(DeclList(i : int = 0, j : int = 1), BinaryOp[<](i, n), "
        "ExprList(UnaryOp[++](i), UnaryOp[--](j)), EmptyStatement())"
    ),
    "for (;;) break;": "For(Break())",
    "do n--; while (n);": "DoWhile(n, UnaryOp[p--](n))",
    "switch (n) { case 1: n = 2; break; default: ; }": (
        "Switch(n, Compound(Case(1, Assignment[=](n, 2), Break()), Default(EmptyStatement())))"
    ),
    "if (n) int q = 1;": "If(n, Compound(q : int = 1))",
    "switch (n) { case 1: int q = 2; n = q; }": (
        "Switch(n, Compound(Case(1, EmptyStatement(), q : int = 2, Assignment[=](n, q))))"
    ),
    "if (n and not x) ;": "If(BinaryOp[&&](n, UnaryOp[!](x)), EmptyStatement())",
    "again: goto again;": "Label(again)",
    "if constexpr (2 > 1) n = 1;": "If(BinaryOp[>](2, 1), Assignment[=](n, 1))",
}


@pytest.mark.parametrize("text", STATEMENTS)
def test_statement_has_the_shape(text: str) -> None:
    (node,) = statements(text)
    assert outline(node) == STATEMENTS[text]


UNITS = {
    "__global__ void k(float *__restrict__ a, int n = 5);": [
        "__global__ k : FuncDecl(ParamList(a : PtrDecl(float), n : int = 5), void)"
    ],
    "void __global__ k();": ["__global__ k : FuncDecl(void)"],
    "__host__ __device__ inline int f(int &x);": [
        "__host__ __device__ inline f : FuncDecl(ParamList(x : RefDecl(int)), int)"
    ],
    "int &f(int *p);": ["f : FuncDecl(ParamList(p : PtrDecl(int)), RefDecl(int))"],
    "__constant__ float c[3] = {1, 2, 3};": ["__constant__ c : ArrayDecl(float, 3) = InitList(1, 2, 3)"],
    "__device__ int a, b = 1;": ["__device__ a : int", "__device__ b : int = 1"],
    "dim3 g(1, 2);": ["g : dim3 = Construct(dim3, 1, 2)"],
    "int f(int); int f(float);": ["f : FuncDecl(ParamList(int), int)", "f : FuncDecl(ParamList(float), int)"],
    'extern "C" int a;': ["extern a : int"],
    'extern "C" { int a; extern "C" { int b; } }': ["a : int", "b : int"],
    "struct N { N *next; }; N a;": ["- : Struct(next : PtrDecl(N))", "a : N"],
    "struct N; N *a;": ["- : Struct()", "a : PtrDecl(N)"],
    "enum E { A, B = 3 }; E a;": ["- : Enum(EnumeratorList(Enumerator(), Enumerator(3)))", "a : E"],
    "union U { int i; float f; }; U a;": ["- : Union(i : int, f : float)", "a : U"],
    "struct S { int a : 3; struct { int b; }; union { int c; }; };": [
        "- : Struct(a : int, - : Struct(b : int), - : Union(c : int))"
    ],
    "struct list { int a; }; struct list list;": ["- : Struct(a : int)", "list : Struct()"],
    "using F = float *; F a;": ["Typedef(PtrDecl(float))", "a : F"],
    "using G = void (*)(int); G a;": ["Typedef(PtrDecl(FuncDecl(ParamList(int), void)))", "a : G"],
    "using namespace std; using std::max; int a;": ["a : int"],
    "typedef struct { int a; } T; T b;": ["Typedef(Struct(a : int))", "b : T"],
    'static_assert(sizeof(int) == 4, "no");': ['StaticAssert(BinaryOp[==](UnaryOp[sizeof](int), 4), "no")'],
    "int f(a, b) int a; char *b; { }": [
        "FunctionDefinition(f : FuncDecl(ParamList(a, b), int), Compound(), a : int, b : PtrDecl(char))"
    ],
    "int f(int, ...);": ["f : FuncDecl(ParamList(int, EllipsisParam()), int)"],
    "void f(void (*g)(int), int a[], int b[][3]);": [
        "f : FuncDecl(ParamList(g : PtrDecl(FuncDecl(ParamList(int), void)), "
        "a : ArrayDecl(int), b : ArrayDecl(ArrayDecl(int, 3))), void)"
    ],
    "int stat(int); struct stat { int a; }; int b = sizeof(struct stat);": [
        "stat : FuncDecl(ParamList(int), int)",
        "- : Struct(a : int)",
        "b : int = UnaryOp[sizeof](Struct())",
    ],
    "struct __align__(16) V { float x; };": ["- : Struct(x : float, Alignas(16))"],
    "struct V { float x; } __attribute__((aligned(8)));": ["- : Struct(x : float, Alignas(8))"],
}


@pytest.mark.parametrize("text", UNITS)
def test_file_has_the_shape(text: str) -> None:
    assert [outline(node) for node in parse_text(text).ast.ext] == UNITS[text]


@pytest.mark.parametrize(
    "head",
    [
        "__global__ void __launch_bounds__(256, 2) k()",
        "__launch_bounds__(256) __global__ void k()",
        "__global__ __launch_bounds__(256) void k()",
    ],
)
def test_launch_bounds_are_kept_by_kernel(head: str) -> None:
    unit = parse_text(head + " { }")
    assert {name: outline(bound) for name, bound in unit.launch_bounds.items()} == {"k": "256"}


def test_a_variable_hides_a_library_type() -> None:
    assert outline(statements("int size_t = 2; size_t * n;")[1]) == "BinaryOp[*](size_t, n)"


def test_a_type_declared_in_a_block_ends_with_it() -> None:
    assert outline(statements("{ typedef int n; } n * n;")[1]) == "BinaryOp[*](n, n)"
