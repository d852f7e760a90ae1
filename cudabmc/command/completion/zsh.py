"""Completion for zsh."""

from collections.abc import Sequence
from shlex import quote

from cudabmc.command.completion.flags import Flag, Takes
from cudabmc.language_server.command_line import FLAGS as LSP_FLAGS

_HEAD = """\
#compdef cudabmc
# Completion of cudabmc for zsh: cudabmc --completion zsh > a folder of $fpath, as _cudabmc
_cudabmc() {
    if [[ $words[2] == suite ]] && (( CURRENT > 2 )); then
        _files
        return
    fi
    if [[ $words[2] == lsp ]] && (( CURRENT > 2 )); then
        compadd -- {lsp}
        return
    fi
    _arguments -s -S \\
"""
_FOOT = """\
        '*:source file:_files'
}
if [[ $funcstack[1] == _cudabmc ]]; then
    _cudabmc "$@"
else
    compdef _cudabmc cudabmc
fi
"""


def script(flags: Sequence[Flag]) -> str:
    """The script, to be found by name or to be evaluated."""
    head = _HEAD.replace("{lsp}", " ".join(LSP_FLAGS))
    return head + "".join(_argument(spelling, flag) for flag in flags for spelling in flag.spellings) + _FOOT


def _argument(spelling: str, flag: Flag) -> str:
    words = " ".join(flag.words)
    value = {
        Takes.NOTHING: "",
        Takes.TEXT: ":value: ",
        Takes.FILE: ":file:_files",
        Takes.FOLDER: ":directory:_files -/",
        Takes.WORD: f":value:({words})",
        Takes.WORDS: f":value:_values -s , value {words}",
    }[flag.takes]
    # Long options take their value behind `=` or as the next word, single letters at once too.
    joint = "" if not value else "=" if spelling.startswith("--") else "+" if len(spelling) == 2 else ""
    text = flag.help.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")
    return f"        {quote(f'*{spelling}{joint}[{text}]{value}')} \\\n"
