"""The models of cuSOLVER against the headers of the library, where they are installed
(`pip install nvidia-cusolver-cu12`)."""

import re
import sysconfig
from functools import cache
from pathlib import Path

import pytest

import opmodels
from opmodels import registry
from opmodels.libraries.cusolver.common import types as common
from opmodels.libraries.cusolver.refactorization import types as refactorization

opmodels.load_all()

_PLACES = [*Path(sysconfig.get_paths()["purelib"]).glob("nvidia*/*"), *Path("/usr/local").glob("cuda*")]
_HEADERS = ("cusolver_common.h", "cusolverDn.h", "cusolverSp.h", "cusolverSp_LOWLEVEL_PREVIEW.h", "cusolverRf.h")
MODELS = [m for m in registry.all_models() if m.family.startswith("opmodels.libraries.cusolver.")]
ENUMERATIONS = {**common.ENUMERATIONS, **refactorization.ENUMERATIONS}


@cache
def headers() -> str:
    """The text of the headers without comments, in one line."""
    for place in _PLACES:
        for folder in (*place.glob("include"), *place.glob("targets/*/include")):
            if all((folder / name).is_file() for name in _HEADERS):
                text = "\n".join((folder / name).read_text(encoding="utf-8") for name in _HEADERS)
                return " ".join(re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL).split())
    pytest.skip("cuSOLVER is not installed (pip install nvidia-cusolver-cu12)")


@cache
def declarations() -> dict[str, str]:
    """The parameters of each function."""
    found = (re.search(r"CUSOLVERAPI (\w+)\((.*)\)$", text.strip()) for text in headers().split(";"))
    return {match[1]: match[2] for match in found if match}


def parameter_types(parameters: str) -> list[list[str]]:
    """The types of parameters, without names and spaces."""
    kinds = [
        re.sub(r"\w+(\[\])?$", lambda name: " * " if name[1] else "", text.strip()) for text in parameters.split(",")
    ]
    return [kind.replace("*", " * ").split() for kind in kinds]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_a_declaration_is_that_of_the_header(model: registry.Model) -> None:
    result, _, parameters = model.signature.partition(model.name)
    assert result == "cusolverStatus_t "
    assert parameter_types(parameters.strip("()")) == parameter_types(declarations()[model.name])


@pytest.mark.parametrize("name", ENUMERATIONS)
def test_an_enumerator_has_the_value_of_the_header(name: str) -> None:
    theirs = re.search(rf"typedef enum (?:\w+ )?\{{([^{{}}]*)\}} {name}\b", headers())
    assert theirs, "not in the headers"
    members = (member.strip().partition("=") for member in theirs[1].split(",") if member.strip())
    assert {word.strip(): int(value) for word, _, value in members} == ENUMERATIONS[name]
