"""The command line of the language server, and what stands behind its answers."""

import importlib.util
import json

import pytest
from lsprotocol import types
from pytest import CaptureFixture, MonkeyPatch

from cudabmc.command.main import main
from cudabmc.errors import UsageError
from cudabmc.language_server import command
from cudabmc.language_server.client_settings import ClientSettings, read_settings
from cudabmc.language_server.code_actions import accepting_actions
from cudabmc.language_server.counterexample_text import finding_markdown
from cudabmc.language_server.findings import Finding, FindingStep, FindingThread, SourceSpan, Weight
from cudabmc.language_server.sarif_reading import read_answer
from cudabmc.language_server.shown import ShownDiagnostics


def test_without_pygls_a_message_says_what_to_install(monkeypatch: MonkeyPatch, capsys: CaptureFixture[str]) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(command, "find_spec", lambda name: None if name == "pygls" else found(name))
    assert main(["lsp"]) == 2
    assert capsys.readouterr().err == (
        "cudabmc: error: cudabmc lsp needs the package pygls\nhint: pip install 'cudabmc[lsp]'\n"
    )


def test_the_help_and_a_word_that_is_not_taken(capsys: CaptureFixture[str]) -> None:
    assert main(["lsp", "--help"]) == 0
    assert capsys.readouterr().out.startswith("usage: cudabmc lsp")
    assert main(["lsp", "--tcp"]) == 2
    assert "cudabmc lsp does not take --tcp" in capsys.readouterr().err
    assert main(["--help"]) == 0
    assert "cudabmc lsp         a language server" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (None, ClientSettings()),
        ({}, ClientSettings()),
        ({"arguments": None, "command": None}, ClientSettings()),
        ({"arguments": ["-p", "build"], "command": "run"}, ClientSettings(("-p", "build"), "run")),
    ],
)
def test_settings_are_read(data: object, expected: ClientSettings) -> None:
    assert read_settings(data) == expected


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "not an object"),
        ({"argument": []}, "no setting 'argument'"),
        ({"arguments": "-p build"}, "arguments is '-p build'"),
        ({"arguments": [1]}, "arguments is"),
        ({"command": "each"}, "command is 'each'"),
    ],
)
def test_wrong_settings_are_told(data: object, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_settings(data)


# ---------------------------------------------------------------- counterexamples in short


def span(line: int, path: str = "/x/a.cu") -> SourceSpan:
    return SourceSpan(path, line, 5, 6)


def step(number: int, *, essential: bool = False) -> FindingStep:
    return FindingStep(number, "t", f"s = {number}", span(number), essential)


def finding(**changes: object) -> Finding:
    given: dict[str, object] = {"rule": "bounds", "weight": Weight.ERROR, "what": "What.", "hint": "Do.",
                                "span": span(3), "fingerprint": "f"}  # fmt: skip
    return Finding(**{**given, **changes})  # type: ignore[arg-type]


def test_the_accesses_and_the_last_steps_are_shown() -> None:
    steps = (step(1), step(2, essential=True), *(step(number) for number in range(3, 101)))
    shown = finding_markdown(finding(threads=(FindingThread("t"),), steps=steps, steps_in_all=100))
    lines = [line.split()[0] for line in shown.splitlines() if line.startswith("  ")]
    assert lines == ["2", "94", "95", "96", "97", "98", "99", "100"]
    assert "Steps (8 of 100):" in shown


def test_a_program_cannot_leave_the_text_of_its_counterexample() -> None:
    shown = finding_markdown(finding(what="*a* `b`\n[x](y)", inputs=(("```\n# x", "1"),)))
    assert r"**\*a\* \`b\`\\n\[x\](y)**" in shown
    assert shown.count("```") == 2


def test_what_no_comment_can_accept_has_no_action() -> None:
    """A leak is nothing that a line of the program does: comments are looked for where threads do something."""
    place = types.Range(types.Position(2, 4), types.Position(2, 5))
    diagnostic = types.Diagnostic(place, "leak", code="bounds", source="cudabmc", data="f")
    lines, path = ["\n", "\n", "    a[0] = 1;\n"], "/x/a.cu"

    def offered(leak: Finding) -> int:
        return len(accepting_actions("file:///x/a.cu", path, lines, [diagnostic], [leak]))

    assert offered(finding()) == 0
    assert offered(finding(threads=(FindingThread("t"),))) == 1
    assert offered(finding(threads=(FindingThread("t"),), fingerprint="of another run")) == 0


def test_what_two_programs_say_alike_of_a_header_is_shown_once() -> None:
    place = types.Range(types.Position(1, 0), types.Position(1, 3))
    one, other = types.Diagnostic(place, "one", data="1"), types.Diagnostic(place, "other", data="2")
    shown = ShownDiagnostics()
    shown.replace("a.cu", {"a.cu": [], "h.h": [one]})
    assert shown.replace("b.cu", {"b.cu": [], "h.h": [one, other]}) == ["b.cu", "h.h"]
    assert shown.of("h.h") == [one, other]
    assert shown.replace("b.cu", {}) == ["b.cu", "h.h"] and shown.of("h.h") == [one]
    assert shown.replace("a.cu", {"a.cu": [one]}) == ["a.cu", "h.h"] and shown.of("h.h") == []


@pytest.mark.parametrize("text", ["", "{}", '{"runs": []}', json.dumps({"runs": [{"results": [{}]}]})])
def test_what_is_no_report_is_an_error_that_the_server_knows(text: str) -> None:
    with pytest.raises((ValueError, LookupError, TypeError)):
        read_answer(text, "/x")
