"""Values that one instruction takes over from another without making code: what was read from a variable stays what it
was when the variable is written."""

from cudabmc import verify_kernel


def test_a_value_that_is_expected_is_read_before_the_variable_is_written() -> None:
    text = """__global__ void k(const int *a, int *r) {
        long i = a[0];
        r[0] = __builtin_expect(i, 1) << (i = 5);
        assert(r[0] == 3 << 5);
        assert(r[0] != 3 << 5);
    }"""
    result = verify_kernel(text, grid=1, block=1, args=[[3], [0]], frontend="clang")
    assert [violation.message for violation in result.violations] == ["assertion `r[0] != 3 << 5` fails"]
