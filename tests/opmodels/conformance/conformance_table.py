"""docs/conformance.md, which `python tests/opmodels/conformance/conformance_table.py` writes."""

from collections.abc import Iterable, Sequence

from case_coverage import callable_models, covered, is_complete
from case_file import FOLDER, Case, all_cases
from contract import NAME, contract

HEAD = """\
# Conformance of the operational models

Made by `python tests/opmodels/conformance/conformance_table.py`; a test checks that it is current.

Every function that has a model, by family (the file in `opmodels/` that holds it). The errors are the codes that the
model returns for failures; the preconditions are what it requires, by the id of the property that a call without
it violates (*memory*: what it reads, writes or frees is checked as an access of the program itself is). The last two
columns name the files in `tests/opmodels/conformance/` with a program that must verify, and one that must not.
"""
PAGE = FOLDER.parents[2] / "docs" / "conformance.md"
Row = tuple[str, ...]
Cases = dict[tuple[str, str], list[str]]
"""Function and expectation -> the files that have such cases."""


def conformance_page(cases: Iterable[Case] | None = None) -> str:
    """The whole page."""
    cases = list(all_cases() if cases is None else cases)
    kinds = covered(cases)
    files: Cases = {}
    for case in cases:
        for name in case.names:
            stems = files.setdefault((name, case.expect), [])
            stem = case.file.removesuffix(".cases")
            if stem not in stems:
                stems.append(stem)
    families: dict[str, list[str]] = {}
    for name, models in callable_models().items():
        families.setdefault(models[0].function.__module__.removeprefix("opmodels."), []).append(name)
    page = [HEAD, "\n## Counts\n\n", _counts(families, kinds)]
    for family in sorted(families):
        page.append(f"\n## {family}\n\n{_family(sorted(families[family]), files)}")
    page.append(f"\n## Functions of headers, and what is refused\n\n{_others(kinds, files)}")
    return "".join(page)


def _counts(families: dict[str, list[str]], kinds: dict[str, set[str]]) -> str:
    rows: list[Row] = []
    for family in sorted(families):
        found = [kinds.get(name, set()) for name in families[family]]
        both = sum(is_complete(k) for k in found)
        rows.append((f"[{family}](#{family.replace('.', '').lower()})", f"{len(found)}", f"{both}"))
    others = [name for name in kinds if name not in callable_models()]
    both = sum(is_complete(kinds[name]) for name in others)
    rows.append(("[of headers, or refused](#functions-of-headers-and-what-is-refused)", f"{len(others)}", f"{both}"))
    rows.append(("**all**", f"{sum(int(row[1]) for row in rows)}", f"{sum(int(row[2]) for row in rows)}"))
    return _table(("family", "functions", "with both cases"), rows)


def _family(names: list[str], files: Cases) -> str:
    rows = []
    for name in names:
        found = [contract(model.function) for model in callable_models()[name]]
        errors = dict.fromkeys(error for c in found for error in c.errors)
        requires = dict.fromkeys(f"{prop}: {text.replace(NAME, name)}" for c in found for prop, text in c.requires)
        if any(c.touches_memory for c in found):
            requires["*memory*"] = None
        rows.append((f"`{name}`", "<br>".join(errors), "<br>".join(requires), found[0].cites, *_files(name, files)))
    return _table(("function", "errors", "preconditions", "source", "silent", "fires"), rows)


def _others(kinds: dict[str, set[str]], files: Cases) -> str:
    rows = [
        (f"`{name}`", *_files(name, files), ", ".join(files.get((name, "unsupported"), ())))
        for name in sorted(kinds)
        if name not in callable_models()
    ]
    return _table(("function", "silent", "fires", "refused"), rows)


def _files(name: str, files: Cases) -> tuple[str, str]:
    silent, fires = (", ".join(files.get((name, expect), ())) for expect in ("silent", "fires"))
    return silent, fires


def _table(head: Row, rows: Sequence[Row]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |\n" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(conformance_page(), encoding="utf-8")
