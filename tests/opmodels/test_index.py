"""The index of the models: current, enough to find every name, and the same answers whatever was imported first."""

import subprocess
import sys
from pathlib import Path

from opmodels import index, registry


def _python(code: str) -> str:
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def test_the_index_is_current() -> None:
    text = _python("from opmodels.make_index import text_of_index; print(text_of_index())")
    current = Path(index.__file__).read_text(encoding="utf-8").strip()
    assert text == current, "python -m opmodels.make_index writes it"


def test_a_look_up_imports_what_it_needs_alone() -> None:
    code = (
        "import sys; from opmodels import registry; models = registry.lookup('strlen');"
        "print(len(models), *sorted(m for m in sys.modules if m.startswith('opmodels.libc.str')))"
        "; print('opmodels.runtime' in sys.modules, registry.lookup('no_such_function'))"
    )
    counted, others = _python(code).splitlines()
    assert counted.startswith("1 opmodels.libc.str") and others == "False ()"


def test_types_macros_and_headers_are_known_before_anything_is_imported() -> None:
    code = (
        "import sys; from opmodels import registry\n"
        "print('cudaStream_t' in registry.type_names(), 'stdio.h' in registry.headers(),"
        " [m for m in sys.modules if m.startswith('opmodels.')])\n"
        "print(registry.macro_definition('INT8_C'), registry.macro_definition('no_such_macro'))\n"
        "print('cudaSuccess' in registry.block('cudaError_t'), registry.block('no_such_type'))"
    )
    names, macros, blocks = _python(code).splitlines()
    assert names == "True True ['opmodels.index', 'opmodels.registry']"
    assert macros.startswith("('INT8_C(") and macros.endswith(" None")
    assert blocks == "True None"


def test_overloads_and_lists_have_one_order_whatever_was_imported_first() -> None:
    show = (
        "print([m.signature for m in registry.lookup('abs')]);"
        "print([m.signature for m in registry.all_models()]); print(registry.macros())"
    )
    usual = _python(f"from opmodels import registry; {show}")
    other = _python(f"import opmodels.math_arithmetic, opmodels.verifier; from opmodels import registry; {show}")
    late = _python(f"from opmodels import registry; registry.load_all(); {show}")
    assert usual == other == late
    assert "int abs(int" in usual.splitlines()[0]


def test_every_name_of_the_index_is_found_by_itself() -> None:
    names = [name for names in index.MODELS.values() for name in names.split()]
    assert len(names) > 1000 and all(registry.lookup(name) for name in names)
    assert all(registry.block(name) for names in index.BLOCKS.values() for name in names.split())
    assert all(registry.macro_definition(name) for names in index.MACROS.values() for name in names.split())


def test_a_model_that_the_index_does_not_know_is_not_taken_for_a_function_without_one() -> None:
    code = (
        "from opmodels import registry; registry._MODEL_HOMES.pop('strlen')\n"
        "from cudabmc.state import model_calls\n"
        "print(model_calls.find('strlen', '').name, model_calls.find('no_such_function', ''))"
    )
    assert _python(code) == "strlen None"


def test_a_name_that_the_index_has_in_another_module_is_found() -> None:
    code = (
        "from opmodels import registry; registry._MODEL_HOMES['strlen'] = ('opmodels.verifier',)\n"
        "print(len(registry.lookup('strlen')))"
    )
    assert _python(code) == "1"
