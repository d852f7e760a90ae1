"""cudabmc.toml and [tool.cudabmc]: which file counts, what it says, and what counts more."""

from pathlib import Path

import pytest

from cudabmc.command.arguments import Command, parse_arguments
from cudabmc.command.main import main
from cudabmc.command.settings import settled
from cudabmc.errors import UsageError
from cudabmc.options.table import FLAGS, OPTIONS, Group, Options
from cudabmc.result import Result, Verdict


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file in a folder, and no options from elsewhere."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "main.cu").write_text("int main() { return 0; }\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def command(*words: str, **environment: str) -> Command:
    return settled(parse_arguments(words), environment)[0]


def options(*words: str, **environment: str) -> Options:
    return command("src/main.cu", *words, **environment).options


def test_the_nearest_file_above_the_first_source_counts(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert options() == Options()
    (project / "cudabmc.toml").write_text("unwind = 3\n")
    assert options().unwind == 3
    (project / "src" / "pyproject.toml").write_text("[tool.cudabmc]\nunwind = 4\n")
    assert options().unwind == 4
    (project / "src" / "cudabmc.toml").write_text("unwind = 5\n")
    assert options().unwind == 5
    monkeypatch.chdir("/")
    assert command(str(project / "src" / "main.cu")).options.unwind == 5


@pytest.mark.parametrize(
    ("text", "unwind"),
    [("[tool.cudabmc]\nunwind = 4", 4), ("[tool]\ncudabmc = {unwind = 4}", 4), ("tool.cudabmc.unwind = 4", 4),
     ("['tool'.\"cudabmc\"]\nunwind = 4", 4), ("[project]\nname = 'cudabmc'\n[tool.ruff]\n", None), ("", None)],
)  # fmt: skip
def test_a_table_of_pyproject_may_be_spelt_in_all_ways(project: Path, text: str, unwind: int | None) -> None:
    (project / "pyproject.toml").write_text(text)
    assert options().unwind == unwind


def test_a_pyproject_of_other_tools_is_passed_over(project: Path) -> None:
    (project / "cudabmc.toml").write_text("unwind = 3\n")
    (project / "src" / "pyproject.toml").write_text("[tool.ruff]\nline-length = 3\n")
    assert options().unwind == 3


def test_the_command_line_counts_more_and_lists_are_added_to(project: Path) -> None:
    (project / "cudabmc.toml").write_text('unwind = 3\ncontext-bound = 1\ndefines = ["A", "B=1"]\ncheck = "nan"\n')
    found = options("--unwind", "7", "-DC", "--check", "shift")
    assert (found.unwind, found.context_bound, found.defines) == (7, 1, ("A", "B=1", "C"))
    assert found.check == ("nan", "shift")


def test_what_is_given_as_the_default_is_given(project: Path) -> None:
    (project / "cudabmc.toml").write_text("context-bound = 5\nmemory-leak-check = true\n")
    found = options("--context-bound", "2", "--no-memory-leak-check")
    assert (found.context_bound, found.memory_leak_check) == (2, False)


def test_the_line_of_a_compiler_counts_more_than_the_file(project: Path) -> None:
    (project / "cudabmc.toml").write_text('std = "c++17"\ndefines = "A"\n')
    found = command("--", "nvcc", "-std=c++20", "-DB", "src/main.cu").options
    assert (found.std, found.defines) == ("c++20", ("A", "B"))


def test_the_environment_stands_between(project: Path) -> None:
    (project / "cudabmc.toml").write_text('clang = "/file"\ncache-dir = "c"\n')
    assert options().clang == "/file"
    assert options(CUDABMC_CLANG="/variable").clang == "/variable"
    assert options("--clang=/word", CUDABMC_CLANG="/variable").clang == "/word"
    assert options(XDG_CACHE_HOME="/home").cache_dir == "/home/cudabmc"
    assert options(XDG_CACHE_HOME="/home", CUDABMC_CACHE="/cache").cache_dir == "/cache"


def test_paths_are_seen_from_the_file(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'include-dirs = ["inc", "/usr/inc"]\ncompile-commands = "build"\nsarif = "out.sarif"\njson = "-"\n'
    (project / "cudabmc.toml").write_text(text)
    monkeypatch.chdir("src")
    found = command("main.cu").options
    assert found.include_dirs == ("../inc", "/usr/inc")
    assert (found.compile_commands, found.sarif, found.json) == ("../build", "../out.sarif", "-")


def test_tables_are_taken_where_options_have_names(project: Path) -> None:
    (project / "cudabmc.toml").write_text('[unwindset]\n"main.1" = 3\n[arg]\nn = 5\n')
    found = options()
    assert (found.unwindset, found.arg) == ((("main.1", 3),), parse_arguments(["--arg", "n=5"]).options.arg)


def test_a_file_can_be_named_and_files_can_be_left_alone(project: Path) -> None:
    (project / "cudabmc.toml").write_text("unwind = 3\n")
    (project / "other.toml").write_text("unwind = 4\n")
    assert options("--config", "other.toml").unwind == 4
    assert options("--no-config").unwind is None


@pytest.mark.parametrize(
    ("text", "message"),
    [("unwnd = 3", "cudabmc.toml:1: unknown option 'unwnd'"), ("\nunwind = -3", "cudabmc.toml:2: unwind: expected"),
     ("unwind = ", "cudabmc.toml: "), ("show-loops = true", "belongs on the command line"),
     ("fix = true", "writes to the sources"),
     ("args = 1979-05-27", "expected text"), ("por = 3", "expected true or false"), ("suites = 3", "names of files")],
)  # fmt: skip
def test_mistakes_are_told_with_their_place(project: Path, text: str, message: str) -> None:
    (project / "cudabmc.toml").write_text(text)
    with pytest.raises(UsageError) as caught:
        options()
    assert message in caught.value.message


@pytest.mark.parametrize("words", [["--config", "missing.toml"], ["--config", "pyproject.toml"]])
def test_a_named_file_has_to_be_there_and_to_say_something(project: Path, words: list[str]) -> None:
    (project / "pyproject.toml").write_text("[tool.ruff]\n")
    with pytest.raises(UsageError):
        options(*words)


def test_the_sources_of_options_are_shown(project: Path, capsys: pytest.CaptureFixture[str],
                                          monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.setenv("CUDABMC_CACHE", "/cache")
    monkeypatch.delenv("CUDABMC_CLANG", raising=False)
    (project / "cudabmc.toml").write_text('unwind = 3\ndefines = "A"\ntimeout = "2m"\n')
    assert main(["--show-config", "src/main.cu", "-DB", "--unwind=7"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "--defines=B         command line",
        "--unwind=7          command line",
        "--cache-dir=/cache  CUDABMC_CACHE",
        "--defines=A         cudabmc.toml",
        "--timeout=120.0     cudabmc.toml",
    ]


def test_the_options_of_a_file_reach_a_run(project: Path, pipeline, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "cudabmc.toml").write_text('json = "report.json"\n')
    pipeline(lambda: Result(Verdict.SUCCESSFUL))
    assert main(["src/main.cu"]) == 0
    assert (project / "report.json").exists()


def test_suites_are_those_of_the_file_if_none_are_named(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "cudabmc.toml").write_text('suites = "all.yaml"\n')
    (project / "all.yaml").write_text("name: all\ncases:\n  - file: src/main.cu\n    expect: SUCCESSFUL\n")
    assert main(["suite", "--list"]) == 0
    assert "main.cu" in capsys.readouterr().out


IN_FILES = [o for o in OPTIONS if o.parse is None and o.group is not Group.STAGES and o.name != "fix"]


@pytest.mark.parametrize("option", IN_FILES, ids=lambda o: o.key)
def test_every_switch_can_stand_in_a_file(project: Path, option) -> None:
    for value in (True, False):
        (project / "cudabmc.toml").write_text(f"{option.key} = {str(value).lower()}\n")
        assert getattr(options(), FLAGS[f"--{option.key}"][0].name) is value
