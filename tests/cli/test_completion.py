"""Completion in the shells themselves, where there are any."""

import shutil
import subprocess
from pathlib import Path

import pytest

from cudabmc.command.arguments import GENERAL, SHELLS
from cudabmc.command.completion import script
from cudabmc.command.completion.flags import flags
from cudabmc.command.main import main
from cudabmc.options.table import FLAGS
from cudabmc.properties import PROPERTIES

ALL = {*FLAGS, *(flag for option in GENERAL for flag in option.flags)}


def needs(shell: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(shell) is None, reason=f"no {shell}")


def bash(*words: str, folder: Path | None = None) -> list[str]:
    """What bash offers for the last of the words, `=` being a word of its own as readline has it."""
    line = "\n".join(
        [
            script("bash"),
            f"COMP_WORDS=({' '.join(repr(word) for word in ('cudabmc', *words))})",
            f"COMP_CWORD={len(words)}",
            'complete -p cudabmc >/dev/null && _cudabmc && printf "%s\\n" "${COMPREPLY[@]}"',
        ]
    )
    done = subprocess.run(
        ["bash", "--norc", "-uc", line], capture_output=True, text=True, check=True, cwd=folder, timeout=20
    )
    assert done.stderr == ""
    return done.stdout.split()


def test_every_flag_is_completed_once() -> None:
    spellings = [spelling for flag in flags() for spelling in flag.spellings]
    assert sorted(spellings) == sorted(ALL)


@needs("bash")
def test_bash_offers_all_flags_and_those_that_fit() -> None:
    assert set(bash("--")) == {flag for flag in ALL if flag.startswith("--")}
    assert set(bash("x.cu", "--unwind")) == {flag for flag in ALL if flag.startswith("--unwind")}
    assert bash("x.cu", "a") == []


@needs("bash")
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["--color", ""], ["auto", "always", "never"]),
        (["--color", "=", "a"], ["auto", "always"]),
        (["--color", "="], ["auto", "always", "never"]),
        (["--explain", "data"], ["data-race"]),
        (["--check", "nan,sh"], ["nan,shift"]),
        (["--no-check", "dead"], ["deadlock"]),
        (["--completion", "z"], ["zsh"]),
        (["--timeout", ""], []),
        (["suite", "--rerun"], ["--rerun-failed"]),
        (["suite", "x"], []),
        (["lsp", ""], ["-h", "--help", "--stdio"]),
        (["lsp", "--st"], ["--stdio"]),
    ],
)
def test_bash_offers_the_words_that_an_option_takes(words: list[str], offered: list[str]) -> None:
    assert bash(*words) == offered


@needs("bash")
def test_bash_offers_folders_where_folders_are_taken(tmp_path: Path) -> None:
    (tmp_path / "include").mkdir()
    (tmp_path / "input.cu").touch()
    assert bash("-I", "in", folder=tmp_path) == ["include"]


@needs("fish")
def test_fish_offers_flags_and_words(tmp_path: Path) -> None:
    file = tmp_path / "cudabmc.fish"
    file.write_text(script("fish"))

    def fish(line: str) -> set[str]:
        done = subprocess.run(
            ["fish", "--no-config", "-c", f"source {file}; complete -C '{line}'"],
            capture_output=True, text=True, check=True, timeout=30, cwd=tmp_path,
        )  # fmt: skip
        assert done.stderr == ""
        return {offer.partition("\t")[0] for offer in done.stdout.splitlines()}

    assert {flag for flag in ALL if flag.startswith("--unwind")} <= fish("cudabmc --unwind")
    assert fish("cudabmc --color a") == {"auto", "always"}
    assert {"data-race", "deadlock"} <= fish("cudabmc --explain ")
    assert any("shift" in offer for offer in fish("cudabmc --check nan,sh"))


@needs("zsh")
def test_zsh_takes_the_script() -> None:
    line = 'autoload -U compinit; compinit -u -D; eval "$(cat)"; whence -w _cudabmc; print ${_comps[cudabmc]}'
    done = subprocess.run(["zsh", "-fc", line], input=script("zsh"), capture_output=True, text=True, timeout=30)
    assert (done.stdout, done.stderr) == ("_cudabmc: function\n_cudabmc\n", "")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_command_prints_the_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--completion", shell]) == 0
    out = capsys.readouterr().out
    assert out == script(shell) and all(prop in out for prop in PROPERTIES)


def test_an_unknown_shell_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--completion", "tcsh"]) == 2
    assert "bash" in capsys.readouterr().err
