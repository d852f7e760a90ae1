"""Completion for bash 3.2 and later."""

from collections.abc import Sequence
from shlex import quote

from cudabmc.command.completion.flags import Flag, Takes
from cudabmc.language_server.command_line import FLAGS as LSP_FLAGS
from cudabmc.suite.command_line import suite_flags

# bash takes `=` for the end of a word: `--color=al` arrives as three words.
_HEAD = """\
# Completion of cudabmc for bash: eval "$(cudabmc --completion bash)"
_cudabmc() {
    local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}"
    COMPREPLY=()
    if [[ ${COMP_WORDS[1]} == suite ]]; then
        [[ $cur == -* ]] && COMPREPLY=($(compgen -W {suite} -- "$cur"))
        return 0
    fi
    if [[ ${COMP_WORDS[1]} == lsp ]]; then
        COMPREPLY=($(compgen -W {lsp} -- "$cur"))
        return 0
    fi
    if [[ $cur == "=" ]]; then
        cur=""
    elif [[ $prev == "=" ]]; then
        prev="${COMP_WORDS[COMP_CWORD-2]}"
    fi
    case "$prev" in
"""
_FOOT = """\
    esac
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W {flags} -- "$cur"))
    fi
}
complete -o default -F _cudabmc cudabmc
"""


def script(flags: Sequence[Flag]) -> str:
    """The script. Where it offers nothing, bash completes file names."""
    body = "".join(_case(flag) for flag in flags if flag.takes is not Takes.NOTHING)
    spellings = [spelling for flag in flags for spelling in flag.spellings]
    head = _HEAD.replace("{suite}", quote(" ".join(suite_flags()))).replace("{lsp}", quote(" ".join(LSP_FLAGS)))
    return head + body + _FOOT.replace("{flags}", quote(" ".join(spellings)))


def _case(flag: Flag) -> str:
    words = quote(" ".join(flag.words))
    action = {
        Takes.TEXT: "",
        Takes.FILE: "",
        Takes.FOLDER: 'COMPREPLY=($(compgen -d -- "$cur")); ',
        Takes.WORD: f'COMPREPLY=($(compgen -W {words} -- "$cur")); ',
        Takes.WORDS: 'local done=""; [[ $cur == *,* ]] && done="${cur%,*},"; '
        f'COMPREPLY=($(compgen -P "$done" -W {words} -- "${{cur##*,}}")); ',
    }[flag.takes]
    return f"        {'|'.join(flag.spellings)}) {action}return 0 ;;\n"
