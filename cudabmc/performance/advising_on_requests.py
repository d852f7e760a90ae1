"""From requests to advice: bank conflicts, sectors, and atomics on one address, for each place of the source."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from cudabmc.advice import SECTOR, Advice, AdviceKind, LaneAccess, WarpPicture, number_text
from cudabmc.goto.program import Space
from cudabmc.performance.banks import bank_degree, words_of_banks
from cudabmc.performance.requests import AccessSite, LaneBytes, WarpRequest
from cudabmc.performance.same_address import lanes_of_one_address
from cudabmc.performance.sectors import least_sectors, sectors_of
from cudabmc.state.events import ATOMIC, VERBS

WORTH_SECTORS = 1.2
"""From so many times the sectors on that are needed it is worth a word: rows that begin a little off take 1.25."""

Measure = Callable[[Mapping[int, LaneBytes]], int]

_SHARED, _ATOMIC = Space.SHARED.value, VERBS[ATOMIC]
_ON_CHIP = frozenset({Space.SHARED.value, Space.LOCAL.value, Space.CONSTANT.value})


def of_requests(requests: Iterable[WarpRequest]) -> Iterator[Advice]:
    """The advice on the accesses of all requests, for each place that of the launch in which it is worst."""
    groups: dict[AccessSite, dict[int, list[WarpRequest]]] = defaultdict(lambda: defaultdict(list))
    for request in requests:
        groups[request.site][request.launch].append(request)
    for site, launches in groups.items():
        if site.space == _SHARED:
            yield from _worst(_banks(site, number, some) for number, some in launches.items())
        elif site.space not in _ON_CHIP:
            yield from _worst(_sectors(site, number, some) for number, some in launches.items())
        if site.action == _ATOMIC:
            yield from _worst(_atomics(site, number, some) for number, some in launches.items())


def _worst(found: Iterable[Advice | None]) -> list[Advice]:
    there = [one for one in found if one is not None]
    return [max(there, key=lambda one: one.figure)] if there else []


def _picture(request: WarpRequest) -> WarpPicture:
    lanes = tuple(LaneAccess(lane, a.offset, a.size) for lane, a in sorted(request.lanes.items()))
    site = request.site
    return WarpPicture(request.block, request.warp, site.action, lanes, site.object, site.space)


def _of_all(requests: list[WarpRequest], bad: int) -> str:
    if len(requests) == 1:
        return "the only request of a warp that was watched"
    return f"all {bad} requests" if bad == len(requests) else f"{bad} of {len(requests)} requests"


def _verb(site: AccessSite) -> str:
    return {"read": "reads", "write": "writes"}.get(site.action, "updates")


def _banks(site: AccessSite, launch: int, requests: list[WarpRequest]) -> Advice | None:
    degrees = [bank_degree(request.lanes) for request in requests]
    degree = max(degrees)
    if degree == 1:
        return None
    bad, worst = sum(one > 1 for one in degrees), requests[degrees.index(degree)]
    groups = words_of_banks(worst.lanes)
    bank = next(bank for banks in groups for bank, words in sorted(banks.items()) if len(words) == degree)
    who = "a warp" if len(groups) == 1 else f"each {'half' if len(groups) == 2 else 'quarter'} of a warp"
    message = (
        f"{degree}-way bank conflict: {who} {_verb(site)} '{site.object}' in {degree} steps instead of one, as its "
        f"lanes use {degree} different words of bank {bank}; {_of_all(requests, bad)} in conflict"
    )
    return Advice(
        AdviceKind.BANK_CONFLICT, site.kernel, site.loc, float(degree), message, launch, bad, len(requests),
        _picture(worst),
    )  # fmt: skip


def _sectors(site: AccessSite, launch: int, requests: list[WarpRequest]) -> Advice | None:
    touched = [len(sectors_of(request.lanes)) for request in requests]
    least = [least_sectors(request.lanes) for request in requests]
    figure = round(sum(touched) / sum(least), 2)
    if figure < WORTH_SECTORS:
        return None
    times = [one / other for one, other in zip(touched, least, strict=True)]
    at = times.index(max(times))
    worst, bad = requests[at], sum(one > 1 for one in times)
    message = (
        f"uncoalesced access: a warp {_verb(site)} '{site.object}' in {touched[at]} sectors of {SECTOR} bytes, where "
        f"its bytes would fill {least[at]}; {number_text(figure)} times as many as needed in all requests together"
    )
    return Advice(
        AdviceKind.UNCOALESCED, site.kernel, site.loc, figure, message, launch, bad, len(requests), _picture(worst)
    )


def _atomics(site: AccessSite, launch: int, requests: list[WarpRequest]) -> Advice | None:
    degrees = [lanes_of_one_address(request.lanes) for request in requests]
    degree = max(degrees)
    if degree == 1:
        return None
    bad, worst = sum(one > 1 for one in degrees), requests[degrees.index(degree)]
    message = (
        f"atomics on one address: {degree} lanes of a warp update the same place of '{site.object}', one after the "
        f"other; {_of_all(requests, bad)} with more than one lane at a place"
    )
    return Advice(
        AdviceKind.ATOMICS, site.kernel, site.loc, float(degree), message, launch, bad, len(requests), _picture(worst)
    )
