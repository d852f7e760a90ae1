"""Programs of families as files with the header that the other benchmark programs have."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.scaling.families import Family


@dataclass(frozen=True, slots=True)
class Written:
    """The file of one size of a family. `hashing` is unset for the run without state hashing, whose interleavings
    are compared with the known number."""

    family: Family
    size: int
    path: Path
    hashing: bool = True


def write_families(folder: Path, families: Iterable[Family], most: int | None = None) -> list[Written]:
    """Write every size, or the smallest `most` of each family, to `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    return [
        _write(folder, one, size, hashing)
        for one in families
        for size in one.sizes[:most]
        for hashing in ((True, False) if one.conflicts else (True,))
    ]


def _write(folder: Path, one: Family, size: int, hashing: bool) -> Written:
    name = f"{one.name.replace(' ', '_')}_{size}{'' if hashing else '_unhashed'}"
    options = [*one.options(size), *([] if hashing else ["--no-state-hashing", "--no-order-abstraction"])]
    header = [f"// expect: {one.verdict}"]
    header += [f"// property: {one.property}"] if one.property else []
    header += [f"// options: {' '.join(options)}"] if options else []
    known = one.interleavings(size)
    sentence = f"// {size} {one.parameter}" + (f"; interleavings: {known}." if known is not None else ".")
    path = folder / f"{name}.cu"
    path.write_text("\n".join([*header, sentence, one.program(size)]), encoding="utf-8")
    return Written(one, size, path, hashing)
