"""What is refused, by which name and where; what a file leaves to others, or to a model, is no refusal of it."""

from pathlib import Path

import pytest

from cudabmc import Options, verify
from cudabmc.command.survey import survey
from cudabmc.errors import UnsupportedError
from cudabmc.report.refusals import refusal_report

SOURCE = """#include <cusparse.h>
#include <cstdio>
extern int elsewhere;
int main() { cusparseSgthr(0, 0, 0, 0, 0, CUSPARSE_INDEX_BASE_ZERO); printf("%d", elsewhere); }
"""


def test_a_function_without_a_model_is_listed_and_an_extern_variable_passes(tmp_path: Path) -> None:
    file = tmp_path / "a.cu"
    file.write_text(SOURCE)
    outcomes = survey([str(file)], Options(frontend="clang", parse_only=True))
    assert outcomes[0].refusal is None
    assert outcomes[0].unmodelled == ("cusparseSgthr",)
    assert "     1  cusparseSgthr()" in refusal_report(outcomes)


def test_a_construct_that_is_not_supported_is_a_refusal(tmp_path: Path) -> None:
    file = tmp_path / "a.cpp"
    file.write_text("__float128 half(__float128 x) { return x / 2; }\n")
    outcomes = survey([str(file)], Options(frontend="clang", parse_only=True))
    assert outcomes[0].refusal is not None and outcomes[0].refusal.reason == "unsupported: __float128"


def test_what_a_header_of_the_toolkit_lacks_has_its_name_there_and_stands_in_the_program() -> None:
    source = """#include <cooperative_groups.h>
__global__ void k() {
    cooperative_groups::this_multi_grid().sync();
}
int main() { k<<<1, 1>>>(); }
"""
    with pytest.raises(UnsupportedError) as refusal:
        verify(source, name="grids.cu")
    assert refusal.value.message == "unsupported: cooperative_groups::multi_grid_group::sync()"
    assert str(refusal.value.location) == "grids.cu:3:5"
