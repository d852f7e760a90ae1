"""The violations of a result as the data of the page."""

from collections.abc import Iterable, Mapping, Sequence

from cudabmc.options.schedule import format_schedule
from cudabmc.properties.barrier_divergence import BARRIER_DIVERGENCE
from cudabmc.properties.bounds import BOUNDS
from cudabmc.properties.deadlock import DEADLOCK
from cudabmc.report.group import ViolationGroup, grouped
from cudabmc.report.html.about import Data
from cudabmc.report.html.beyond import access_beyond
from cudabmc.report.html.lanes import lanes
from cudabmc.report.html.moments import MOST_PLACES, Moments, contested, moments
from cudabmc.report.html.rows import Rows
from cudabmc.report.inputs import idle_inputs, inputs_that_matter
from cudabmc.report.names import object_name, thread_name, thread_names
from cudabmc.report.origins import origin_steps
from cudabmc.report.shorten import steps_to_show
from cudabmc.report.style import printable
from cudabmc.report.violation import sentence
from cudabmc.result import HOST_THREAD, Account, Place, Result, Step, StepAccess, Suppressed, ThreadId, Violation, Words
from cudabmc.source.files import LineLookup


def findings(result: Result, rows: Rows, lookup: LineLookup) -> list[Data]:
    """Violations in the order of the text report, then those that comments accept."""
    groups = grouped(result.violations)
    numbers = {id(group.first): number for number, group in enumerate(groups)}
    shown = [
        _finding(group, rows, lookup, None) | {"cause": numbers[id(group.cause)] if group.cause else -1}
        for group in groups
    ]
    reasons = {id(suppressed.violation): suppressed for suppressed in result.suppressed}
    hidden = grouped(suppressed.violation for suppressed in result.suppressed)
    return shown + [_finding(group, rows, lookup, reasons[id(group.first)]) for group in hidden]


def _finding(group: ViolationGroup, rows: Rows, lookup: LineLookup, suppressed: Suppressed | None) -> Data:
    violation = group.first
    at = moments(violation)
    beyond = access_beyond(violation)
    cell = beyond.access if beyond else contested(violation, at)
    steps = [*violation.steps, *(_end(violation, violation.places[number], cell) for number in at.ends)]
    hint = group.hint
    return {
        "property": violation.prop,
        "message": printable(violation.message),
        "hint": printable(sentence(hint)) if hint else "",
        "places": [_place(place, rows, at, number) for number, place in enumerate(violation.places[:MOST_PLACES])],
        "crowds": _crowds(violation.places) if len(violation.places) > MOST_PLACES else [],
        "object": printable(object_name(violation.object, lookup)) if violation.object else "",
        "inputs": inputs_that_matter(violation.inputs, violation.idle),
        "idle": idle_inputs(violation.inputs, violation.idle),
        "output": [printable(line) for line in violation.output.splitlines()],
        "schedule": format_schedule(violation.schedule),
        "also": _also(group),
        "suppressed": _suppressed(suppressed, rows),
        "trace": rows.trace(steps),
        "ends": len(at.ends),
        "shown": _shown(violation, at),
        "cell": rows.access(cell) if cell else None,
        "about": _object(violation, cell, rows),
        "streams": lanes(violation, at, rows),
        "bounds": {"size": beyond.size, "shape": list(beyond.shape)} if beyond else None,
    }


def _object(violation: Violation, cell: StepAccess | None, rows: Rows) -> int:
    """The number of the object whose memory the page shows first: the disputed one, the one that the violation names,
    or shared memory that threads use that miss each other at a barrier. Otherwise -1."""
    if cell is not None:
        return rows.number_of(cell)
    named = violation.object
    touched = [access for step in reversed(violation.steps) for access in step.accesses]
    for access in touched:
        if named is not None and (access.object, access.space) == (named.name, named.space):
            return rows.number_of(access)
    at_barrier = violation.prop in (BARRIER_DIVERGENCE.id, DEADLOCK.id)
    return next((rows.number_of(access) for access in touched if at_barrier and access.space == "shared"), -1)


def _end(violation: Violation, place: Place, cell: StepAccess | None) -> Step:
    """The step that ended the run: what the violation says."""
    text = violation.message
    if len(violation.places) > 1 and place.action:
        text = f"{place.action} {cell.element}" if cell and violation.prop == "data-race" else place.action
    same = [step for step in violation.steps if step.thread == place.thread]
    last = same[-1] if same else None
    depth = last.depth if last and last.function == place.function else len(place.stack)
    switch = violation.steps[-1].thread != place.thread
    accesses = (cell,) if cell is not None and violation.prop == BOUNDS.id else ()
    return Step(
        place.thread, place.loc, place.function, Account(Words(text, (), accesses)), switch=switch, depth=depth,
        interval=last.interval + last.barrier if last else 0,
    )  # fmt: skip


def _place(place: Place, rows: Rows, at: Moments, number: int) -> Data:
    return {
        "thread": rows.threads.of(place.thread),
        "at": rows.place(place.loc),
        "macro": printable(place.loc.macro),
        "function": printable(place.function),
        "action": printable(place.action),
        "stack": [[printable(name), *rows.place(loc)] for name, loc in place.stack],
        "values": [[printable(name), printable(value)] for name, value in place.values],
        "step": at.steps[number] if at.steps else -1,
    }


def _shown(violation: Violation, at: Moments) -> list[int]:
    """The steps of the short timeline."""
    involved = [place.thread for place in violation.places[:MOST_PLACES]]
    recorded = len(violation.steps)
    wanted = [*(index for index in at.steps if index < recorded), *origin_steps(violation)]
    short = steps_to_show(violation.steps, involved, wanted)
    return [*short, *range(recorded, recorded + len(at.ends))]


def _crowds(places: Sequence[Place]) -> list[list[object]]:
    """What the threads of a crowd do, and their names: `[action, [names], how many]`."""
    crowds: dict[str, list[ThreadId]] = {}
    for place in places:
        crowds.setdefault(place.action, []).append(place.thread)
    return [[printable(action), thread_names(crowd), len(crowd)] for action, crowd in crowds.items()]


def _also(group: ViolationGroup) -> list[str]:
    same = [f"the same in {name}" for name in thread_names(group.further)]
    return [printable(text) for text in (*same, *(other.message for other in group.others))]


def _suppressed(suppressed: Suppressed | None, rows: Rows) -> Data | None:
    if suppressed is None:
        return None
    return {"at": rows.place(suppressed.loc), "reason": printable(suppressed.reason),
            "by": suppressed.by.value}


def threads(rows: Rows) -> list[Data]:
    """The threads by number: full name, short name, and what they run."""
    inside = [t for t in rows.threads.values if t.block is not None]
    sizes = _dimensions(t.block or (0, 0, 0) for t in inside), _dimensions(t.thread for t in inside)
    launches: Mapping[str, set[int]] = _launches(inside)
    return [_thread(t, sizes, len(launches.get(t.kernel, ())) > 1) for t in rows.threads.values]


def _dimensions(indices: Iterable[tuple[int, int, int]]) -> int:
    """How many coordinates it takes to tell the indices apart: 1, 2 or 3."""
    return max((3 if z else 2 if y else 1 for _, y, z in indices), default=1)


def _launches(inside: Sequence[ThreadId]) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for thread in inside:
        found.setdefault(thread.kernel, set()).add(thread.launch)
    return found


def _thread(thread: ThreadId, sizes: tuple[int, int], again: bool) -> Data:
    if thread.block is None:
        name = printable(thread.kernel or "host")
        kind = "transfer" if thread.kernel and not thread.kernel.startswith(HOST_THREAD) else "host"
        return {"name": name, "short": name, "kind": kind, "kernel": "", "group": -1}
    kernel = printable(thread.kernel) + (f" (launch {thread.launch})" if again else "")
    return {
        "name": printable(thread_name(thread)),
        "short": _short(_index(thread.block, sizes[0]), _index(thread.thread, sizes[1]), sizes == (1, 1)),
        "kind": "thread",
        "kernel": kernel,
        "block": f"{thread.launch}:{thread.block}",
    }


def _short(block: str, thread: str, flat: bool) -> str:
    """`block 0 thread 31`, or `b(0,1) t(3,2)`: more coordinates leave no room for words."""
    return f"block {block} thread {thread}" if flat else f"b{block} t{thread}"


def _index(xyz: tuple[int, int, int], dimensions: int) -> str:
    return str(xyz[0]) if dimensions == 1 else f"({','.join(map(str, xyz[:dimensions]))})"
