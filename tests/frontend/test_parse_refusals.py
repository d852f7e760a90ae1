"""What the dialect does not take is refused by its name, where it stands."""

import pytest
from parse_text import parse_text

from cudabmc.errors import SourceError, UnsupportedError

REFUSED = {
    "template <typename T> T f(T x);": ("templates", 1),
    "int a; class C { };": ("classes", 8),
    "struct S { int f(); };": ("member functions", 16),
    "struct S { int f() const { return 1; } };": ("member functions", 16),
    "struct S { __device__ int f(); };": ("member functions", 12),
    "struct S { S(int a) { } };": ("constructors", 12),
    "struct S { ~S(); };": ("destructors", 12),
    "struct S { static int a; };": ("static members", 12),
    "struct S { typedef int T; };": ("member types", 12),
    "struct S { int a = 1; };": ("default member initialisers", 16),
    "struct S { public: int a; };": ("access specifiers", 12),
    "struct S { int a; }; struct T : S { };": ("base classes", 33),
    "struct S { int a; }; struct T : public S { };": ("base classes", 33),
    "struct S { bool operator<(int a); };": ("operator overloading", 17),
    "struct S { virtual void f(); };": ("virtual functions", 12),
    "namespace n { int a; }": ("namespaces", 1),
    "using namespace cooperative_groups;": ("using namespace cooperative_groups", 17),
    "enum class E { A };": ("scoped enumerations", 6),
    "enum struct E { A };": ("scoped enumerations", 6),
    "enum E : char { A };": ("enumerations with an underlying type", 8),
    "void f() { int *p = new int; }": ("operator new", 21),
    "void f(int *p) { delete p; }": ("operator delete", 18),
    "void f() { try { } catch (...) { } }": ("exceptions", 12),
    "void f() { throw 1; }": ("exceptions", 12),
    "void f() { auto g = [](int a) { return a; }; }": ("lambda expressions", 21),
    "void f() { int a[3]; for (int x : a) ; }": ("range-based for", 31),
    "void f() { if (int a = 1; a) ; }": ("if and switch with initialiser", 25),
    "void f(int &&a);": ("rvalue references", 12),
    "std::vector<int> v;": ("std::vector", 1),
    "void f() { std::cout << 1; }": ("std::cout", 12),
    "using namespace std; vector<int> a;": ("std::vector", 22),
    "using namespace std; string a;": ("std::string", 22),
    "using namespace std; void f() { cout << 1; }": ("std::cout", 33),
    "int a = C::b;": ("C::b", 9),
    "void f() { g<int>(1); }": ("explicit template arguments", 12),
    "void f() { g<256><<<1, 1>>>(); }": ("explicit template arguments", 12),
    "float a = 1.0_km;": ("user-defined literals", 11),
    'const char *a = "x"_s;': ("user-defined literals", 17),
    'void f() { asm("nop"); }': ("inline assembly", 12),
    'void f() { asm volatile("nop"); }': ("inline assembly", 12),
    "struct __attribute__((packed)) S { int a; };": ("__attribute__((packed))", 23),
    "_Atomic int a;": ("_Atomic", 1),
    "_Complex double a;": ("_Complex", 1),
    'const char *a = R"(x\ny)";': ("raw string literals over several lines", 17),
}


@pytest.mark.parametrize("text", REFUSED)
def test_construct_is_refused_by_name_and_position(text: str) -> None:
    with pytest.raises(UnsupportedError) as caught:
        parse_text("\n" + text)
    location = caught.value.location
    assert location is not None
    assert (caught.value.construct, location.line, location.column) == (REFUSED[text][0], 2, REFUSED[text][1])


WRONG = {
    "void f() { int a = 1 }": ("expected ; before }", 1, 22),
    "void f() {\n  int a = 1\n}": ("expected ; after 1", 2, 11),
    "void f() { g(1; }": ("expected ) before ;", 1, 15),
    "void f() { int a = ; }": ("expected an expression before ;", 1, 20),
    "void f() {": ("expected } before the end of the file", 1, 10),
    "int a[3;": ("expected ] before ;", 1, 8),
    "}": ("expected a declaration before }", 1, 1),
    "f() { }": ("expected a declaration before f", 1, 1),
    "void f() { k<<<1>>>(); }": ("a launch takes 2 to 4 arguments in <<< >>>, not 1", 1, 13),
    "void f() { k<<<1, 2>>>; }": ("expected ( before ;", 1, 23),
    'char *a = "abc;': ('missing terminating "', 1, 11),
    "int a = 089;": ("invalid digit in octal constant 089", 1, 9),
    "int a = 12abc;": ("invalid number 12abc", 1, 9),
    "int a = '';": ("empty character constant", 1, 9),
    "int a = 1; @": ("stray '@' in the program", 1, 12),
    "int a = 1; #0 b": ("stray '#' in the program", 1, 12),
    "#define HASH #\nint a;\nHASH 0\nint b = 089;": ("stray '#' in the program", 3, 1),
    "/* never closed": ("comment without end", 1, 1),
    "static a;": ("expected a type before a", 1, 8),
    "Foo a;": ("unknown type name Foo", 1, 1),
    "static Foo *a;": ("unknown type name Foo", 1, 8),
    "void f() { Foo a; }": ("unknown type name Foo", 1, 12),
}


@pytest.mark.parametrize("text", WRONG)
def test_error_says_what_is_wrong_and_where(text: str) -> None:
    with pytest.raises(SourceError) as caught:
        parse_text(text)
    location = caught.value.location
    assert location is not None
    assert (caught.value.message, location.line, location.column) == WRONG[text]


@pytest.mark.parametrize(
    "text",
    [
        "int a = " + "(" * 1000 + "1" + ")" * 1000 + ";",
        "int " + "(" * 1000 + "a" + ")" * 1000 + ";",
        "int a = " + "- " * 3000 + "1;",
        "void f() " + "{" * 2000 + "}" * 2000,
        "int a = " + "{" * 3000,
        "struct { " * 3000,
        "int a = " + "sizeof(int[" * 1000,
        "void f() { " + "if (1) " * 3000,
        "int a = " + "1 ? " * 9000,
        "int a" + "(int b" * 3000,
        "int a = " + "(int)" * 3000 + "1;",
    ],
    ids=range(11),
)
def test_deep_nesting_is_an_error_of_the_program(text: str) -> None:
    with pytest.raises(SourceError, match="nesting too deep"):
        parse_text(text)


def test_moderate_nesting_is_taken() -> None:
    parse_text("int a = " + "(" * 120 + "1" + ")" * 120 + ";")
    parse_text("void f() " + "{" * 130 + "}" * 130)
