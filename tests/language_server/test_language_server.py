"""Sessions of an editor with `cudabmc lsp`, which is a process of its own, as it is for editors."""

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from editor import Editor, Message

RACE = """\
__global__ void number(int *a) {
    a[0] = threadIdx.x;
}
int main() {
    int *d;
    cudaMalloc((void **)&d, 4);
    number<<<1, 4>>>(d);
    cudaFree(d);
    return 0;
}
"""
FIXED = RACE.replace("a[0] = threadIdx.x", "if (threadIdx.x == 0) a[0] = 1")
ENDLESS = """\
int main() {
    volatile int x = 1;
    while (x)
        for (int i = 0; i < 1000000; i++) x = 1;
    return 0;
}
"""
KERNELS = """\
__global__ void scale(float *a, float factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= factor;
}
__global__ void shift(float *a) {
    a[threadIdx.x] = a[threadIdx.x + 1];
}
"""


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """One that works on several files, in a folder whose name is not plain."""
    folder = tmp_path_factory.mktemp("a folder") / "with é"
    folder.mkdir()
    editor = Editor(folder)
    yield editor
    assert editor.leave() == 0


@pytest.fixture
def folder(editor: Editor) -> Path:
    return editor.folder


def program(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


def on_the_page() -> str:
    """The counterexample of this race as docs/editors.md shows it."""
    page = (Path(__file__).parents[2] / "docs" / "editors.md").read_text()
    assert f'```cuda title="race.cu"\n{RACE}```' in page
    found = re.search(r"the editor shows this.*?```text\n(.*?)```", page, re.DOTALL)
    assert found
    return found[1]


def start_of(message: Message) -> tuple[int, int]:
    return message["range"]["start"]["line"], message["range"]["start"]["character"]


def applied(text: str, action: Message, path: Path) -> str:
    """The text after the edit of a code action, which is an insertion."""
    (edit,) = action["edit"]["changes"][path.as_uri()]
    assert edit["range"]["start"] == edit["range"]["end"] and edit["range"]["start"]["character"] == 0
    lines = text.splitlines(keepends=True)
    lines.insert(edit["range"]["start"]["line"], edit["newText"])
    return "".join(lines)


def workers(editor: Editor) -> list[int]:
    """The processes of runs that the server has started and that are alive."""
    leaders = [fields for fields in _processes() if int(fields[1]) == editor.process.pid and fields[0] != "Z"]
    return [int(fields[2]) for fields in leaders]  # each leads a group of its own


def at_work(editor: Editor) -> list[int]:
    """The leaders of the groups of processes that have read their programs long ago: a second of work is behind one of
    each."""
    found = []
    for worker in workers(editor):
        seconds = [int(fields[11]) / os.sysconf("SC_CLK_TCK") for fields in _processes() if int(fields[2]) == worker]
        if max(seconds, default=0) > 1:
            found.append(worker)
    return found


def _processes() -> Iterator[list[str]]:
    """The fields of /proc/PID/stat from the state on (proc(5))."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            yield stat.read_text().rpartition(")")[2].split()


def soon(holds: Any) -> bool:
    for _ in range(1000):
        if holds():
            return True
        time.sleep(0.02)
    return False


# ---------------------------------------------------------------- findings


def test_a_race_is_shown_explained_accepted_and_gone(editor: Editor, folder: Path) -> None:
    path = program(folder, "race.cu", RACE)
    (race,) = editor.next_of(path, lambda: editor.open(path))
    assert (start_of(race), race["severity"], race["source"], race["code"]) == ((1, 4), 1, "cudabmc", "data-race")
    assert "data-race.md" in race["codeDescription"]["href"]
    what, hint = race["message"].splitlines()
    assert what.startswith("Data race on 'd': write by thread (0,0,0)")
    assert hint.startswith("Several threads write here")
    other, allocated = race["relatedInformation"]
    assert other["location"]["range"]["start"]["line"] == 1 and "threadIdx=(1,0,0)" in other["message"]
    assert allocated["location"]["range"]["start"] == {"line": 5, "character": 4} and "'d'" in allocated["message"]

    shown = editor.hover(path, 1, 20)
    assert shown.startswith("**Data race on 'd'") and on_the_page() in shown
    assert editor.hover(path, 5, 6) == shown  # the other places lead to it, too
    assert editor.hover(path, 8, 4) == ""

    (action,) = editor.actions(path, race)
    assert action["kind"] == "quickfix" and action["diagnostics"] == [race]
    accepted = applied(RACE, action, path)
    assert accepted.splitlines()[1] == "    // cudabmc-ignore: data-race TODO: say why"
    assert editor.next_of(path, lambda: editor.save(path, accepted)) == []
    assert editor.hover(path, 2, 4) == ""
    moved = {**race, "range": {"start": {"line": 2, "character": 4}, "end": {"line": 2, "character": 5}}}
    assert editor.actions(path, moved) == []


def test_an_action_follows_the_text_of_the_buffer_and_not_a_line_that_has_changed(
    editor: Editor, folder: Path
) -> None:
    path = program(folder, "moved.cu", RACE)
    (race,) = editor.next_of(path, lambda: editor.open(path))
    editor.change(path, "// one more line\n" + RACE)
    assert editor.actions(path, race) == []
    moved = {**race, "range": {"start": {"line": 2, "character": 4}, "end": {"line": 2, "character": 5}}}
    (action,) = editor.actions(path, moved)
    assert action["edit"]["changes"][path.as_uri()][0]["range"]["start"]["line"] == 2


def test_positions_are_those_of_utf_16(editor: Editor, folder: Path) -> None:
    path = program(folder, "wide.cu", RACE.replace("a[0] =", "/* é𝔸 */ a[0] ="))
    (race,) = editor.next_of(path, lambda: editor.open(path))
    line = path.read_text().splitlines()[1]
    assert start_of(race) == (1, len(line[: line.index("a[0]")].encode("utf-16-le")) // 2) == (1, 14)


def test_a_finding_in_a_header_is_shown_there_and_gone_when_the_header_is_saved(editor: Editor, folder: Path) -> None:
    kernel, host = RACE[: RACE.index("int main")], RACE[RACE.index("int main") :]
    header = program(folder, "number.h", f"#pragma once\n{kernel}")
    path = program(folder, "uses.cu", f'#include "number.h"\n{host}')
    (race,) = editor.next_of(header, lambda: editor.open(path))
    assert start_of(race) == (2, 4) and editor.diagnostics[path.as_uri()] == []
    editor.open(header, "cpp")
    fixed = FIXED[: FIXED.index("int main")]
    assert editor.next_of(header, lambda: editor.save(header, f"#pragma once\n{fixed}")) == []


def test_a_closed_file_shows_nothing_any_more(editor: Editor, folder: Path) -> None:
    path = program(folder, "closed.cu", RACE)
    assert len(editor.next_of(path, lambda: editor.open(path))) == 1
    assert editor.next_of(path, lambda: editor.close(path)) == []
    assert editor.hover(path, 1, 4) == ""


# ---------------------------------------------------------------- what is no finding


def test_an_error_of_the_program_is_shown_at_its_place(editor: Editor, folder: Path) -> None:
    path = program(folder, "error.cu", RACE.replace("int *d;", "int *d"))
    (error,) = editor.next_of(path, lambda: editor.open(path))
    assert (error["severity"], error["range"]["start"]["line"]) == (1, 4) and "expected ';'" in error["message"]
    assert editor.actions(path, error) == []
    assert editor.next_of(path, lambda: editor.save(path, FIXED)) == []


def test_kernels_without_a_program_are_proved(editor: Editor, folder: Path) -> None:
    path = program(folder, "kernels.cu", KERNELS)
    (race,) = editor.next_of(path, lambda: editor.open(path))
    assert race["code"] == "data-race" and race["range"]["start"]["line"] == 5
    assert editor.hover(path, 0, 20) == (
        "`scale` is proved for every launch with `gridDim.x * blockDim.x <= 2147483647`."
    )
    assert "It happens in the launch `<<<1, 2>>>`." in editor.hover(path, 5, 8)


def test_a_bound_that_was_hit_is_information_at_its_loop(editor: Editor, folder: Path) -> None:
    loop = "    int n = nondet_int(), s = 0;\n    for (int i = 0; i < n; i++) s ^= i;\n"
    path = program(folder, "bound.cu", FIXED.replace("    int *d;\n", f"{loop}    int *d;\n"))
    (bound,) = editor.next_of(path, lambda: editor.open(path))
    assert (bound["severity"], start_of(bound)) == (3, (5, 4)) and "--unwindset" in bound["message"]


def test_mistakes_in_a_file_of_options_are_told(editor: Editor, folder: Path) -> None:
    inside = folder / "configured"
    inside.mkdir()
    program(inside, "cudabmc.toml", 'timout = "5s"\n')
    path = program(inside, "race.cu", RACE)
    editor.open(path)
    editor.until(lambda: any("configured" in uri and found for uri, found in editor.diagnostics.items()))
    (told,) = [found for uri, found in editor.diagnostics.items() if "configured" in uri and found]
    assert (told[0]["severity"], "timeout" in told[0]["message"]) == (2, True)


def test_what_is_no_file_and_no_cuda_is_left_alone(editor: Editor, folder: Path) -> None:
    plain = program(folder, "plain.c", "int main(void) { return 0; }\n")
    editor.open(plain, "c")
    untitled = {"uri": "untitled:Untitled-1", "languageId": "cuda-cpp", "version": 1, "text": RACE}
    editor.notify("textDocument/didOpen", {"textDocument": untitled})
    missing = {"textDocument": {"uri": (folder / "missing.cu").as_uri()}}
    editor.notify("textDocument/didSave", missing)
    asked = {**missing, "position": {"line": 3, "character": 0}}
    assert editor.request("textDocument/hover", asked) is None
    path = program(folder, "after.cu", RACE)
    editor.next_of(path, lambda: editor.open(path))
    assert {plain.as_uri(), "untitled:Untitled-1"} & set(editor.diagnostics) == set()


def test_malformed_messages_do_not_end_the_session(editor: Editor, folder: Path) -> None:
    editor.send(b"{ this is no message")
    editor.send(b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": 7}}')
    assert editor.ask("cudabmc/unknown", {})["error"]["code"] == -32601
    path = program(folder, "well.cu", RACE)
    assert len(editor.next_of(path, lambda: editor.open(path))) == 1


# ---------------------------------------------------------------- runs


def test_a_save_ends_the_run_that_is_under_way(editor: Editor, folder: Path) -> None:
    path = program(folder, "endless.cu", ENDLESS)
    editor.open(path)
    assert soon(lambda: at_work(editor))
    first = at_work(editor)
    editor.save(path, RACE)
    assert soon(lambda: not any(map(_alive, first)))  # long before its time is over
    assert len(editor.of(path, 1)) == 1
    editor.save(path, ENDLESS)
    assert soon(lambda: at_work(editor))
    assert editor.next_of(path, lambda: editor.close(path)) == []
    assert soon(lambda: not workers(editor))


def test_a_run_that_the_user_stops_is_over_and_the_next_one_is_not(editor: Editor, folder: Path) -> None:
    path = program(folder, "stopped.cu", ENDLESS)
    editor.open(path)
    (begin,) = editor.until(lambda: _progress(editor, "begin", "stopped.cu"))
    assert soon(lambda: workers(editor))
    editor.notify("window/workDoneProgress/cancel", {"token": begin["token"]})
    editor.until(lambda: _progress(editor, "end", "stopped.cu: stopped"))
    assert soon(lambda: not workers(editor))
    assert len(editor.next_of(path, lambda: editor.save(path, RACE))) == 1
    editor.until(lambda: _progress(editor, "end", "stopped.cu: VERIFICATION FAILED"))


def _progress(editor: Editor, kind: str, message: str) -> list[Message]:
    told = [one for one in editor.said("$/progress") if one["value"]["kind"] == kind]
    return [one for one in told if one["value"]["message"] == message]


def test_a_verifier_that_is_killed_is_told(editor: Editor, folder: Path) -> None:
    path = program(folder, "killed.cu", ENDLESS)
    editor.open(path)
    assert soon(lambda: workers(editor))
    (worker,) = workers(editor)
    (told,) = editor.next_of(path, lambda: os.kill(worker, signal.SIGKILL))
    assert (told["severity"], start_of(told)) == (1, (0, 0)) and "killed by signal 9 (SIGKILL)" in told["message"]


def signalled(editor: Editor) -> int:
    editor.process.terminate()
    return editor.process.wait(60)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("end", "status"), [(Editor.leave, 0), (Editor.hang_up, 1), (signalled, 1)])
def test_a_session_that_ends_leaves_no_process_and_no_file_behind(
    end: Callable[[Editor], int], status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the book, because the editor is gone, or because a signal says so."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    editor = Editor(tmp_path)
    editor.open(program(tmp_path, "endless.cu", ENDLESS))
    assert soon(lambda: at_work(editor))
    groups = workers(editor)
    assert end(editor) == status
    assert soon(lambda: not any(map(_alive, groups)))
    assert list(temporary.iterdir()) == []


@pytest.mark.long
def test_the_runs_of_a_server_that_is_killed_end(tmp_path: Path) -> None:
    editor = Editor(tmp_path)
    editor.open(program(tmp_path, "endless.cu", ENDLESS))
    assert soon(lambda: at_work(editor))  # in a child of its own
    groups = workers(editor)
    editor.process.kill()
    editor.process.wait()
    assert soon(lambda: not any(map(_alive, groups)))


def _alive(group: int) -> bool:
    """Has the group a process that is not only waiting to be collected?"""
    return any(int(fields[2]) == group and fields[0] != "Z" for fields in _processes())


# ---------------------------------------------------------------- settings


@pytest.mark.long
def test_settings_say_how_files_are_verified(tmp_path: Path) -> None:
    """Those of the start count until the editor tells others; wrong ones are told, and do not count."""
    path = program(tmp_path, "race.cu", RACE)
    editor = Editor(tmp_path, initializationOptions={"arguments": ["--no-data-races-check"]})
    assert editor.next_of(path, lambda: editor.open(path)) == []
    editor.until(lambda: "VERIFICATION SUCCESSFUL: holds for this run" in str(editor.said("window/logMessage")))
    told = {"settings": {"cudabmc": {"arguments": ["--context-bound", "1"], "command": "prove"}}}
    assert len(editor.next_of(path, lambda: editor.notify("workspace/didChangeConfiguration", told))) == 1
    assert "It happens in the launch" in editor.hover(path, 1, 4)
    editor.notify("workspace/didChangeConfiguration", {"settings": {"cudabmc": {"argument": []}}})
    editor.until(lambda: "did you mean arguments?" in str(editor.said("window/showMessage")))
    editor.settings = {"arguments": ["--unwnd", "3"]}
    (wrong,) = editor.next_of(path, lambda: editor.notify("workspace/didChangeConfiguration", {"settings": None}))
    assert (wrong["severity"], start_of(wrong)) == (2, (0, 0)) and "did you mean --unwind?" in wrong["message"]
    editor.settings = {"arguments": ["--timeout=0.5", "--no-data-races-check"]}
    editor.notify("workspace/didChangeConfiguration", {"settings": None})
    late, *_ = editor.next_of(path, lambda: editor.save(path, ENDLESS))
    assert late["severity"] == 3 and "time ran out after 0.5 s" in late["message"], editor.of(path)
    assert editor.leave() == 0
