"""What the lowering refuses, and where it points."""

import pytest
from lower_text import lower

from cudabmc.errors import SourceError, UnsupportedError

# The caret stands under the first character of the text between ^ and ^ (the marks are taken out).
REFUSED = {
    "int main() { return ^x^; }": "'x' was not declared",
    "int main() { ^foo^(1); }": "'foo' was not declared",
    "__global__ void k(int *p) {} int main() { ^k^(0); }": "launch it with <<<grid, block>>>",
    "__device__ int f() { return 1; } int main() { return ^f^(); }": "host code calls the __device__ function 'f'",
    "int h() { return 1; } __global__ void k() { ^h^(); }": "device code calls the host function 'h'",
    "__global__ void k() { ^cudaMallocHost^(0, 3); }": "which only the host can call",
    "__global__ void k(int *p) {} int main() { ^k^<<<1, 1>>>(); }": "takes 1 argument, 0 given",
    "__global__ void k(int *p) {} int main() { float *d; k<<<1, 1>>>(^d^); }": "'float *' is given where 'int *'",
    "int f() { return 1; } int main() { ^f^<<<1, 1>>>(); }": "is not a __global__ function",
    "__global__ void k() {} int main() { k<<<^1.5f^, 1>>>(); }": "a dim3 or an integer is wanted here, not 'float'",
    "int main() { int a[3]; ^a^ = 0; }": "'int[3]' cannot be assigned to",
    "int main() { const int c = 1; ^c^ = 2; }": "it is const",
    "struct S { int x; }; int main() { S s; s.^y^ = 1; }": "'S' has no member 'y'",
    "struct S { int x; }; int main() { S *s; ^s^.x = 1; }": "'S *' has no members",
    "int main() { ^break^; }": "break outside of a loop or switch",
    "int main() { ^goto^ out; }": "there is no label 'out'",
    "int main() { switch (1) { case 1: ^case^ 1: ; } }": "appears twice",
    "int f(int x) { return x; } int ^f^(int y) { return y; }": "'f' is defined twice",
    "void f(int); void f(float); int main() { ^f^(1.0); }": "the call of 'f' is ambiguous",
    "int main() { int &^r^ = 3; }": "'int &' cannot be bound to a value",
    "int n; int a[^n^];": "must be a constant",
    "int main() { void *p; ^*^p; }": "a pointer to void cannot be dereferenced",
    "__global__ int ^k^() {}": "a __global__ function returns void",
    "int main() { return ^threadIdx^.x; }": "exists in device code only",
    "struct T; int main() { struct T ^t^; }": "incomplete type 'T'",
    "int x[2] = {1, 2, ^3^};": "too many initialisers",
    "int main() { float *f; int *^g^ = f; }": "'float *' is given where 'int *' is wanted",
    "int f(int *p) { return *p; } int main() { return f(^3^); }": "an integer is given where a pointer",
    "void f(); int main() { int ^x^ = f(); }": "'void' cannot be converted to 'int'",
    "extern int ^z^; int main() { return z; }": "defined in none of the files",
    '^static_assert^(sizeof(int) == 5, "no");': "static assertion failed",
    "__shared__ int ^x^ = 3;": "cannot have an initialiser",
    "int main() { return ^__builtin_expect^(); }": "__builtin_expect takes 2 arguments, not 0",
    "int main() { return ^__builtin_expect^(1); }": "__builtin_expect takes 2 arguments, not 1",
    "int main() { return ^__builtin_constant_p^(1, 2); }": "takes 1 argument, not 2",
    "int main() { ^__builtin_va_end^(); }": "takes 1 argument, not 0",
    "int main() { int *p, *q; ^p^ + q; }": "+ does not take 'int *' and 'int *'",
}
UNSUPPORTED = {
    "__host__ __device__ int f() { return 1; } int (*^t^)() = f; int main() { }": "host address of 'f'",
    "__host__ __device__ int f() { return 1; } int main() { int (*^g^)() = f; }": "host address of 'f'",
    "__global__ void k(int (*)()) {} __host__ __device__ int f() { } int main() { ^k^<<<1, 1>>>(f); }": "host address",
    "int main() { ^long^ double x; }": "long double",
    "double (*f)(double) = ^cos^; int main() { return f(1) > 2; }": "address of the library function 'cos'",
    "int main() { float (*f)(float) = ^cos^; return f(1) > 2; }": "address of the library function 'cos'",
    "int main() { return (void *)^cos^ == 0; }": "address of the library function 'cos'",
    "__global__ void k(int &^r^) {}": "reference parameter of a kernel",
    "struct S { int x; }; int main() { S a, b; return ^a^ == b; }": "operator ==",
}


def check(marked: str, message: str, kind: type[SourceError]) -> None:
    column = marked.index("^") + 1
    with pytest.raises(kind) as error:
        lower(marked.replace("^", "", 2))
    assert message in error.value.message
    assert error.value.location is not None
    assert error.value.location.column in (column, column + 1)


@pytest.mark.parametrize("marked", REFUSED)
def test_an_invalid_program_is_refused_at_its_position(marked: str) -> None:
    check(marked, REFUSED[marked], SourceError)


@pytest.mark.parametrize("marked", UNSUPPORTED)
def test_an_unsupported_construct_is_named_at_its_position(marked: str) -> None:
    check(marked, UNSUPPORTED[marked], UnsupportedError)


LONG = "int main(int argc, char **argv) {{ return {chain} == {count}; }}"


@pytest.mark.parametrize("operator", ["+", "&&", ",", "-", "= argc ="])
def test_an_expression_may_be_long(operator: str) -> None:
    lower(LONG.format(chain=f" {operator} ".join(["argc"] * 1000), count=1000))


@pytest.mark.parametrize("count", [3100, 20_000])
def test_an_expression_that_is_too_long_is_an_error_of_the_program(count: int) -> None:
    for text in (LONG.format(chain="+".join(["argc"] * count), count=count), "int a = " + "+".join("1" * count) + ";"):
        with pytest.raises(SourceError, match="nesting too deep"):
            lower(text)
