"""`cudabmc each`: files as programs of their own, where the plain command takes all of them for one program."""

import os
import pickle
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from cudabmc.command.arguments import Command
from cudabmc.command.survey import source_files
from cudabmc.errors import UsageError
from cudabmc.options.table import OPTIONS, Group, Options
from cudabmc.process.supervise import ChildDiedError, supervised
from cudabmc.report.exit_status import Exit
from cudabmc.report.outputs import asked_for, prepare, takes_stdout, write_reports
from cudabmc.report.plural import plural
from cudabmc.report.proofs import counts
from cudabmc.report.run import Run
from cudabmc.report.together import together
from cudabmc.result import Result, Verdict
from cudabmc.source.includes import with_headers

_WORST_FIRST = (Exit.INTERNAL, Exit.FAILED, Exit.ERROR, Exit.UNKNOWN)
_FOR_ALL = {"--json", "--sarif", "--junit", "--html", "--lcov", "--write-baseline"}
"""Reports that can have what was found in several programs."""


def run_each(command: Command, start: Callable[[Command], int], say: Callable[[str], None],
             arguments: Sequence[str] = ()) -> Exit:  # fmt: skip
    """`start` the command with each file alone, in a process of its own. The status is the worst of all.

    Folders stand for the .cu files below them. `say` gets a line in front of what is printed for a file, and the
    summary of all. Raises UsageError for options that do not fit.
    """
    if command.options.suggests:
        flag = "--fix" if command.options.fix else "--suggest"
        raise UsageError(f"{flag} cannot be used with cudabmc each", hint=f"cudabmc {flag} FILE, for one program")
    files, wanted = _files(command), asked_for(command.options)
    single = [flag for flag in wanted if flag not in _FOR_ALL]
    if single:
        raise UsageError(f"{single[0]} cannot be used with cudabmc each: it is for one program",
            hint="--json, --sarif, --junit, --html and --lcov are for all files together",
        )
    if takes_stdout(command.options):
        raise UsageError("cudabmc each writes reports to files, and not to the standard output")
    options = replace(command.options, prove=command.options.prove or command.kernels)
    prepare(options, files)
    found, runs = set[Exit](), list[Run]()
    signals: list[bool] = []  # an entry for each Ctrl-C
    with tempfile.TemporaryDirectory(prefix="cudabmc-each-") as folder:
        for number, file in enumerate(files):
            say(f"== {file}\n")
            kept = os.path.join(folder, str(number))
            bare = _without_reports(options)
            one = replace(command, files=(file,), options=bare, kept=kept, wants_steps=bool(wanted))
            found.add(_status(one, start, say, lambda: signals.append(True)))
            runs.append(_run(kept, file, options))
            if signals:
                break
    if not runs:
        say("no file has changed\n")
        return Exit.SUCCESSFUL
    if len(runs) > 1:
        say(_summary(runs))
    failed = write_reports(together(runs, options, arguments)) if wanted else []
    for error in failed:
        raise error
    return next((status for status in _WORST_FIRST if status in found), Exit.SUCCESSFUL)


def keep(run: Run, path: str, steps: bool) -> None:
    """Leave a run where the one who started it finds it, with the steps of its violations if reports want them."""
    result = run.result
    if result is not None and not steps:
        bare = tuple(replace(violation, steps=()) for violation in result.violations)
        run = replace(run, result=replace(result, violations=bare))
    with open(path, "wb") as stream:
        pickle.dump(run, stream)


def _run(path: str, file: str, options: Options) -> Run:
    """What a process has left; one that has left nothing has died."""
    try:
        with open(path, "rb") as stream:
            found: Run = pickle.load(stream)
    except (OSError, EOFError, pickle.UnpicklingError):
        return Run((file,), options, Result(Verdict.UNKNOWN, reason="its process has died"))
    return found


def _files(command: Command) -> tuple[str, ...]:
    """Raises UsageError if there are none, or if git does not know a commit."""
    if not command.files:
        raise UsageError("no input file", hint="cudabmc each [OPTION...] FILE_OR_FOLDER...")
    folders = [file for file in command.files if os.path.isdir(file)]
    files = tuple(source_files(command.files)) if folders else command.files
    if command.changed_since is None:
        return files
    changed = set(_changed(command.changed_since))
    dirs = (*command.options.include_dirs, *command.options.system_dirs)
    parts = {file: with_headers([file], dirs) for file in files}
    return tuple(file for file in files if any(os.path.realpath(part) in changed for part in parts[file]))


def _changed(commit: str) -> Iterator[str]:
    """The files below the current folder's repository that differ from a commit, and those that git does not know."""
    root = _git("rev-parse", "--show-toplevel").strip()
    names = _git("diff", "--name-only", "-z", commit, "--") + _git("ls-files", "--others", "--exclude-standard", "-z",
                                                                  "--full-name", root)  # fmt: skip
    return (os.path.realpath(os.path.join(root, name)) for name in names.split("\0") if name)


def _git(*words: str) -> str:
    try:
        run = subprocess.run(["git", *words], capture_output=True, text=True, check=False)
    except OSError as error:
        raise UsageError(f"--changed-since needs git: {error.strerror or error}") from None
    if run.returncode:
        raise UsageError(f"--changed-since: {run.stderr.strip().splitlines()[0] if run.stderr else 'git failed'}")
    return run.stdout


def _without_reports(options: Options) -> Options:
    """The same question, for one of the files: what all of them reach goes into one report."""
    reports = {option.name: None for option in OPTIONS if option.group is Group.REPORTS}
    return replace(options, all_runs=options.finds_all, coverage=options.covers, **reports)  # type: ignore[arg-type]


def _summary(runs: Sequence[Run]) -> str:
    """How many files, and of proofs how many kernels, came out how."""
    verdicts = Counter("not taken" if run.result is None else run.result.verdict.value for run in runs)
    parts = [f"{verdicts[name]} {name}" for name in (*(one.value for one in Verdict), "not taken") if verdicts[name]]
    lines = ["", f"{plural(len(runs), 'file')}: {', '.join(parts)}"]
    proofs = [proof for run in runs if run.result is not None for proof in run.result.proofs]
    if proofs:
        lines.append(counts(proofs))
    for run in runs:
        if run.result is None or run.result.verdict is not Verdict.SUCCESSFUL:
            lines.append(f"  {_why(run)}")
    return "".join(f"{line}\n" for line in lines)


def _why(run: Run) -> str:
    """The file and what is wrong with it; an error at a place names the file itself."""
    if run.error is not None and run.error.location is not None:
        return str(run.error)
    result, what = run.result, str(run.error)
    if result is not None and result.violations:
        what = ", ".join(dict.fromkeys(f"{one.prop} at line {one.places[0].loc.line}" for one in result.violations))
    elif result is not None:
        what = result.reason or result.verdict.value
    return f"{', '.join(run.files)}: {what}"


def _status(
    command: Command, start: Callable[[Command], int], say: Callable[[str], None], interrupted: Callable[[], None]
) -> Exit:
    try:
        return Exit(supervised(lambda _: start(command), None, interrupted))
    except ChildDiedError as error:
        say(f"Unknown: the run {error}\n")
        return Exit.UNKNOWN
