"""Accesses to surfaces (CUDA C++ Programming Guide, "Surface Functions"): which bytes of an array they are.

    surf2Dwrite(value, surf, x, y)      ("surface", surf): x + y * 2^21, for 0 <= x < 2^21 and 0 <= y < 2^17

No surface is larger than that (the same, "Technical Specifications per Compute Capability"). As of arrays that pointers
lead to, it is assumed that accesses lie in them; what lies outside of an array is neither read nor written.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Call
from cudabmc.goto.types import BOOL, I32, I64
from cudabmc.prover import places
from cudabmc.prover.events import MemoryAccess
from cudabmc.prover.places import PlaceSet, PointedPlace
from cudabmc.prover.unknowns import Shared, Unknowns, name_of
from cudabmc.terms import Kind, Term, TermValue

_SURFACE = re.compile(r"void surf(\w+)(?:read|write)\(.*\bcudaSurfaceObject_t surfObj\b")

_TEXTURE = re.compile(r"void tex\w+\(.*\bcudaTextureObject_t texObj\b")

_BITS: Mapping[str, Sequence[int]] = {
    "1D": (19,), "2D": (21, 17), "3D": (18, 14, 14), "1DLayered": (19, 11), "2DLayered": (19, 15, 11),
}  # fmt: skip
"""Of the coordinates: the first one counts bytes."""

CLAMP = 1
"""cudaBoundaryModeClamp."""

ASSUMED = "accesses of surfaces lie in them, and textures lead to other arrays"


TEXTURES = "textures lead to memory that the kernel does not write"


def fetches_texture(signature: str) -> bool:
    """Is it a function that reads a texture?"""
    return _TEXTURE.match(signature) is not None


def size_of_value(format: int) -> int:
    """The bytes of a value, from the number by which the models call its type: channels, and bits of each."""
    return (format >> 16) * (format >> 8 & 255) // 8


def is_surface_access(signature: str) -> bool:
    """Is it a function that accesses a surface?"""
    found = _SURFACE.match(signature)
    return found is not None and found[1] in _BITS


def writes_surface(call: Call) -> bool:
    """Does it write the surface?"""
    return str(call.callee).endswith("write")


def place_in_surface(
    call: Call, arguments: Sequence[TermValue], unknowns: Unknowns
) -> tuple[PlaceSet, int]:  # fmt: skip
    """What is accessed: the first byte, and how many. `arguments` are those behind the variable of the thread."""
    found = _SURFACE.match(call.signature)
    assert found is not None
    format_, handle, *coordinates, mode = arguments
    if isinstance(format_, Term) or isinstance(mode, Term) or int(mode) == CLAMP:
        return places.anywhere("coordinates that are clamped to the surface"), 0
    if isinstance(handle, Term) and (handle.kind is not Kind.VAR or unknowns.common(handle) is not Shared.GRID):
        return places.anywhere("a surface that is not an argument"), 0
    inside: TermValue = True
    offset: TermValue = 0
    for coordinate, bits in reversed(list(zip(coordinates, _BITS[found[1]], strict=True))):
        inside = terms.land(inside, terms.apply(Op.ULT, BOOL, I32, (coordinate, 1 << bits)))
        wide = terms.apply(Op.ZEXT, I64, I32, (coordinate,))
        offset = terms.apply(Op.ADD, I64, I64, (wide, terms.apply(Op.MUL, I64, I64, (offset, 1 << bits))))
    base = "surface", name_of(handle).split(".", 2)[-1] if isinstance(handle, Term) else f"surface {handle}"
    return PlaceSet((PointedPlace(inside, base, offset, scaled=False),)), size_of_value(int(format_))


def may_be_one(accesses: Iterable[MemoryAccess]) -> Iterator[str]:
    """Why nothing is known if surfaces, of which one is written, may be of one array."""
    found = [access for access in accesses if access.base[0] == "surface"]
    if len({access.base for access in found}) > 1 and any(access.how.writes for access in found):
        yield f"{found[0].loc}: several surfaces, which may be of one array"
