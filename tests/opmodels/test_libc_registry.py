"""Every model is declared in a way that front ends can use."""

import inspect
import re
import shutil
import subprocess

import pytest
from fake_context import declaration

import opmodels
from cudabmc.frontend.c.parser import parse
from opmodels import registry

opmodels.load_all()
FAMILIES = ("opmodels.libc", "opmodels.math", "opmodels.verifier")
MODELS = [m for m in registry.all_models() if m.function.__module__.startswith(FAMILIES)]
MODULES = sorted({m.function.__module__ for m in MODELS})


def _named(parameter: str) -> bool:
    """Is there a name besides the type?"""
    parameter = re.sub(r"\(\*(\w+)\)\(.*\)$", r"* \1", parameter)
    words = re.findall(r"\w+", parameter)
    types = {"const", "unsigned", "signed", "long", "int", "char", "short", "void", "struct", "float", "double", "bool"}
    return len(words) >= 2 and words[-1] not in types


def _models_of(module):
    return [m for m in MODELS if m.function.__module__ == module]


@pytest.mark.parametrize("module", MODULES)
def test_signatures_name_all_their_parameters_and_fit_the_functions(module):
    for model in _models_of(module):
        result, parameters = declaration(model.signature)
        assert result, model.signature
        variadic = parameters[-1:] == ["..."]
        fixed = parameters[:-1] if variadic else parameters
        assert all(_named(p) for p in fixed), model.signature
        if "struct" in (registry.block(result.strip()) or ""):
            fixed = ["result", *fixed]  # a structure comes back where the first argument points
        signature = inspect.signature(model.function)
        signature.bind(None, *fixed)
        if variadic:
            signature.bind(None, *fixed, 1, 2, 3)
        assert model.function.__doc__, model.signature


@pytest.mark.parametrize("module", MODULES)
def test_signatures_parse(module):
    types = registry.type_names() | {"va_list"}
    for model in _models_of(module):
        assert parse(f"{model.signature};", "<registry>", types).ast.ext, model.signature


def test_no_signature_is_registered_twice():
    signatures = [m.signature for m in registry.all_models() if m.name in {n.name for n in MODELS}]
    assert sorted(set(signatures)) == sorted(signatures)


def test_loading_again_registers_nothing():
    before = len(registry.all_models())
    opmodels.load_all()
    assert len(registry.all_models()) == before


def test_every_type_has_a_declaration():
    assert all(registry.block(name) for name in registry.type_names())


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")
def test_limits_and_formats_are_those_of_gcc(tmp_path):
    headers = ("limits", "stdint", "float", "inttypes", "stddef")
    lines = ["#define _GNU_SOURCE", *(f"#include <{h}.h>" for h in headers), "#include <sys/types.h>"]
    checked = [(n, b) for n, b in registry.macros().items() if "(" not in n and re.match(_LIMIT, n)]
    assert len(checked) > 150
    for name, body in checked:
        if body.startswith('"'):
            lines.append(f'_Static_assert(sizeof({name}) == sizeof({body}), "{name}");')
            lines.append(f'_Static_assert(({name})[0] == ({body})[0], "{name}");')
        else:
            lines.append(f'_Static_assert(({name}) == ({body}) && sizeof({name}) == sizeof({body}), "{name}");')
    for name in ("size_t", "ssize_t", "intptr_t", "int8_t", "uint_fast16_t", "int_least32_t", "uintmax_t"):
        lines.append(f"extern {name} variable_{name}; extern {_typedef(name)} variable_{name};")
    source = tmp_path / "limits.c"
    source.write_text("\n".join(lines))
    done = subprocess.run(["gcc", "-std=c2x", "-fsyntax-only", source], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr[:3000]


_LIMIT = r"(U?INT|U?CHAR|SCHAR|U?SHRT|U?LONG|U?LLONG|SIZE|SSIZE|PTRDIFF|FLT_|DBL_|PRI|SCN|CHAR_BIT|DECIMAL)"


def _typedef(name: str) -> str:
    return registry.block(name).removeprefix("typedef ").removesuffix(f" {name};")


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
