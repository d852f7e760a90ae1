"""docs/conformance.md is current, and says what the models do."""

from case_coverage import callable_models
from conformance_table import PAGE, conformance_page
from contract import contract

COMMAND = "python tests/opmodels/conformance/conformance_table.py"


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == conformance_page(), COMMAND


def test_the_page_has_a_row_for_every_function() -> None:
    page = conformance_page()
    assert [name for name in callable_models() if f"| `{name}` |" not in page] == []


def test_a_contract_takes_in_the_functions_that_a_model_calls() -> None:
    [memcpy] = callable_models()["cudaMemcpy"]
    found = contract(memcpy.function)
    assert "cudaErrorInvalidMemcpyDirection" in found.errors and found.touches_memory
    assert any(prop == "api-misuse" and "is called with" in text for prop, text in found.requires)
    assert found.cites.startswith("CUDA Runtime API")


def test_every_model_cites_its_document() -> None:
    without = [name for name, models in callable_models().items() if not contract(models[0].function).cites]
    assert without == []
