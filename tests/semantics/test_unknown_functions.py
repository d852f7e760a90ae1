"""Functions that are declared, and defined in none of the files."""

from pathlib import Path

import pytest

from cudabmc import Options, Verdict, verify
from cudabmc.errors import UnsupportedError

BEGIN = """
#include <stdlib.h>
int *table(int);
void fill(int *p, int n);
int main(void) {
"""
FRONT_ENDS = pytest.mark.parametrize("front_end", ["c", "clang"])


def answer(tmp_path: Path, body: str, front_end: str) -> set[str]:
    source = tmp_path / "unknown.c"
    source.write_text(f"{BEGIN}{body}\nreturn 0;\n}}\n")
    result = verify([str(source)], Options(frontend=front_end))
    assert result.verdict is (Verdict.FAILED if result.violations else Verdict.SUCCESSFUL)
    return {v.prop for v in result.violations}


@FRONT_ENDS
@pytest.mark.parametrize(
    ("body", "broken"),
    [
        ("int n; fill(&n, 1); if (n > 3) return 0;", set()),
        ("int *q = (int *)malloc(16); fill(q, 4); if (q[3] > 3) q[0] = 1; free(q);", set()),
        ("int n; if (n > 3) return 0;", {"uninitialised-use"}),
        ("int n, m; fill(&n, 1); if (n > 3 && m) return 0;", {"uninitialised-use"}),
        ("int n = 5; fill(&n, 1); if (n != 5) return *(volatile int *)0;", set()),  # it changes nothing that was set
        ("int *q = (int *)malloc(16); fill(q, 4); q[4] = 1; free(q);", {"bounds"}),
        ("int *t = table(3); if (t == NULL) return 0;", set()),
    ],
)
def test_what_it_may_have_set_is_set(body: str, broken: set[str], front_end: str, tmp_path: Path) -> None:
    assert answer(tmp_path, body, front_end) == broken


@FRONT_ENDS
@pytest.mark.parametrize("body", ["table(3)[2] = 1;", "int *t = table(3); if (t) return t[1];"])
def test_what_it_returns_points_to_nothing_that_is_known(body: str, front_end: str, tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match=r"the pointer that table\(\) returns"):
        answer(tmp_path, body, front_end)
