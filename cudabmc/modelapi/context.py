"""What a model may ask of the machine: all parts together. What of it needs a declaration."""

from collections.abc import Mapping
from typing import Protocol

from cudabmc.modelapi.call import CallPart, LaunchPart
from cudabmc.modelapi.files import FilesPart
from cudabmc.modelapi.memory import MemoryPart, ObjectsPart, VariablesPart
from cudabmc.modelapi.sources import SourcesPart
from cudabmc.modelapi.streams import GraphsPart, StreamsPart
from cudabmc.modelapi.threads import ControlPart, MeetingsPart, OrderingPart
from cudabmc.modelapi.values import ChecksPart, InputsPart, ValuesPart


class PureModelContext(CallPart, ValuesPart, Protocol):
    """What a model may ask of the machine that declares itself pure."""


class ModelContext(
    PureModelContext, LaunchPart, InputsPart, ChecksPart, MemoryPart, ObjectsPart, VariablesPart,
    FilesPart, SourcesPart, ControlPart, MeetingsPart, OrderingPart, StreamsPart, GraphsPart, Protocol,
):  # fmt: skip
    """What a model may ask of the machine."""


def _names(interface: type) -> frozenset[str]:
    return frozenset(name for kind in interface.__mro__ for name in vars(kind) if not name.startswith("_"))


ASKED = _names(ModelContext)
"""The names of all that a model may ask for."""

OF_PURE = _names(PureModelContext)
"""Of all that a model may ask for that declares itself pure."""

NEEDS: Mapping[str, tuple[str, ...]] = {
    "assume": ("assumes",),
    "rendezvous": ("waits",),
    "meeting": ("waits", "orders"),
    "cluster_barrier": ("waits", "orders"),
    "fence": ("orders",),
    "release": ("orders",),
    "acquire": ("orders",),
    "copy_async": ("orders",),
    "fill_async": ("orders",),
    "commit_copies": ("orders",),
    "wait_for_copies": ("orders",),
}
"""What a model must have declared (`opmodels.registry.Model`) to ask for these. The machine refuses it otherwise, for
it may have concluded that the model does no such thing. A `rendezvous` of a grid, and one of a warp that `orders`, need
that as well."""
