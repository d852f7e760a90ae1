"""A run that time ends says which launch it would not have got past."""

import threading

import pytest

from cudabmc import Verdict, verify
from cudabmc.device.grids import INSTEAD
from cudabmc.options.table import Options
from cudabmc.process.activity import Watch
from cudabmc.process.limits import limits
from cudabmc.source.text import SourceText
from cudabmc.verification.large_launches import too_large
from cudabmc.verification.passes import PROVE_INSTEAD
from cudabmc.verification.pipeline import load
from cudabmc.verification.pipeline import verify as run

pytestmark = pytest.mark.one_in(2)

HEAD = "__global__ void k(int *p) { if (p) *p = 1; }\nvoid use(dim3 *);\n"


def found(tmp_path, frontend: str, *body: str) -> list[tuple[int, int]]:
    """Line of the body and threads of each launch that is known to be too large."""
    path = tmp_path / "program.cu"
    path.write_text(HEAD + "int main(int argc, char **argv) {\n" + "\n".join(body) + "\nreturn 0; }\n")
    return [(loc.line - 3, n) for loc, n in too_large(load([str(path)], Options(frontend=frontend))).items()]


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_sizes_are_followed_through_variables(tmp_path, frontend: str) -> None:
    body = (
        "k<<<65536, 256>>>(0); k<<<4096, 256>>>(0);",
        "const int n = 1 << 24; dim3 threads(512, 1);",
        "dim3 blocks(n / threads.x, 1); dim3 other = blocks;",
        "k<<<other, threads>>>(0);",
        "blocks.x = 2048; k<<<blocks, threads>>>(0);",
        "blocks.x += 1; k<<<blocks, threads>>>(0);",
        "k<<<dim3(4, 4096), dim3(8, 8, 2)>>>(0);",
    )
    assert found(tmp_path, frontend, *body) == [(1, 1 << 24), (4, 1 << 24), (6, 2049 * 512), (7, 1 << 21)]


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize(
    "body",
    [
        "dim3 g(65536); if (argc > 1) g.x = 1; k<<<g, 256>>>(0);",
        "dim3 g(65536); use(&g); k<<<g, 256>>>(0);",
        "dim3 g(65536); dim3 *p = &g; use(p); k<<<1, 1>>>(0); g.y = 2; k<<<g, 256>>>(0);",
        "dim3 g(65536); dim3 *p = argc > 1 ? &g : 0; if (p) p->x = 1; k<<<g, 256>>>(0);",
        "dim3 g(65536); unsigned *p = &g.x; *p = argc; k<<<g, 256>>>(0);",
        "dim3 g(65536); unsigned *p = &g.x + argc; *p = 1; k<<<g, 256>>>(0);",
        "for (int n = 1; n < 65536; n *= 2) k<<<n, 1024>>>(0);",
        "k<<<argc * 65536, 256>>>(0);",
    ],
)
def test_what_may_be_smaller_is_not_known(tmp_path, frontend: str, body: str) -> None:
    assert found(tmp_path, frontend, body) == []


ENDLESS = HEAD + "int main(void) { volatile int x = 1; while (x) x = 1; k<<<65536, 256>>>(0); }"


@pytest.mark.long
def test_a_run_that_time_ends_says_so() -> None:
    result = verify(ENDLESS, timeout=1, frontend="c", native=False)
    assert result.verdict is Verdict.UNKNOWN and "time ran out" in result.reason
    said = f"the launch at <source>:3:55 has 16777216 threads, and at most 1048576 are run: {INSTEAD}"
    assert said in result.warnings and PROVE_INSTEAD in result.warnings
    of_two = verify(ENDLESS, timeout=1, frontend="c", native=False, two_threads=True)
    assert not any("at most" in text for text in of_two.warnings)


def test_a_run_that_knows_no_size_that_is_too_large_does_not() -> None:
    assert not any("at most" in text for text in verify(ENDLESS, timeout=1, frontend="c").warnings)


@pytest.mark.long
def test_who_watches_a_run_is_told_before_it_comes_there() -> None:
    watch, seen = Watch(), list[str]()
    watching = threading.Timer(0.7, lambda: seen.append(watch.look().stage))
    watching.start()
    with limits(timeout=1.5):
        run((SourceText(ENDLESS, "p.cu"),), Options(frontend="c", native=False), watch)
    assert seen == ["exploring (too large to run: launch at p.cu:3)"]


def test_a_run_that_comes_there_says_it_once() -> None:
    result = verify(HEAD + "int main(void) { int *p; cudaMalloc(&p, 4); k<<<65536, 256>>>(p); }", native=False)
    assert "this launch has 16777216 threads" in result.reason
    assert not any("16777216" in text for text in result.warnings)


def test_a_launch_that_is_not_reached_changes_nothing() -> None:
    assert verify(HEAD + "int main(void) { if (0) k<<<65536, 256>>>(0); }").verdict is Verdict.SUCCESSFUL
