"""Every model is declared in a way that front ends can use."""

import inspect
import re

import pytest
from fake_context import declaration

import opmodels
from opmodels import registry

opmodels.load_all()
FAMILIES = ("opmodels.libc", "opmodels.math", "opmodels.verifier")
MODELS = [m for m in registry.all_models() if m.function.__module__.startswith(FAMILIES)]


def _named(parameter: str) -> bool:
    """Is there a name besides the type?"""
    parameter = re.sub(r"\(\*(\w+)\)\(.*\)$", r"* \1", parameter)
    words = re.findall(r"\w+", parameter)
    types = {"const", "unsigned", "signed", "long", "int", "char", "short", "void", "struct", "float", "double", "bool"}
    return len(words) >= 2 and words[-1] not in types


@pytest.mark.parametrize("model", MODELS, ids=lambda m: m.signature)
def test_a_signature_names_all_its_parameters_and_fits_the_function(model):
    result, parameters = declaration(model.signature)
    assert result
    variadic = parameters[-1:] == ["..."]
    fixed = parameters[:-1] if variadic else parameters
    assert all(_named(p) for p in fixed)
    signature = inspect.signature(model.function)
    signature.bind(None, *fixed)
    if variadic:
        signature.bind(None, *fixed, 1, 2, 3)
    assert model.function.__doc__


def test_no_signature_is_registered_twice():
    signatures = [m.signature for m in registry.all_models() if m.name in {n.name for n in MODELS}]
    assert sorted(set(signatures)) == sorted(signatures)


def test_loading_again_registers_nothing():
    before = len(registry.all_models())
    opmodels.load_all()
    assert len(registry.all_models()) == before


def test_every_type_has_a_declaration():
    assert all(registry.block(name) for name in registry.type_names())


def test_assert_obeys_ndebug_at_each_inclusion():
    text = registry.include_text("assert.h")
    assert "#ifdef NDEBUG" in text and "#undef assert" in text
    assert registry.include_text("cassert") == text
    assert registry.include_text("stdio.h") == ""


@pytest.mark.parametrize("name", ["stdio.h", "cstdlib", "math.h", "cmath", "algorithm", "sys/time.h", "stdint.h"])
def test_headers_of_c_are_known(name):
    assert name in registry.headers()


@pytest.mark.parametrize("name", ["iostream", "vector", "string", "chrono", "random"])
def test_headers_of_the_cxx_library_are_not(name):
    assert name not in registry.headers()
