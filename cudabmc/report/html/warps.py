"""Advice on performance, as the data of the page: what the worst warp does, bank by bank or sector by sector."""

from collections import defaultdict

from cudabmc.advice import BANKS, SECTOR, WORD, Advice, AdviceKind, AdviceReport, WarpPicture, lanes_at_once
from cudabmc.report.advice_lines import BEHIND_VIOLATIONS, picture_text
from cudabmc.report.html.about import Data
from cudabmc.report.html.rows import Rows
from cudabmc.report.style import printable
from cudabmc.result import Verdict

MOST_SECTORS = 256
"""Sectors that a picture shows, those without a lane between them included: of a request that is more spread, only
those that are touched are shown."""


def warps(advice: AdviceReport | None, verdict: Verdict, rows: Rows) -> Data | None:
    """Each place with its sentence, and pictures of the worst warp; None if nobody asked."""
    if advice is None:
        return None
    notes = [BEHIND_VIOLATIONS] if verdict is Verdict.FAILED else []
    return {
        "given": [_given(one, rows) for one in advice.given],
        "watched": [
            [printable(one.kernel), one.number, list(one.blocks), one.of] for one in advice.watched
        ],
        "missing": [printable(text) for text in (*notes, *advice.missing)],
    }  # fmt: skip


def _given(one: Advice, rows: Rows) -> Data:
    picture = one.picture
    return {
        "kind": one.kind.value,
        "figure": one.figure_text,
        "file": rows.files.of(one.loc.file),
        "line": one.loc.line,
        "column": one.loc.column,
        "kernel": printable(one.kernel),
        "launch": one.launch,
        "text": printable(one.message),
        "warp": None if picture is None else f"block ({', '.join(map(str, picture.block))}), warp {picture.warp}",
        "lanes": "" if picture is None else printable(picture_text(picture)),
        "picture": None if picture is None else _drawn(one.kind, picture),
    }


def _drawn(kind: AdviceKind, picture: WarpPicture) -> Data:
    """What is drawn: columns of banks, rows of sectors, or the lanes on both sides of a branch."""
    if kind is AdviceKind.DIVERGENCE:
        lanes = picture.lanes
        return {"of": "lanes", "sides": [one.side for one in lanes], "lanes": [one.lane for one in lanes]}
    if kind is AdviceKind.UNCOALESCED:
        return _of_sectors(picture)
    return _of_banks(picture) if kind is AdviceKind.BANK_CONFLICT else _of_places(picture)


def _of_banks(picture: WarpPicture) -> Data:
    """`banks` has for each bank its words, as `[offset of the word, lanes]`. Where only a part of a warp is served at
    once, that is the part with the longest queue."""
    together = lanes_at_once(max(one.size for one in picture.lanes))
    parts: dict[int, dict[int, dict[int, list[int]]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for one in picture.lanes:
        for word in range(one.offset // WORD, (one.offset + max(one.size, 1) - 1) // WORD + 1):
            parts[one.lane // together][word % BANKS][word].append(one.lane)
    worst = max(parts, key=lambda part: max(len(words) for words in parts[part].values()))
    banks = [[[word * WORD, lanes] for word, lanes in sorted(parts[worst][bank].items())] for bank in range(BANKS)]
    return {"of": "banks", "banks": banks}


def _of_sectors(picture: WarpPicture) -> Data:
    """`sectors` are `[offset of the sector, bytes of it that are used, lanes]`, those between them included if there
    are not too many; `gap` says whether some are left out."""
    used: dict[int, set[int]] = defaultdict(set)
    lanes: dict[int, list[int]] = defaultdict(list)
    for one in picture.lanes:
        for byte in range(one.offset, one.offset + one.size):
            used[byte // SECTOR].add(byte % SECTOR)
        for sector in range(one.offset // SECTOR, (one.offset + max(one.size, 1) - 1) // SECTOR + 1):
            lanes[sector].append(one.lane)
    first, last = min(lanes), max(lanes)
    is_near = last - first < MOST_SECTORS
    shown = range(first, last + 1) if is_near else sorted(lanes)
    return {
        "of": "sectors", "gap": not is_near,
        "sectors": [[number * SECTOR, sorted(used.get(number, ())), lanes.get(number, [])] for number in shown],
    }  # fmt: skip


def _of_places(picture: WarpPicture) -> Data:
    """`places` are `[offset, lanes]`, the place of most lanes first."""
    places: dict[int, list[int]] = defaultdict(list)
    for one in picture.lanes:
        places[one.offset].append(one.lane)
    crowded = sorted(places.items(), key=lambda entry: -len(entry[1]))
    return {"of": "places", "places": [[offset, some] for offset, some in crowded]}
