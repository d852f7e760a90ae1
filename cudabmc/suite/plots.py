"""Plots of results as SVG: a cactus plot of times, and bars by category. Colours come from the page's style sheet."""

import math
from collections.abc import Sequence
from html import escape

from cudabmc.suite.judgement import Category
from cudabmc.suite.tally import Judged, Row

WIDTH, HEIGHT = 720, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 16, 14, 42


def css_class(category: Category) -> str:
    """The class of a category in the style sheet."""
    return category.value.replace(" ", "-")


def cactus_plot(results: Sequence[Judged]) -> str:
    """How many cases end as expected within which time: the cases sorted by their time, on a logarithmic axis.

    A line that stays low and reaches far to the right is a fast verifier that solves much.
    """
    lines = {
        "correct": sorted(r.outcome.seconds for r in results if r.judgement.category is Category.TRUE_CORRECT),
        "faulty": sorted(r.outcome.seconds for r in results if r.judgement.category is Category.FALSE_CORRECT),
    }
    lines["all"] = sorted([*lines["correct"], *lines["faulty"]])
    times = lines["all"]
    if not times:
        return _svg("Cactus plot: no case was solved", _text(WIDTH / 2, HEIGHT / 2, "no case was solved", "middle"))
    low, high = _decades(times[0], times[-1])
    across, up = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM

    def x(count: float) -> float:
        return _LEFT + across * count / len(times)

    def y(seconds: float) -> float:
        return _TOP + up * (high - math.log10(max(seconds, 10**low))) / (high - low)

    parts = [_tick_across(x(count), str(count)) for count in _steps(len(times))]
    parts += [_tick_up(y(10**power), _seconds(power)) for power in range(low, high + 1)]
    parts += [_text(_LEFT + across / 2, HEIGHT - 6, "cases solved", "middle")]
    parts += [
        f'<text class="label" transform="translate(13 {_TOP + up / 2:g}) rotate(-90)" text-anchor="middle">'
        "time of a case</text>"
    ]
    for name, solved in lines.items():
        points = " ".join(f"{x(number):.1f},{y(seconds):.1f}" for number, seconds in enumerate(solved, 1))
        if points:
            parts.append(f'<polyline class="line {name}" points="{points}"/>')
            dots = enumerate(solved, 1) if len(solved) <= 60 else ()
            parts += [
                f'<circle class="dot {name}" cx="{x(n):.1f}" cy="{y(s):.1f}" r="2.5">'
                f"<title>{n}: {s:.2f} s</title></circle>"
                for n, s in dots
            ]
    return _svg(f"Cactus plot: {len(times)} solved cases, the slowest in {times[-1]:.2f} s", "".join(parts))


def bars(rows: Sequence[Row]) -> str:
    """A bar for each row, of segments for the categories, as long as the row has cases."""
    most = max((row.cases for row in rows), default=0)
    if not most:
        return _svg("Bars: no results", "", 40)
    left, step = 150, 26
    height = step * len(rows) + 8
    parts = []
    for number, row in enumerate(rows):
        top, at = 4 + number * step, float(left)
        parts.append(_text(left - 8, top + 14, _short(row.name), "end"))
        for category in Category:
            count = row.categories[category]
            wide = (WIDTH - left - 60) * count / most
            if count:
                title = f"{row.name}: {count} {category.value}"
                parts.append(
                    f'<rect class="fill {css_class(category)}" x="{at:.1f}" y="{top}" width="{wide:.1f}" height="18">'
                    f"<title>{escape(title)}</title></rect>"
                )
            at += wide
        parts.append(_text(at + 6, top + 14, str(row.cases), "start"))
    return _svg("Bars of the categories, by expected property", "".join(parts), height)


def _svg(title: str, content: str, height: float = HEIGHT) -> str:
    return (
        f'<svg role="img" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" height="{height:g}">'
        f"<title>{escape(title)}</title>{content}</svg>"
    )


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text class="label" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _tick_across(x: float, label: str) -> str:
    bottom = HEIGHT - _BOTTOM
    return f'<path class="grid" d="M{x:.1f} {_TOP}V{bottom}"/>' + _text(x, bottom + 16, label, "middle")


def _tick_up(y: float, label: str) -> str:
    return f'<path class="grid" d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}"/>' + _text(_LEFT - 6, y + 4, label, "end")


def _decades(least: float, most: float) -> tuple[int, int]:
    """Powers of ten around the times, at least one apart."""
    low = math.floor(math.log10(max(least, 0.001)))
    return low, max(low + 1, math.ceil(math.log10(max(most, 0.001))))


def _seconds(power: int) -> str:
    return f"{10**power:g} s" if power >= 0 else f"{10 ** (power + 3):g} ms"


def _steps(most: int) -> list[int]:
    """About six round numbers up to `most`."""
    scale = 10 ** math.floor(math.log10(max(1, most / 6)))
    step = next(scale * factor for factor in (1, 2, 5, 10) if scale * factor * 7 >= most)
    return list(range(0, most + 1, step))


def _short(name: str) -> str:
    return name if len(name) <= 22 else f"{name[:21]}…"
