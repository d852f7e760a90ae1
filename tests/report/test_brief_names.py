"""Long names of instances of templates are shown without some of their arguments."""

from hypothesis import given
from hypothesis import strategies as st

from cudabmc.source.brief_names import MOST, brief_names, without_defaults

_LONG = (
    "cub::_V_300500_SM_800::detail::Kernel<cub::_V_300500_SM_800::Policy<float, std::__4::tuple<int, long, float>>,"
    " float *, "
)
_NAMES = st.recursive(
    st.sampled_from(["int", "std::__4::less<float>", "policy_of_some_kind", "a::_V_300500_SM_800::b"]),
    lambda inner: st.builds(lambda base, args: f"{base}<{', '.join(args)}>", st.sampled_from("kr"), st.lists(inner)),
)


def test_arguments_within_arguments_are_left_out_first() -> None:
    one, other = f"{_LONG}(bool)1>", f"{_LONG}(bool)0>"
    assert brief_names([one]) == {one: "cub::detail::Kernel<cub::Policy<float, std::tuple<...>>, float *, (bool)1>"}
    assert brief_names(["k", one, other]) == {
        "k": "k",
        one: "cub::detail::Kernel<cub::Policy<float, std::tuple<...>>, float *, (bool)1>",
        other: "cub::detail::Kernel<cub::Policy<float, std::tuple<...>>, float *, (bool)0>",
    }


def test_what_stays_too_long_or_alike_has_a_number() -> None:
    one, other = (f"k<{'int, ' * 30}{last}>" for last in ("float", "double"))
    assert brief_names([one, other]) == {one: "k<...>", other: "k<...>#2"}


def test_a_name_without_its_inline_namespaces_may_be_taken() -> None:
    assert brief_names(["k", "__1::k", "__1::r"]) == {"k": "k", "__1::k": "__1::k", "__1::r": "r"}


def test_operators_are_no_lists_of_arguments() -> None:
    name = f"operator->{'x' * MOST}"
    assert brief_names([name]) == {name: name}
    name = f"operator<{'x' * MOST}"
    assert brief_names([name]) == {name: name}


@given(st.lists(_NAMES, unique=True))
def test_no_two_are_the_same(names: list[str]) -> None:
    found = brief_names(names)
    assert list(sorted(found)) == sorted(names) and len(set(found.values())) == len(names)
    assert all(len(brief) <= max(MOST, len(name)) for name, brief in found.items())
    assert all(found[name] == name for name in names if len(name) <= MOST and "::_" not in name)


def test_arguments_that_the_library_has_as_defaults_are_left_out() -> None:
    allocator = "std::__1::allocator<std::__1::pair<int const, float> >"
    inner = "std::vector<int, std::allocator<int> >"
    for name, brief in {
        "std::vector<char, std::__1::allocator<char> >::operator[]": "std::vector<char>::operator[]",
        f"std::__1::map<int, float, std::__1::less<int>, {allocator} >::at": "std::map<int, float>::at",
        f"std::vector<{inner}, std::allocator<{inner} > >::f": "std::vector<std::vector<int>>::f",
        "std::vector<int, mine::allocator<int> >::f": "std::vector<int, mine::allocator<int>>::f",
        "operator>": "operator>", "less": "less",
    }.items():  # fmt: skip
        assert without_defaults(name) == brief
