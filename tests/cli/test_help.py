"""What --help prints, and what is said to somebody who does not know the words of a command yet."""

import pytest

from cudabmc.command.commands import SUBCOMMANDS
from cudabmc.command.main import main
from cudabmc.command.program import _KINDS


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_the_help_of_each_command_begins_with_how_it_is_called(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"usage: cudabmc {name} [") or text.startswith(f"usage: cudabmc {name} --")
    assert "Commands (" not in text


def test_the_help_of_a_program_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("usage: cudabmc [OPTION...] FILE...\n")
    assert {*_KINDS} < SUBCOMMANDS.keys() and all(f"\n  cudabmc {name} " in text for name in SUBCOMMANDS)


@pytest.mark.parametrize("columns", [60, 80, 100, 200])
@pytest.mark.parametrize("name", ["prove", "suite"])
def test_help_is_no_wider_than_the_terminal(
    name: str, columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert main([name, "--help"]) == 0
    assert max(len(line) for line in capsys.readouterr().out.splitlines()) < min(columns, 111)


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["advice", "x.cu"], "did you mean cudabmc advise?"),
        (["equivalnet", "x.cu"], "did you mean cudabmc equivalent?"),
        (["--timeout", "5s", "prove", "x.cu"], "the command stands in front of the options: cudabmc prove ["),
        (["prove"], "cudabmc prove [OPTION...] FILE... proves each kernel for every launch"),
        (["advise"], "cudabmc advise [OPTION...] FILE... verifies, and gives advice on performance"),
        ([], "cudabmc [OPTION...] FILE... verifies a program"),
        (["."], "cudabmc each . verifies each by itself"),
        (["prove", "."], "cudabmc each --kernels . proves each by itself"),
    ],
)
def test_a_hint_says_how_a_command_is_called(
    words: list[str], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert hint in capsys.readouterr().err


def test_a_missing_file_is_not_taken_for_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["missing.cu"]) == 2
    assert "hint" not in capsys.readouterr().err
