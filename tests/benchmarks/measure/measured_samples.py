"""Records that were not measured but made up."""

from benchmarks.measure.record import FAMILIES, OPTIONS, SET, Record, Results, Sample

CATEGORY = {"SUCCESSFUL": "true correct", "FAILED": "false correct", "UNKNOWN": "unknown", "CRASHED": "crashed"}


def record(
    name: str = "races/ring", ending: str = "SUCCESSFUL", took: float = 1.0, memory: int = 50_000_000,
    expected: bool = True, config: str = "default", group: str = "", part: str = SET, **statistics: float,
) -> Record:  # fmt: skip
    """A program with one run."""
    because = "" if expected else "expected something else"
    category = CATEGORY[ending] if expected or ending not in ("SUCCESSFUL", "FAILED") else "false incorrect"
    sample = Sample(took, took, memory, max(0.0, took - 0.5))
    folder = name.partition("/")[0]
    return Record(part, name, folder, group, config, ending, category, expected, because, (sample,), statistics)


def member(name: str, size: int, explored: int, known: int | None, seconds: float = 1.0) -> Record:
    """A program of a family."""
    sample, found = Sample(seconds, seconds, 40_000_000), {"interleavings": explored}
    labels = f"scaling/{name}", "scaling", name, "default", "SUCCESSFUL", "true correct", True, ""
    return Record(FAMILIES, *labels, (sample,), found, size, known)


def option(name: str, config: str, ending: str, took: float, interleavings: int = 1) -> Record:
    """A program in a comparison of reduction."""
    group = "reduction"
    return record(name, ending, took, config=config, group=group, part=OPTIONS, interleavings=interleavings)


def compared(name: str, **figures: object) -> dict[str, object]:
    """A program against C, as plain data."""
    found: dict[str, object] = {
        "name": name, "size": 64, "kernel": 0.04, "kernel_compiler": 0.1, "host": 0.03, "host_compiler": 0.15,
        "seconds": 2.0, "memory": 50_000_000, "work": 1.5, "c_kernel": 0.01, "c_host": 0.02, "interpreted": 150.0,
        "problem": "",
    }  # fmt: skip
    return found | figures


def results(*records: Record) -> Results:
    """A run of two cores."""
    return Results({"cores": "2"}, {"repeats": "1"}, "2026-01-01T00:00:00+00:00", True, [], list(records))
