"""What docs/editors.md says of Neovim, in Neovim itself."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "editors.md").read_text()

DRIVE = """\
vim.cmd("filetype on")
dofile("init.lua")
vim.cmd.edit("race.cu")
local function wait(holds) assert(vim.wait(100000, holds, 50), "waited in vain") end
wait(function() return #vim.diagnostic.get(0) > 0 end)
local finding = vim.diagnostic.get(0)[1]
vim.api.nvim_win_set_cursor(0, { finding.lnum + 1, finding.col })
local at = vim.lsp.util.make_position_params(0, "utf-16")
local answers = vim.lsp.buf_request_sync(0, "textDocument/hover", at, 100000)
local _, answer = next(answers)
vim.lsp.buf.code_action({ apply = true })
wait(function() return vim.fn.getline(2):match("cudabmc%-ignore") end)
local accepted = vim.fn.getline(2)
vim.cmd.write()
wait(function() return #vim.diagnostic.get(0) == 0 end)
local told = { finding.source .. ": " .. finding.code, accepted, answer.result.contents.value }
vim.fn.writefile(vim.split(table.concat(told, "\\n"), "\\n"), "told.txt")
vim.cmd("qa!")
"""


def block(kind: str, title: str) -> str:
    """A file on the page."""
    found = re.search(rf'```{kind} title="{re.escape(title)}"\n(.*?)```', PAGE, re.DOTALL)
    assert found
    return found[1]


def _old_neovim() -> str:
    """Why the snippet cannot be tried here; empty if it can."""
    if shutil.which("nvim") is None:
        return "no nvim"
    printed = subprocess.run(["nvim", "--version"], capture_output=True, text=True, check=True).stdout
    version = re.match(r"NVIM v(\d+)\.(\d+)", printed)
    return "" if version and (int(version[1]), int(version[2])) >= (0, 11) else "a Neovim before 0.11"


@pytest.mark.skipif(_old_neovim() != "", reason=_old_neovim())
def test_the_lines_for_neovim_show_the_race_of_the_page_and_accept_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=":")
    for name, text in (("race.cu", block("cuda", "race.cu")), ("init.lua", block("lua", "init.lua")),
                       ("drive.lua", DRIVE)):  # fmt: skip
        (tmp_path / name).write_text(text)
    command = ["nvim", "--headless", "-u", "NONE", "-S", "drive.lua", "+cquit"]  # an error does not wait for a key
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    finding, accepted, *shown = (tmp_path / "told.txt").read_text().splitlines()
    assert finding == "cudabmc: data-race"
    assert accepted == "    // cudabmc-ignore: data-race TODO: say why"
    page = re.search(r"the editor shows this.*?```text\n(.*?)```", PAGE, re.DOTALL)
    assert page and page[1] in "\n".join(shown)
