"""Plots of results as PNG and SVG; needs matplotlib (the extra `bench`)."""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.measure.figures import against, by_folder, groups
from benchmarks.measure.options import COMPARISONS
from benchmarks.measure.ratio_report import GOAL_RATIO, host_ratio, kernel_ratio
from benchmarks.measure.record import DEFAULT, FAMILIES, OPTIONS, SET, Record, Results

MISSING = "no plots: matplotlib is not installed (pip install 'cudabmc[bench]')"

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8a6d00")
"""Told apart by people who see colours differently (Okabe and Ito)."""
MARKERS = "osD^vP*X"


def available() -> bool:
    """Is matplotlib installed?"""
    return find_spec("matplotlib") is not None


def draw(results: Results, folder: Path) -> list[tuple[str, Path]]:
    """Write each plot for which there are figures as NAME.png and NAME.svg; titles and the SVG files."""
    import matplotlib

    matplotlib.use("Agg")
    # Texts stay texts, and ids do not change from run to run.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "cudabmc", "font.size": 10})
    from matplotlib import pyplot

    folder.mkdir(parents=True, exist_ok=True)
    drawn = []
    for name, (title, plot) in PLOTS.items():
        figure, axes = pyplot.subplots(figsize=(8, 5), layout="constrained")
        if plot(axes, results):
            axes.set_title(title)
            figure.savefig(folder / f"{name}.png", dpi=120)
            figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
            drawn.append((title, folder / f"{name}.svg"))
        pyplot.close(figure)
    return drawn


def _plain(axis: Any) -> None:
    """Numbers as people write them on a logarithmic axis, at 1, 2 and 5."""
    from matplotlib import ticker

    axis.set_major_formatter("{x:g}")
    axis.set_minor_locator(ticker.LogLocator(subs=(2, 5), numticks=50))
    axis.set_minor_formatter("{x:g}")
    axis.set_tick_params(which="minor", labelsize="small")


def _growing(axes: Any, results: Results, value: Callable[[Record], float], unit: str) -> bool:
    """Lines of the families without conflicts, on two logarithmic axes."""
    found = groups(r for r in results.part(FAMILIES) if r.known == 1 and r.config == DEFAULT and r.answered)
    shown = {name: records for name, records in found.items() if len(records) > 1}
    for number, (name, records) in enumerate(shown.items()):
        look = {"color": COLOURS[number % len(COLOURS)], "marker": MARKERS[number % len(MARKERS)]}
        axes.plot([r.size for r in records], [value(r) for r in records], label=name, markersize=5, **look)
    axes.set(xscale="log", yscale="log", xlabel="size: number of what the family counts", ylabel=unit)
    _plain(axes.yaxis)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.grid(which="major", alpha=0.3)
    if shown:
        axes.legend()
    return bool(shown)


def _scaling_time(axes: Any, results: Results) -> bool:
    return _growing(axes, results, lambda r: r.seconds, "time of the run (s)")


def _scaling_memory(axes: Any, results: Results) -> bool:
    return _growing(axes, results, lambda r: r.memory / 1e6, "peak memory (MB)")


def _explored(axes: Any, results: Results) -> bool:
    """What was explored against what is known."""
    found = groups(r for r in results.part(FAMILIES) if r.known is not None and r.config != DEFAULT and r.answered)
    most = 1
    for number, (name, records) in enumerate(found.items()):
        known, explored = [r.known or 0 for r in records], [r.count("interleavings") for r in records]
        look = {"color": COLOURS[number % len(COLOURS)], "marker": MARKERS[number % len(MARKERS)]}
        axes.plot(known, explored, label=name, markersize=5, linestyle="none", **look)
        most = max(most, *known, *explored)
    axes.plot([1, most], [1, most], color="grey", linewidth=1, label="as many as there are")
    axes.set(xscale="log", yscale="log", xlabel="interleavings that differ", ylabel="explored, of runs that ended")
    axes.grid(which="major", alpha=0.3)
    axes.legend()
    return bool(found)


def _by_folder(axes: Any, results: Results) -> bool:
    """The spread of times in each folder."""
    found = {name: records for name, records in by_folder(results.part(SET)).items() if name != "all"}
    names = sorted(found, reverse=True)
    if names:
        axes.boxplot([[r.seconds for r in found[name]] for name in names], orientation="horizontal", whis=(0, 100))
        axes.set_yticks(range(1, len(names) + 1), [f"{name} ({len(found[name])})" for name in names])
        axes.set(xscale="log", xlabel="time of a program (s): quartiles, and the whole range")
        _plain(axes.xaxis)
        axes.grid(axis="x", alpha=0.3)
    return bool(names)


def _cactus(axes: Any, results: Results) -> bool:
    """How many programs are answered as expected, each within which time."""
    solved = [r for r in results.part(SET) if r.answered and r.expected]
    for number, (name, ending) in enumerate((("correct", "SUCCESSFUL"), ("faulty", "FAILED"))):
        seconds = sorted(r.seconds for r in solved if r.ending == ending)
        axes.step(range(1, len(seconds) + 1), seconds, where="post", label=name, color=COLOURS[number])
    seconds = sorted(r.seconds for r in solved)
    axes.step(range(1, len(seconds) + 1), seconds, where="post", label="all", color="black")
    axes.set(yscale="log", xlabel="programs answered as expected", ylabel="time of the slowest of them (s)")
    _plain(axes.yaxis)
    axes.grid(which="major", alpha=0.3)
    axes.legend()
    return bool(solved)


def _options(axes: Any, results: Results) -> bool:
    """Median ratios of time of each configuration to the first one of its comparison."""
    found = groups(results.part(OPTIONS))
    names, ratios = [], []
    for comparison in COMPARISONS:
        records = found.get(comparison.name, [])
        present = [c.name for c in comparison.configs if any(r.config == c.name for r in records)]
        for config in present[1:]:
            one = against(records, present[0], config)
            if one.work is not None:
                names.append(f"{comparison.name}: {config} / {present[0]} ({one.pairs})")
                ratios.append(one.work)
    if names:
        bars = axes.barh(names, [ratio - 1 for ratio in ratios], left=1, color=COLOURS[0])
        axes.bar_label(bars, [f"{ratio:.2f}" for ratio in ratios], padding=3)
        axes.axvline(1, color="black", linewidth=1)
        axes.margins(x=0.15)
        axes.invert_yaxis()
        axes.set(xlabel="time of verification as a multiple: median (programs with equal answers)", xscale="log")
        _plain(axes.xaxis)
    return bool(names)


def _against_c(axes: Any, results: Results) -> bool:
    """The ratios of kernels and of host code to C."""
    programs = results.ratio.get("programs", ())
    shown = 0
    for number, (label, ratio) in enumerate((("kernels", kernel_ratio), ("host code", host_ratio))):
        found = [(at + 0.4 * number - 0.2, known) for at, one in enumerate(programs) if (known := ratio(one))]
        if found:
            places, ratios = zip(*found, strict=True)
            bars = axes.barh(places, ratios, height=0.4, color=COLOURS[number], label=label)
            axes.bar_label(bars, [f"{known:.1f}" for known in ratios], padding=3)
            shown += len(found)
    if shown:
        axes.set_yticks(range(len(programs)), [one["name"] for one in programs])
        axes.axvline(GOAL_RATIO, color="black", label=f"goal: {GOAL_RATIO:g}")
        axes.set(xscale="log", xlabel="processor time as a multiple of that of clang -O1")
        _plain(axes.xaxis)
        axes.margins(x=0.15)
        axes.invert_yaxis()
        axes.legend()
    return bool(shown)


PLOTS: dict[str, tuple[str, Callable[[Any, Results], bool]]] = {
    "scaling_time": ("Time of programs that grow", _scaling_time),
    "scaling_memory": ("Memory of programs that grow", _scaling_memory),
    "interleavings": ("Interleavings explored and interleavings that differ", _explored),
    "folders": ("Time by folder", _by_folder),
    "cactus": ("Programs answered over time", _cactus),
    "options": ("What options cost", _options),
    "against_c": ("Kernels and host code against C", _against_c),
}
"""File name -> title and what draws it; it answers whether there was anything to draw."""
