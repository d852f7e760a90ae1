"""Which front end takes a program, and what is said when none does."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from cudabmc.errors import CompilerError, ResourceError, SourceError, UnsupportedError
from cudabmc.frontend import clang
from cudabmc.frontend.clang.discovery import NoCompilerError
from cudabmc.frontend.load import Loaded, load_with
from cudabmc.goto.program import Program
from cudabmc.options.table import Options
from cudabmc.source.location import Location

TAKEN_BY_CLANG = Program(files=("by clang",))
C = "int main() { return 0; }\n"
CLASS = "class A { public: virtual ~A() {} };\nint main() { return 0; }\n"
WRONG = "int main() { return 0 }\n"
VECTOR = "// comment\n#  include <vector>\nint main() { return 0; }\n"

Load = Callable[..., Loaded]


class FakeClang:
    """Stands for the clang front end: answers, or raises, and counts how often it was asked."""

    def __init__(self) -> None:
        self.error: Exception | None = None
        self.calls = 0

    def load(
        self, files: Sequence[str], options: Options, of_files: object, tell: object, run_time: object = ()
    ) -> Program:  # fmt: skip
        self.calls += 1
        if self.error:
            raise self.error
        return TAKEN_BY_CLANG


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeClang:
    stand_in = FakeClang()
    monkeypatch.setattr(clang, "load", stand_in.load, raising=False)
    return stand_in


@pytest.fixture
def load(tmp_path: Path) -> Load:
    def load_(text: str, **options: object) -> Loaded:
        path = tmp_path / "main.cu"
        path.write_text(text)
        return load_with([str(path)], Options(**options))

    return load_


@pytest.mark.parametrize("frontend", ["auto", "c"])
def test_what_c_takes_is_not_shown_to_clang(fake: FakeClang, load: Load, frontend: str) -> None:
    assert load(C, frontend=frontend).how == "c"
    assert fake.calls == 0


def test_clang_takes_what_it_is_asked_to(fake: FakeClang, load: Load) -> None:
    assert load(C, frontend="clang") == Loaded(TAKEN_BY_CLANG, "clang")


def test_c_alone_does_not_ask_clang(fake: FakeClang, load: Load) -> None:
    with pytest.raises(SourceError):
        load(CLASS, frontend="c")
    assert fake.calls == 0


def test_a_construct_that_c_refuses_leads_to_clang_and_is_named(fake: FakeClang, load: Load, tmp_path: Path) -> None:
    loaded = load(CLASS)
    assert (loaded.program, loaded.frontend) == (TAKEN_BY_CLANG, "clang")
    assert loaded.how.startswith(f"clang, because {tmp_path}/main.cu:1:") and "unsupported" in loaded.how


def test_a_header_of_the_cxx_library_leads_to_clang_at_once(fake, load, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "cudabmc.frontend.c", None)  # importing it fails
    assert load(VECTOR).how == f"clang, because {tmp_path}/main.cu:2: #include <vector>"


@pytest.mark.parametrize(("line", "told"), [("#pragma omp parallel for\n", 1), ("// #pragma omp\n", 0), ("", 0)])
def test_openmp_that_is_left_out_is_an_assumption(fake: FakeClang, load: Load, line: str, told: int) -> None:
    assert sum("OpenMP is off" in text for text in load(line + C, frontend="c").program.assumptions) == told


@pytest.mark.parametrize("text", [CLASS, WRONG, VECTOR])
def test_what_clang_says_is_shown_when_both_refuse(fake: FakeClang, load: Load, text: str) -> None:
    fake.error = CompilerError("expected ';'", Location("main.cu", 1, 22), "main.cu:1:22: error: expected ';'")
    with pytest.raises(CompilerError) as caught:
        load(text)
    assert caught.value is fake.error


def test_c_takes_what_clang_refuses_if_the_header_is_not_really_included(fake: FakeClang, load: Load) -> None:
    fake.error = UnsupportedError("something")
    loaded = load(f"#if 0\n#include <vector>\n#endif\n{C}")
    assert loaded.frontend == "c" and loaded.because


@pytest.mark.parametrize("text", [CLASS, WRONG, VECTOR])
def test_without_clang_the_refusal_of_c_says_how_to_install_it(fake: FakeClang, load: Load, text: str) -> None:
    fake.error = NoCompilerError()
    with pytest.raises(SourceError) as caught:
        load(text)
    assert "pip install 'cudabmc[cpp]'" in caught.value.hint
    assert caught.value.location and caught.value.location.line in (1, 2)


def test_without_clang_asking_for_it_is_an_error(fake: FakeClang, load: Load) -> None:
    fake.error = NoCompilerError()
    with pytest.raises(NoCompilerError):
        load(C, frontend="clang")


def test_a_crash_of_clang_is_not_taken_for_a_refusal(fake: FakeClang, load: Load) -> None:
    fake.error = KeyError("bug")
    for text in (CLASS, VECTOR):
        with pytest.raises(KeyError):
            load(text)


def test_where_clang_ends_for_want_of_memory_the_refusal_of_c_is_told_too(fake: FakeClang, load: Load) -> None:
    fake.error = ResourceError("the compiler crashed")
    with pytest.raises(ResourceError, match=r"the compiler crashed; as C, .*main\.cu:1:"):
        load(CLASS)


def test_forced_and_system_includes_reach_the_c_front_end(load: Load, tmp_path: Path) -> None:
    (tmp_path / "first.h").write_text("#define FIRST 1\n")
    (tmp_path / "sys").mkdir()
    (tmp_path / "sys" / "second.h").write_text("#define SECOND FIRST\n")
    forced = (str(tmp_path / "first.h"), "second.h")
    text = "#if FIRST + SECOND != 2\n#error\n#endif\nint main() { return wrong; }\n"
    with pytest.raises(SourceError, match="wrong") as caught:
        load(text, frontend="c", force_includes=forced, system_dirs=(str(tmp_path / "sys"),))
    assert str(caught.value.location) == f"{tmp_path}/main.cu:4:21"


def test_a_program_in_c_costs_nothing_of_the_clang_front_end(tmp_path: Path) -> None:
    path = tmp_path / "main.cu"
    path.write_text(C)
    code = (
        "import sys; from cudabmc.options.table import Options; from cudabmc.frontend.load import load_program; "
        f"load_program([{str(path)!r}], Options()); print([m for m in sys.modules if 'clang' in m])"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ended.stdout == "[]\n", ended.stderr
