"""The commands beside the verification of a program: what they do, as their --help and the hints of errors say it."""

from difflib import get_close_matches

from cudabmc.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Subcommand:
    """What stands behind its first word, a line of what it does, and a paragraph."""

    words: str
    brief: str
    about: str = ""


PROGRAM = Subcommand(
    "[OPTION...] FILE...",
    "verifies a program",
    "Verifies CUDA programs: runs host code and kernels symbolically, explores the interleavings of their threads up "
    "to a bound, and reports that all properties hold within the bounds, or shows a replayed counterexample.",
)

SUBCOMMANDS = {
    "prove": Subcommand(
        "[OPTION...] FILE...",
        "proves each kernel for every launch (docs/proofs.md)",
        "Proves each kernel of the files for every launch: any grid and block, any trip counts, any contents of "
        "arrays, under preconditions that it finds and reports. Files need no main(). --kernel, --grid, --block and "
        "--arg limit what is proved. docs/proofs.md describes it.",
    ),
    "each": Subcommand(
        "[OPTION...] FILE_OR_FOLDER...",
        "verifies each file as a program of its own (docs/ci.md)",
        "Verifies each file as a program of its own, where plain cudabmc takes all of them for one program. Folders "
        "stand for the .cu files below them. --kernels proves the kernels of each file, --changed-since takes only "
        "files that have changed. docs/ci.md describes it.",
    ),
    "advise": Subcommand(
        "[OPTION...] FILE...",
        "verifies, and gives advice on performance (docs/advice.md)",
        "Verifies a program, and gives advice on its performance: bank conflicts, uncoalesced accesses, divergent "
        "branches, atomics on one address and needless barriers. --fail-on makes a figure above a limit a failure. "
        "docs/advice.md describes it.",
    ),
    "equivalent": Subcommand(
        "--kernel NAME[,NAME] --grid N --block N [OPTION...] FILE [FILE]",
        "compares two kernels (docs/equivalence.md)",
        "Compares two kernels, of one file or of two: do they write the same from the same arguments? "
        "docs/equivalence.md describes it.",
    ),
    "suite": Subcommand("[OPTION...] SUITE.yaml...", "many programs, each with its expected answer (docs/suites.md)"),
    "lsp": Subcommand("", "a language server, which editors start (docs/editors.md)"),
}


def usage(name: str) -> str:
    """How a command is called: "cudabmc prove [OPTION...] FILE..."."""
    return f"cudabmc {name} {SUBCOMMANDS[name].words}".rstrip() if name else f"cudabmc {PROGRAM.words}"


def about(name: str) -> str:
    """What a command does; of the one without a name also a line for each other."""
    if name:
        return SUBCOMMANDS[name].about
    briefs = {"FILE...": PROGRAM.brief, **{each: one.brief for each, one in SUBCOMMANDS.items()}}
    lines = [f"  cudabmc {each:<10}  {brief}" for each, brief in briefs.items()]
    return "\n".join([PROGRAM.about, "", "Commands (--help behind one of them tells more):", *lines])


def hint_for_no_file(name: str) -> str:
    """How to call a command that got no file."""
    brief = (SUBCOMMANDS[name] if name else PROGRAM).brief.partition(" (docs")[0]
    return f"{usage(name)} {brief}; --help lists the options"


def hint_for_missing_file(file: str) -> str:
    """A word that is no file may be meant as a command: it is misspelt, or does not stand in front."""
    if file in SUBCOMMANDS:
        return f"the command stands in front of the options: {usage(file)}"
    near = get_close_matches(file, SUBCOMMANDS, n=1, cutoff=0.7)
    return f"did you mean cudabmc {near[0]}?" if near else ""
