"""From suite files to cases, with every mistake of every file told at once."""

import os
from collections.abc import Sequence
from dataclasses import replace

from cudabmc.late_dataclass import dataclass
from cudabmc.options.table import Options
from cudabmc.result import ProofOutcome
from cudabmc.source.location import Location
from cudabmc.suite.case import Case, Expectation, Expected, Line
from cudabmc.suite.entries import Entries
from cudabmc.suite.foreign import FOREIGN, stated_by
from cudabmc.suite.nodes import Keys, ScalarNode, YamlNode, read_yaml
from cudabmc.suite.option_entries import read_options
from cudabmc.suite.paths import files_of, is_pattern, name_from, shown_path, similar_file
from cudabmc.suite.problems import Problem, SuiteError, near
from cudabmc.suite.stated import Stated, stated_property

SUITE_KEYS = ("name", "why", "defaults", "cases")
CASE_KEYS = ("file", "files", "except", "name", "expect", "property", "line", "lines", "kernels", "options", "why")
OUTCOMES = tuple(outcome.value for outcome in ProofOutcome)
EXPECTATIONS = (*Expected.__members__, *FOREIGN)


@dataclass(frozen=True, slots=True)
class Suite:
    """A suite and its cases, in the order of the file. `warnings` tell what is left out."""

    name: str
    path: str
    cases: tuple[Case, ...]
    warnings: tuple[Problem, ...] = ()


def read_suites(paths: Sequence[str]) -> list[Suite]:
    """The suites of YAML files. Raises SuiteError with all mistakes of all files."""
    problems: list[Problem] = []
    suites: list[Suite] = []
    for path in dict.fromkeys(shown_path(path) for path in paths):
        suite = _read_suite(path, problems)
        other = next((s for s in suites if suite and s.name == suite.name), None)
        if suite and other:
            problems.append(Problem(Location(path, 1), f"{other.path} is called {suite.name!r} too", "rename one"))
        suites += [suite] if suite else []
    raise_mistakes(problems)
    return suites


def raise_mistakes(problems: Sequence[Problem]) -> None:
    """Raises SuiteError with all problems but the warnings, in the order of the files, if there are any."""
    mistakes = [problem for problem in problems if not problem.warning]
    if mistakes:
        raise SuiteError(sorted(mistakes, key=lambda p: (p.location.file, p.location.line, p.location.column)))


def read_suite(path: str) -> Suite:
    """The suite of one YAML file. Raises SuiteError."""
    return read_suites([path])[0]


def _read_suite(path: str, problems: list[Problem]) -> Suite | None:
    try:
        root = read_yaml(path, problems)
    except SuiteError as error:
        problems += error.problems
        return None
    if not isinstance(root, Keys):
        where = root.location if root else Location(path, 1)
        problems.append(Problem(where, "a suite is a mapping", f"with the keys {', '.join(SUITE_KEYS)}"))
        return None
    entries = Entries(root, "a suite", SUITE_KEYS, problems)
    name = entries.text("name", needed="the suite needs a name")
    if entries.has("why"):
        entries.text("why")
    folder = os.path.dirname(path)
    defaults = read_options(entries.mapping("defaults"), Options(), folder, problems)
    if not entries.has("cases"):
        entries.problem(root.location, "cases is missing", "a suite is a list of cases: - {file: ..., expect: ...}")
    reader = _CaseReader(name, folder, defaults, problems)
    cases = [case for node in entries.nodes("cases") for case in reader.cases(node)]
    if entries.has("cases") and not list(entries.nodes("cases")):
        entries.problem(entries.place("cases"), "there are no cases")
    mine = tuple(problem for problem in problems if problem.warning)
    problems[:] = [problem for problem in problems if not problem.warning]
    return Suite(name, path, tuple(with_unique_names(cases)), mine)


class _CaseReader:
    """Reads the entries of `cases`."""

    def __init__(self, suite: str, folder: str, defaults: Options, problems: list[Problem]) -> None:
        self._suite, self._folder, self._defaults, self._problems = suite, folder, defaults, problems

    def cases(self, node: YamlNode) -> list[Case]:
        """The cases of one entry: one for each file that the pattern of `file` fits."""
        if not isinstance(node, Keys):
            self._problems.append(Problem(node.location, "a case is a mapping", "as in {file: a.cu, expect: FAILED}"))
            return []
        entries = Entries(node, "a case", CASE_KEYS, self._problems)
        why, name = (entries.text(key) if entries.has(key) else "" for key in ("why", "name"))
        groups = self._files(entries)
        if name and len(groups) > 1:
            entries.problem(entries.place("name"), f"one name for {len(groups)} cases", "leave it out")
        expected = self._expected(entries, groups[0] if groups else ())
        options = entries.mapping("options")
        base = read_options(options, self._defaults, self._folder, self._problems)
        if entries.has("kernels") and not base.prove:
            entries.problem(entries.place("kernels"), "kernels are answered for by proofs", "options: {prove: true}")
        if isinstance(expected, Expectation):
            stated = [(files, Stated(expected, base)) for files in groups]
        elif expected:
            stated = [
                (files, replace(own, options=read_options(options, own.options, self._folder, [])))
                for files in groups
                for own in stated_by(expected, files, self._defaults, self._problems)
            ]
        else:
            stated = []
        return [self._case(node, name, why, files, own) for files, own in stated]

    def _case(self, node: YamlNode, name: str, why: str, files: tuple[str, ...], stated: Stated) -> Case:
        own = name_from(files[0], self._folder)
        return Case(
            self._suite,
            f"{name or own} {stated.name}".rstrip(),
            os.path.dirname(own) or os.curdir,
            stated.files or files,
            stated.expectation,
            stated.options,
            node.location,
            why or stated.why,
            stated.notes,
        )

    # ------------------------------------------------------------ files

    def _files(self, entries: Entries) -> list[tuple[str, ...]]:
        """The files of each case."""
        if entries.has("file") == entries.has("files"):
            both = entries.has("file")
            message = "file and files exclude each other" if both else "file is missing"
            entries.problem(entries.node.location, message, "file: one case for each, files: one case of several")
            return []
        if entries.has("files"):
            together = [file for where, text in entries.texts("files") for file in self._fitting(where, text)]
            return [tuple(dict.fromkeys(together))] if together else []
        text = entries.text("file")
        left_out = {file for where, out in entries.texts("except") for file in self._fitting(where, out)}
        found = self._fitting(entries.place("file"), text) if text else []
        kept = [file for file in found if file not in left_out]
        if found and not kept:
            entries.problem(entries.place("except"), "nothing is left of the files")
        return [(file,) for file in kept]

    def _fitting(self, where: Location, text: str) -> list[str]:
        try:
            found = files_of(text, self._folder)
        except ValueError as error:
            self._problems.append(Problem(where, f"{text!r} is not a file name: {error}"))
            return []
        if not found:
            what = "no file matches" if is_pattern(text) else "there is no file"
            similar = similar_file(text, self._folder)
            hint = f"did you mean {similar}?" if similar else "paths are relative to the suite's file"
            self._problems.append(Problem(where, f"{what} {text}", hint))
        return found

    # ------------------------------------------------------------ expectation

    def _expected(self, entries: Entries, files: tuple[str, ...]) -> Expectation | str | None:
        """What must come out; the form in which the files say it themselves; or None after a mistake."""
        known = f"one of {', '.join(EXPECTATIONS)}"
        kernels = self._kernels(entries)
        if kernels and not entries.has("expect"):
            word = _verdict_of(kernels).value
        else:
            word = entries.text("expect", needed=f"say what is expected, {known}")
        details = [key for key in ("property", "line", "lines", "kernels") if entries.has(key)]
        if word in FOREIGN:
            for key in details:
                entries.problem(entries.place(key), f"{key} is what `expect: {word}` reads from the files")
            return word
        if word and word not in EXPECTATIONS:
            hint = near(word, EXPECTATIONS)
            entries.problem(entries.place("expect"), f"expect is {word!r}, which is not {known}", hint)
        verdict = Expected.__members__.get(word)
        details = [key for key in details if key != "kernels"]
        if details and verdict not in (None, Expected.FAILED):
            entries.problem(entries.place(details[0]), f"{details[0]} belongs to expect: FAILED, not to {word}")
        properties = [
            prop for where, text in entries.texts("property") if (prop := stated_property(where, text, self._problems))
        ]
        if entries.has("line") and entries.has("lines"):
            entries.problem(entries.place("lines"), "line and lines exclude each other")
        line = [self._line(node, files) for node in entries.nodes("line")]
        if len(line) > 1:
            entries.problem(entries.place("line"), "line is a single number", "lines takes a list")
        lines = tuple(found for node in entries.nodes("lines") if (found := self._line(node, files)))
        return verdict and Expectation(verdict, tuple(properties), line[0] if line else None, lines, kernels)

    def _kernels(self, entries: Entries) -> tuple[tuple[str, ProofOutcome], ...]:
        """What must be said of kernels that are to be proved."""
        found = entries.mapping("kernels")
        kernels = []
        for name, (_, node) in (found.entries if found else {}).items():
            word = node.text if isinstance(node, ScalarNode) else ""
            if word in OUTCOMES:
                kernels.append((name, ProofOutcome(word)))
            else:
                message = f"{name} is to be {word!r}, which is not one of {', '.join(OUTCOMES)}"
                self._problems.append(Problem(node.location, message, near(word, OUTCOMES)))
        return tuple(kernels)

    def _line(self, node: YamlNode, files: tuple[str, ...]) -> Line | None:
        """A number, which is a line of the first file, or FILE:NUMBER."""
        if isinstance(node, ScalarNode):
            value = node.value
            if isinstance(value, int) and not isinstance(value, bool) and value > 0:
                return Line(value, os.path.basename(files[0]) if len(files) > 1 else "")
            file, _, number = node.text.rpartition(":")
            if file.strip() and number.isdecimal() and int(number) > 0:
                return Line(int(number), file.strip())
        self._problems.append(Problem(node.location, "expected a line number from 1, or 'FILE:NUMBER' in quotes"))
        return None


def _verdict_of(kernels: Sequence[tuple[str, ProofOutcome]]) -> Expected:
    """What a file with these kernels ends with."""
    outcomes = {outcome for _, outcome in kernels}
    if ProofOutcome.FAULTY in outcomes:
        return Expected.FAILED
    return Expected.UNKNOWN if ProofOutcome.UNKNOWN in outcomes else Expected.SUCCESSFUL


def with_unique_names(cases: Sequence[Case]) -> list[Case]:
    """Cases of one file with different options get numbers behind their names."""
    seen: dict[str, int] = {}
    unique = []
    for case in cases:
        seen[case.name] = count = seen.get(case.name, 0) + 1
        unique.append(case if count == 1 else replace(case, name=f"{case.name} ({count})"))
    return unique
