"""Completion for fish."""

from collections.abc import Sequence

from cudabmc.command.completion.flags import Flag, Takes

_HEAD = """\
# Completion of cudabmc for fish: cudabmc --completion fish | source
complete -c cudabmc -n __fish_use_subcommand -a suite -d 'run suites of cases'
complete -c cudabmc -n __fish_use_subcommand -a each -d 'verify each file as a program of its own'
complete -c cudabmc -n __fish_use_subcommand -a prove -d 'prove each kernel for every launch'
complete -c cudabmc -n __fish_use_subcommand -a advise -d 'verify, and give advice on performance'
complete -c cudabmc -n __fish_use_subcommand -a equivalent -d 'compare two kernels'
complete -c cudabmc -n __fish_use_subcommand -a lsp -d 'a language server, which editors start'
"""


def script(flags: Sequence[Flag]) -> str:
    """The script: a line for each flag."""
    return _HEAD + "".join(
        f"complete -c cudabmc -n 'not __fish_seen_subcommand_from suite lsp' {_flag(flag)}\n" for flag in flags
    )


def _flag(flag: Flag) -> str:
    parts = [_spelling(spelling) for spelling in flag.spellings]
    parts += {
        Takes.NOTHING: [],
        Takes.TEXT: ["-x"],
        Takes.FILE: ["-r", "-F"],
        Takes.FOLDER: ["-x", "-a", "'(__fish_complete_directories)'"],
        Takes.WORD: ["-x", "-a", _quoted(" ".join(flag.words))],
        Takes.WORDS: ["-x", "-a", f'\'(__fish_complete_list , "string split \\" \\" -- {" ".join(flag.words)}")\''],
    }[flag.takes]
    return " ".join([*parts, "-d", _quoted(flag.help)])


def _spelling(spelling: str) -> str:
    """-s for a letter, -l for a long option, -o for a long one with a single dash."""
    name = spelling.lstrip("-")
    kind = "-l" if spelling.startswith("--") else "-s" if len(name) == 1 else "-o"
    return f"{kind} {name}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
