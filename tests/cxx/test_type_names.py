"""Mangled names of types become readable where reports show them."""

import pytest

from opmodels.cxx.type_name import readable

NAMES = {
    "i": "int", "m": "unsigned long", "PKc": "char const*", "Pi": "int*", "3Odd": "Odd",
    "St13runtime_error": "std::runtime_error", "N3app5ErrorE": "app::Error", "N3app2io5ErrorE": "app::io::Error",
    "NSt3__112bad_weak_ptrE": "std::bad_weak_ptr",
    "NSt3__112basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEE": "std::string",
    "N12_GLOBAL__N_15LocalE": "(anonymous namespace)::Local", "3BoxIiE": "3BoxIiE", "": "",
}  # fmt: skip


@pytest.mark.parametrize("mangled", NAMES)
def test_a_name_is_readable(mangled: str) -> None:
    assert readable(mangled) == NAMES[mangled]
