"""All families of edits: what each proposes for a violation, the cheapest first."""

from collections.abc import Callable, Iterator, Sequence

from cudabmc.repair.atomics import atomic_edits
from cudabmc.repair.barriers import barrier_edits
from cudabmc.repair.branches import branch_edits
from cudabmc.repair.defect import Defect
from cudabmc.repair.edited_source import EditedSource, changed, overlap
from cudabmc.repair.fences import fence_edits
from cudabmc.repair.frees import free_edits
from cudabmc.repair.guards import guard_edits
from cudabmc.repair.launches import launch_edits
from cudabmc.repair.masks import mask_edits
from cudabmc.repair.sizes import size_edits
from cudabmc.repair.source_edit import SourceEdit
from cudabmc.repair.waits import wait_edits
from cudabmc.result import Violation

FAMILIES: tuple[Callable[[Defect], Iterator[SourceEdit]], ...] = (
    barrier_edits, fence_edits, atomic_edits, wait_edits, guard_edits, branch_edits, mask_edits, size_edits,
    launch_edits, free_edits,
)  # fmt: skip
"""A new family is a function here."""

REPAIRED = frozenset({
    "data-race", "barrier-divergence", "bounds", "deadlock", "use-after-free", "double-free", "invalid-free",
    "memory-leak", "api-misuse", "memory-space", "null-dereference", "invalid-pointer", "uninitialised-read",
})  # fmt: skip
"""Properties that some family has edits for."""


def candidate_edits(violation: Violation, source: EditedSource) -> Sequence[tuple[SourceEdit, str]]:
    """Edits of one file that may repair what a violation shows, each with the text that it leads to; the cheapest
    first, and of those that lead to one text the first."""
    defect = Defect(violation, source)
    edits = [edit for family in FAMILIES for edit in family(defect) if edit.changes]
    found: dict[str, SourceEdit] = {}
    for edit in sorted(edits, key=lambda one: one.cost):
        if overlap(edit.changes):  # both sides of a violation, in one expression
            continue
        text = changed(source.text, edit.changes)
        if text != source.text:
            found.setdefault(text, edit)
    return [(edit, text) for text, edit in found.items()]
