"""`--suggest`: edits of the source that may repair the first violation, each verified as the program itself is.

Breadth first: edits of the program, the cheapest first; then, where an edit removes the violation and another one
appears, edits of that text. The first text that verifies is looked at again, at a larger bound and for what edits may
break in turn: memory that is not freed, or read before it is written.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from time import monotonic

from cudabmc.errors import CudabmcError, ResourceError, UsageError
from cudabmc.late_dataclass import dataclass
from cudabmc.options.table import Options
from cudabmc.process.activity import Activity, Watch
from cudabmc.process.deadline import deadline
from cudabmc.process.limits import MemoryLimitError, remaining
from cudabmc.repair.catalogue import REPAIRED, candidate_edits
from cudabmc.repair.edited_source import EditedSource
from cudabmc.repair.file_text import FileText, NotEditedError, file_text, write_fix
from cudabmc.repair.line_numbers import lines_before
from cudabmc.repair.patch import replaced_lines, unified_patch
from cudabmc.repair.source_edit import SourceEdit
from cudabmc.repair.source_tokens import UnreadableSourceError
from cudabmc.result import AskedQuestion, Result, Verdict, Violation
from cudabmc.source.location import Location
from cudabmc.source.text import SourceText
from cudabmc.suggestion import SuggestedEdit, Suggestion
from cudabmc.verification.second_look import SecondLook

_TIME = 120.0
"""Seconds for a search without --suggest-time."""
_LEAST = 20.0
_TIMES = 8
"""An edited program may take so many times as long as the program, and `_LEAST` seconds in any case."""
_SECOND_LOOK = 0.2
"""Of the time, what is kept for a second look: no edit is tried any more."""
_DEPTH = 3
"""Edits of one suggestion, at most."""
_WIDTH = 8
"""Texts in which another violation has come up that are edited further, at each depth."""
_SHOWN = 3

RunFiles = Callable[[Sequence[str], Options, Watch], Result]
"""The ordinary pipeline."""


def refuse(options: Options) -> None:
    """Raises UsageError for questions that an edited program cannot be verified for."""
    flag = "--fix" if options.fix else "--suggest"
    asked = {
        "--replay": options.replay is not None,
        "--strategy random": options.strategy == "random",
        "--two-threads": options.two_threads,
    }
    for other, given in asked.items():
        if given:
            raise UsageError(f"{flag} verifies each edit, which {other} does not allow", hint=f"leave out {other}")


def with_suggestion(run: RunFiles, files: Sequence[str], options: Options, watch: Watch) -> Result:
    """The answer of a run, and edits that repair what it has found."""
    refuse(options)
    inner = Watch()
    watch.look = lambda: inner.look()
    texts = {str(file): _text_of(file) for file in files}
    start = monotonic()
    result = run(files, replace(options, suggest=False, fix=False), inner)
    result.question = AskedQuestion(tuple(files), options)
    if result.verdict is Verdict.FAILED and result.violations:
        search = RepairSearch(run, files, options, texts)
        watch.look = search.look
        result.suggestion = search.suggestion(result, monotonic() - start)
    watch.answered()
    return result


def _text_of(file: str) -> FileText | str:
    """The text, or why there is none to edit."""
    try:
        return file_text(file)
    except NotEditedError as error:
        return str(error)


@dataclass(frozen=True, slots=True)
class _EditedProgram:
    """Texts by the names of their files, the edits that have led to them, and the violation that is next. `met` are the
    violations on the way, by what names them."""

    texts: Mapping[str, str]
    edits: tuple[SourceEdit, ...]
    violation: Violation
    met: frozenset[object]

    def with_edit(self, name: str, text: str) -> Mapping[str, str]:
        """The texts with another one for a file."""
        return {**self.texts, name: text}


class RepairSearch:
    """The search for a repair of one program."""

    def __init__(
        self, run: RunFiles, files: Sequence[str], options: Options, texts: Mapping[str, FileText | str]
    ) -> None:
        self._run = run
        self._files = files
        self._options = options
        self._old = {name: text for name, text in texts.items() if isinstance(text, FileText)}
        self._not_edited = [f"{name} {why}" for name, why in texts.items() if isinstance(why, str)]
        self._first: Violation | None = None
        self._end = self._last = 0.0
        self._each = _LEAST
        self._tried = 0
        self._moved: dict[str, None] = {}
        self._watch = Watch()

    def look(self) -> Activity:
        """What the search is doing."""
        activity = self._watch.look()
        return replace(activity, stage=f"verifying edit {self._tried}: {activity.stage}")

    def suggestion(self, result: Result, seconds: float) -> Suggestion:
        """What the search finds for the first violation of a result, which has taken so many seconds."""
        self._first = result.violations[0]
        if self._first.prop not in REPAIRED:
            return Suggestion(reason=f"there are no edits for the property {self._first.prop}")
        if not self._is_at_hand(self._first):
            return Suggestion(reason="; ".join(self._not_edited) or "it is in none of the files of the command line")
        self._each = max(_LEAST, _TIMES * seconds)
        self._last = monotonic() + self._time()
        self._end = self._last - _SECOND_LOOK * self._time()
        old = {name: text.text for name, text in self._old.items()}
        self._second_look = SecondLook(self._answer, self._asked(), self._first, old)
        try:
            return self._search(self._first)
        except MemoryLimitError as error:
            return self._nothing(f"{error.message}")
        except ResourceError:
            return self._nothing("time ran out")
        except KeyboardInterrupt:
            return self._nothing("interrupted")

    def _time(self) -> float:
        """Seconds for all of it. What is left of --timeout has to do for the reports, too."""
        left = remaining()
        wanted = self._options.suggest_time or _TIME
        return wanted if left is None else min(wanted, 0.9 * left - 1)

    def _is_at_hand(self, violation: Violation) -> bool:
        """Does the violation touch a file that may be edited?"""
        locs = [place.loc for place in violation.places]
        locs += [loc for place in violation.places for _, loc in place.stack]
        if violation.object is not None and violation.object.allocated is not None:
            locs.append(violation.object.allocated)
        return any(loc.file in self._old for loc in locs)

    def _search(self, first: Violation) -> Suggestion:
        texts = {name: old.text for name, old in self._old.items()}
        level = [_EditedProgram(texts, (), first, frozenset({self._named(first, texts)}))]
        seen = {_frozen(texts)}
        for _ in range(_DEPTH):
            following: list[_EditedProgram] = []
            for program in level:
                for edit, edited in self._candidates(program):
                    if _frozen(edited) in seen:
                        continue
                    seen.add(_frozen(edited))
                    if monotonic() > self._end:
                        return self._nothing("the time for the search was over")
                    found = self._try(program, edit, edited)
                    if isinstance(found, Suggestion):
                        return found
                    following += [found] if found is not None else []
            level = sorted(following, key=lambda one: sum(edit.cost for edit in one.edits))[:_WIDTH]
        return self._nothing("" if self._tried else "no edit fits it")

    def _candidates(self, program: _EditedProgram) -> Iterator[tuple[SourceEdit, Mapping[str, str]]]:
        """Edits of all files, the cheapest first."""
        found: list[tuple[SourceEdit, Mapping[str, str]]] = []
        for name, text in program.texts.items():
            try:
                source = EditedSource(name, text, self._old[name].text)
            except UnreadableSourceError:
                continue
            found += [(edit, program.with_edit(name, new)) for edit, new in candidate_edits(program.violation, source)]
        return iter(sorted(found, key=lambda one: one[0].cost))

    def _try(
        self, program: _EditedProgram, edit: SourceEdit, texts: Mapping[str, str]
    ) -> Suggestion | _EditedProgram | None:
        """A suggestion if the edited program verifies; the program if another violation has come up."""
        self._tried += 1
        result = self._answer(texts, self._asked())
        edits = (*program.edits, edit)
        if result is None or result.verdict is Verdict.UNKNOWN:
            return None
        if result.verdict is Verdict.SUCCESSFUL:
            seen_again = self._second_look.said(edits, texts)
            return self._found(edits, texts, seen_again) if seen_again else None
        if not result.violations:
            return None
        violation = result.violations[0]
        name = self._named(violation, texts)
        assert self._first is not None
        if name in program.met or (violation.prop in _BY_BARRIERS and self._first.prop not in _BY_BARRIERS):
            return None
        where = f" at {self._before_edits(violation.places[0].loc, texts)}" if violation.places else ""
        self._moved.setdefault(f"{_told(edits)}: then {violation.prop}{where}", None)
        return _EditedProgram(texts, edits, violation, program.met | {name})

    def _asked(self) -> Options:
        """The question that an edited program is asked."""
        return replace(self._options, suggest=False, fix=False, coverage=False, lcov=None, write_baseline=None,
                       all_runs=False, output_dir=None, smt_dir=None, explain_proofs=False)  # fmt: skip

    def _answer(self, texts: Mapping[str, str], options: Options) -> Result | None:
        """The answer for edited texts; None if they are no program, or if time ran out."""
        sources = [SourceText(texts[str(file)], str(file)) if str(file) in texts else file for file in self._files]
        try:
            with deadline(max(0.1, min(self._each, self._last - monotonic()))):
                return self._run(sources, options, self._watch)
        except MemoryLimitError:
            raise
        except CudabmcError:
            left = remaining()
            if left is not None and left <= 0:
                raise ResourceError("time ran out") from None
            return None

    def _before_edits(self, loc: Location, texts: Mapping[str, str]) -> Location:
        """Where the line of a position is in the file of the user."""
        old = self._old.get(loc.file)
        return replace(loc, line=lines_before(old.text, texts[loc.file])[loc.line]) if old is not None else loc

    def _named(self, violation: Violation, texts: Mapping[str, str]) -> object:
        """What stays of a violation when lines move: its property, and the texts of its lines."""
        lines = []
        for place in violation.places:
            text = texts.get(place.loc.file, "").split("\n")
            at = place.loc.line - 1
            lines.append(text[at].strip() if 0 <= at < len(text) else str(place.loc))
        return violation.prop, tuple(sorted(set(lines)))

    def _found(self, edits: tuple[SourceEdit, ...], texts: Mapping[str, str], seen_again: str) -> Suggestion:
        changed = {name: text for name, text in texts.items() if text != self._old[name].text}
        old = {name: self._old[name] for name in changed}
        patch = "".join(
            unified_patch(name, file.as_written(file.text), file.as_written(changed[name]))
            for name, file in old.items()
        )
        lines = [one for name, file in old.items() for one in replaced_lines(name, file.text, changed[name])]
        said = tuple(SuggestedEdit(edit.sentence, edit.price) for edit in edits)
        suggestion = Suggestion(said, patch, tuple(lines), self._tried, seen_again=seen_again)
        return self._fixed(suggestion, changed) if self._options.fix else suggestion

    def _fixed(self, suggestion: Suggestion, changed: Mapping[str, str]) -> Suggestion:
        """The files are changed, all or, if one of them cannot be, those in front of it."""
        written: list[str] = []
        for name, text in changed.items():
            try:
                write_fix(self._old[name], text)
            except NotEditedError as error:
                return replace(suggestion, written=tuple(written), refused=f"{name} {error}")
            written.append(name)
        return replace(suggestion, written=tuple(written))

    def _nothing(self, reason: str) -> Suggestion:
        return Suggestion(tried=self._tried, reason=reason, moved=tuple(self._moved)[:_SHOWN])


_BY_BARRIERS = ("barrier-divergence", "deadlock")


def _frozen(texts: Mapping[str, str]) -> frozenset[tuple[str, str]]:
    return frozenset(texts.items())


def _told(edits: Sequence[SourceEdit]) -> str:
    return ", and ".join(edit.sentence for edit in edits)
