"""What bytes of records are called."""

import pytest

from cudabmc.goto.layout import Layout, Member, part_at, start_at
from cudabmc.goto.types import F32, I8, I16, I32, Type
from cudabmc.goto.variable import Variable

LAYOUTS = {
    "Pixel": Layout("Pixel", 4, (Member(Variable("r", "short"), 0, 2, I16), Member(Variable("g", "short"), 2, 2, I16))),
    "Word": Layout("Word", 4, (
        Member(Variable("f", "float"), 0, 4, F32), Member(Variable("i", "int"), 0, 4, I32),
        Member(Variable("c", "char[4]"), 0, 4, I8, (4,)),
    )),
    "Base": Layout("Base", 8, (Member(Variable("b", "int"), 4, 4, I32),)),
    "Image": Layout("Image", 72, (
        Member(Variable("", "Base", record="Base"), 0, 8),
        Member(Variable("tag", "char"), 8, 1, I8),
        Member(Variable("flag", "int"), 9, 1, bit_field=True),
        Member(Variable("w", "unsigned int", signed=False), 12, 4, I32),
        Member(Variable("at", "Pixel[2][3]", record="Pixel"), 16, 24, None, (2, 3)),
        Member(Variable("", "union {...}", record="Word"), 40, 4),
        Member(Variable("word", "Word", record="Word"), 44, 4),
        Member(Variable("m", "float[2][3]"), 48, 24, F32, (2, 3)),
    )),
}  # fmt: skip
WHOLE = [
    (4, 4, ".b"), (0, 8, None), (8, 1, ".tag"), (9, 1, None), (10, 2, None), (12, 4, ".w"), (12, 2, None),
    (14, 2, None), (12, 8, None), (16, 2, ".at[0][0].r"), (16, 4, ".at[0][0]"), (34, 2, ".at[1][1].g"), (16, 24, ".at"),
    (20, 8, ".at[0][1]"), (18, 4, None), (40, 1, ".c[0]"), (40, 4, None), (44, 4, ".word"), (45, 1, ".word.c[1]"),
    (45, 2, ".word.c[1]"), (46, 4, None), (68, 4, ".m[1][2]"), (48, 24, ".m"), (0, 72, ""), (72, 4, None),
    (-4, 4, None),
]  # fmt: skip


@pytest.mark.parametrize(("offset", "size", "path"), WHOLE)
def test_bytes_are_called_by_the_innermost_part_that_they_are(offset: int, size: int, path: str | None) -> None:
    part = part_at(LAYOUTS, LAYOUTS["Image"], offset, size)
    assert (part and part.path) == path


BY_TYPE = [(F32, ".word.f"), (I32, ".word.i"), (I8, ".word.c[0]"), (I16, ".word.c[0]")]


@pytest.mark.parametrize(("type", "path"), BY_TYPE)
def test_the_type_of_a_value_chooses_among_the_members_of_a_union(type: Type, path: str) -> None:
    part = part_at(LAYOUTS, LAYOUTS["Image"], 44, type.size, type)
    assert part is not None and part.path == path


def test_without_a_size_a_scalar_is_found_where_it_starts() -> None:
    def found(offset: int) -> str | None:
        part = part_at(LAYOUTS, LAYOUTS["Image"], offset, None)
        return part and part.path

    assert [found(offset) for offset in (12, 13, 16, 44)] == [".w", None, ".at[0][0].r", None]


@pytest.mark.parametrize(
    ("offset", "path"),
    [(0, ""), (4, ".b"), (8, ".tag"), (9, None), (16, ".at"), (20, ".at[0][1]"), (30, ".at[1][0].g"), (40, ".f"),
     (44, ".word"), (52, ".m[0][1]"), (13, None), (72, None)],
)  # fmt: skip
def test_a_pointer_points_to_the_outermost_part_that_starts_there(offset: int, path: str | None) -> None:
    assert start_at(LAYOUTS, LAYOUTS["Image"], offset) == path
