"""Advice on performance as text: the places with their figures, what was watched, and limits that were exceeded."""

from collections.abc import Iterable, Iterator

from cudabmc.advice import Advice, AdviceReport, WarpPicture, WatchedLaunch
from cudabmc.report.excerpt import excerpt
from cudabmc.report.plural import plural
from cudabmc.report.style import Style, printable
from cudabmc.result import Verdict
from cudabmc.source.files import LineLookup

MOST_LAUNCHES = 6
"""Launches that the list of what was watched names."""

MOST_LANES = 4
"""Lanes whose bytes a line names."""


BEHIND_VIOLATIONS = "the program breaks a property, as told above: behind that, a device may do something else"
"""What advice rests on if the verification has failed."""


def advice_lines(advice: AdviceReport, verdict: Verdict, lookup: LineLookup, style: Style) -> list[str]:
    """The part of a report that has all advice. None of it is a violation."""
    if advice.given:
        lines = [f"Advice on performance ({plural(len(advice.given), 'place')}, no violations)"]
    else:
        lines = ["Advice on performance: none"]
    for one in advice.given:
        lines += ["", *_one(one, lookup, style)]
    lines += [""] if advice.given else []
    lines += [f"Watched: {text}" for text in _watched(advice.watched)]
    lines += [f"{style.warning('note:')} {BEHIND_VIOLATIONS}"] if verdict is Verdict.FAILED else []
    lines += [f"{style.warning('left out:')} {printable(text)}" for text in advice.missing]
    return lines


def _one(one: Advice, lookup: LineLookup, style: Style) -> Iterator[str]:
    told = printable(f"{one.message} [{one.kind.value} {one.figure_text}]")
    yield f"{style.bold(f'{one.loc}:')} {style.note('advice:')} {told}"
    yield from excerpt(one.loc, lookup, style)
    where = f"launch {one.launch} of {printable(one.kernel)}"
    if one.picture is not None:
        picture = one.picture
        where += f", block ({', '.join(map(str, picture.block))}), warp {picture.warp}: {picture_text(picture)}"
    yield f"  {where}"


def picture_text(picture: WarpPicture) -> str:
    """What the lanes of a warp do, in a few words."""
    if picture.action == "branch":
        sides = [[one.lane for one in picture.lanes if one.side == side] for side in (0, 1)]
        return " against ".join(f"lanes {lanes_text(side)}" for side in sides)
    shown = [f"{one.offset}" for one in picture.lanes[:MOST_LANES]]
    more = ", ..." if len(picture.lanes) > MOST_LANES else ""
    size = plural(picture.lanes[0].size, "byte")
    lanes = lanes_text([one.lane for one in picture.lanes])
    noun = "lane" if len(picture.lanes) == 1 else "lanes"
    return f"{noun} {lanes} at offsets {', '.join(shown)}{more} of '{printable(picture.object)}', {size} each"


def lanes_text(lanes: Iterable[int]) -> str:
    """`0-15, 20`."""
    found: list[list[int]] = []
    for lane in lanes:
        if found and found[-1][1] == lane - 1:
            found[-1][1] = lane
        else:
            found.append([lane, lane])
    return ", ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in found)


def _watched(launches: tuple[WatchedLaunch, ...]) -> list[str]:
    found = [_watched_text(one) for one in launches[:MOST_LAUNCHES]]
    if len(launches) > MOST_LAUNCHES:
        found.append(f"{len(launches) - MOST_LAUNCHES} more launches")
    return found or ["no launch"]


def _watched_text(one: WatchedLaunch) -> str:
    if len(one.blocks) == one.of:
        return f"launch {one.number} of {printable(one.kernel)}, {'its only block' if one.of == 1 else 'all blocks'}"
    return f"launch {one.number} of {printable(one.kernel)}, blocks {', '.join(map(str, one.blocks))} of {one.of}"


def limit_lines(advice: AdviceReport, limits: tuple[str, ...], style: Style) -> list[str]:
    """Which limits of --fail-on are exceeded, and where; or that it is not known whether some are."""
    lines = [
        f"{style.error('failed:')} --fail-on '{limit}': {one.kind.value} {one.figure_text} at {one.loc}"
        for limit, one in advice.above(limits)
    ]
    if limits and not lines and advice.missing:
        told = ", ".join(f"'{limit}'" for limit in limits)
        lines.append(f"{style.warning('unknown:')} --fail-on {told}: nothing above, but not all was watched")
    return lines


