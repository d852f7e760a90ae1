"""The short set tries a twelfth of the random examples, the long set all of them, and both what is given."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

tried: list[int] = []


@pytest.fixture
def counted(share_of_examples: float) -> Iterator[None]:
    tried.clear()
    yield
    assert len(tried) - 1 == {0.08: 4, 1.0: 60}[share_of_examples]
    assert tried[0] == -1


@pytest.mark.usefixtures("counted")
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(number=st.integers(0, 2**64))
@example(number=-1)
def test_a_test_tries_its_share_of_examples(number: int) -> None:
    tried.append(number)
