"""Values that one instruction takes over from another without making code: what was read from a variable stays what it
was when the variable is written."""

import pytest

from cudabmc import Verdict, verify_kernel
from cudabmc.options.kernel_arguments import KnownNumber
from cudabmc.options.table import Options
from cudabmc.source.compiled_text import CompiledParameter, CompiledText
from cudabmc.verification.pipeline import verify

HEAD = 'target triple = "nvptx64-nvidia-cuda"\n\n'


def test_a_value_that_is_expected_is_read_before_the_variable_is_written() -> None:
    text = """__global__ void k(const int *a, int *r) {
        long i = a[0];
        r[0] = __builtin_expect(i, 1) << (i = 5);
        assert(r[0] == 3 << 5);
        assert(r[0] != 3 << 5);
    }"""
    result = verify_kernel(text, grid=1, block=1, args=[[3], [0]], frontend="clang")
    assert [violation.message for violation in result.violations] == ["assertion `r[0] != 3 << 5` fails"]


AGGREGATES = {
    "of a value that a variable had": """
        store i64 %n, ptr %x
        %old = load i64, ptr %x
        %pair = insertvalue {i64, i64} undef, i64 %old, 0
        store i64 0, ptr %x
        %back = extractvalue {i64, i64} %pair, 0""",
    "of a value that goes to a variable": """
        %made = xor i64 %n, 12
        %pair = insertvalue {i64, i64} undef, i64 %made, 0
        store i64 %made, ptr %x
        store i64 0, ptr %x
        %kept = extractvalue {i64, i64} %pair, 0
        %back = xor i64 %kept, 12""",
    "of what another aggregate holds": """
        store i64 %n, ptr %x
        %old = load i64, ptr %x
        %pair = insertvalue {i64, i64} undef, i64 %old, 0
        %same = insertvalue {i64, i64} %pair, i64 7, 1
        store i64 0, ptr %x
        %back = extractvalue {i64, i64} %same, 0""",
}


@pytest.mark.parametrize("case", AGGREGATES)
@pytest.mark.parametrize(("expected", "verdict"), [(5, Verdict.SUCCESSFUL), (6, Verdict.FAILED)])
def test_an_aggregate_holds_what_it_was_made_of(case: str, expected: int, verdict: Verdict) -> None:
    text = f"""{HEAD}
@text = internal constant [2 x i8] c"e\\00"
define ptx_kernel void @k(i64 %n) {{
entry:
        %x = alloca i64{AGGREGATES[case]}
        %equal = icmp eq i64 %back, {expected}
        %wide = zext i1 %equal to i32
        call void @"cudabmc:__cudabmc_assert:0"(i32 %wide, ptr @text)
        ret void
}}
declare void @"cudabmc:__cudabmc_assert:0"(i32, ptr)
"""
    source = CompiledText.of("", "k.ll", (text,), (CompiledParameter("n", "long", 8),))
    options = Options(kernel="k", grid=(1,), block=(1,), arg=((0, KnownNumber(5)),))
    assert verify((source,), options).verdict is verdict
