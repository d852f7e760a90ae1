"""Versions of an array against dicts that are copied."""

from hypothesis import given
from hypothesis import strategies as st

from cudabmc.terms.array_versions import ArrayVersion

indices = st.integers(0, 3)
steps = st.lists(
    st.tuples(st.integers(0, 30), indices, st.one_of(st.none(), st.integers(0, 5))), max_size=30
)  # of a version, a read, or another element


@given(st.integers(0, 2), st.dictionaries(indices, st.integers(0, 5)), steps)
def test_each_version_keeps_its_elements(
    default: int, first: dict[int, int], sequence: list[tuple[int, int, int | None]]
) -> None:
    versions = [(ArrayVersion(default, first), dict(first))]
    for which, index, element in sequence:
        version, elements = versions[which % len(versions)]
        if element is None:
            assert version.read(index) == elements.get(index, default)
        else:
            versions.append((version.having(index, element), {**elements, index: element}))
    for version, elements in versions:
        assert [version.read(index) for index in range(4)] == [elements.get(index, default) for index in range(4)]
