"""The models of cuSPARSE against the library itself, where it is installed (`pip install nvidia-cusparse-cu12
nvidia-nvjitlink-cu12`): its header, and the functions that need no device."""

import ctypes
import re
import sysconfig
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import opmodels
from cudabmc.modelapi import I32, PTR, Pointer
from opmodels import registry
from opmodels.libraries.cusparse.types import ENUMERATIONS
from tests.opmodels.fake_context import FakeContext

opmodels.load_all()

_PLACES = [*Path(sysconfig.get_paths()["purelib"]).glob("nvidia*/*"), *Path("/usr/local").glob("cuda*")]
MODELS = [m for m in registry.all_models() if m.family.startswith("opmodels.libraries.cusparse.")]
SPREAD = (-1, 0, 1, 3)


def _found(*patterns: str) -> Path:
    for place in _PLACES:
        for pattern in patterns:
            for path in place.glob(pattern):
                return path
    pytest.skip("cuSPARSE is not installed (pip install nvidia-cusparse-cu12 nvidia-nvjitlink-cu12)")


@cache
def header() -> str:
    """The text of cusparse.h without comments, in one line."""
    text = _found("include/cusparse.h", "targets/*/include/cusparse.h").read_text(encoding="utf-8")
    return " ".join(re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL).split())


@cache
def declarations() -> dict[str, tuple[str, str]]:
    """Of each function, the words before its name, the last of which are the result, and its parameters."""
    found = (re.fullmatch(r"(.*)CUSPARSEAPI (\w+)\((.*)\)", text.strip()) for text in header().split(";"))
    return {match[2]: (match[1], match[3]) for match in found if match}


@cache
def library() -> ctypes.CDLL:
    ctypes.CDLL(str(_found("lib/libnvJitLink.so*", "lib64/libnvJitLink.so*")), mode=ctypes.RTLD_GLOBAL)
    return ctypes.CDLL(str(_found("lib/libcusparse.so*", "lib64/libcusparse.so*")))


def parameter_types(parameters: str) -> list[str]:
    """The types of parameters, without names and spaces."""
    kinds = [re.sub(r"\w+$", "", parameter.strip()) for parameter in parameters.split(",")]
    return [kind.replace("*", " * ").replace("cudaDataType_t", "cudaDataType").split() for kind in kinds]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_a_declaration_is_that_of_the_header(model: registry.Model) -> None:
    before, theirs = declarations()[model.name]
    result, _, parameters = model.signature.partition(model.name)
    assert result.split() == before.replace("*", " *").split()[-len(result.split()) :]
    assert parameter_types(parameters.strip("()")) == parameter_types(theirs)


@pytest.mark.parametrize("name", ENUMERATIONS)
def test_an_enumerator_has_the_value_of_the_header(name: str) -> None:
    prefix, members = ENUMERATIONS[name]
    theirs = re.search(rf"typedef enum (?:\w+ )?\{{([^{{}}]*)\}} {name}\b", header())
    assert theirs, "not in cusparse.h"
    values: dict[str, int] = {}
    for member in filter(None, (member.strip() for member in theirs[1].split(","))):
        word, _, value = member.partition("=")
        values[word.split()[0]] = int(value) if value else len(values)
    assert {f"CUSPARSE_{prefix}_{member}": value for member, value in members.items()}.items() <= values.items()


class Twins:
    """One call of the library and of the models, which must have the same status."""

    def __init__(self) -> None:
        self.ctx = FakeContext()

    def created(self, name: str, *arguments: object) -> tuple[int, ctypes.c_void_p, Pointer]:
        """The status of a creation and the two handles."""
        real, place = ctypes.c_void_p(), self.ctx.buffer(bytes(8))
        status = self.status(name, (ctypes.byref(real), place), *arguments)
        mine = self.ctx.load(place, PTR)
        assert isinstance(mine, Pointer)
        return status, real, mine

    def status(self, name: str, *arguments: object) -> int:
        """The status of both; an argument of two is the library's and the model's."""
        theirs = [a[0] if isinstance(a, tuple) else ctypes.c_int64(a) for a in arguments]  # type: ignore[arg-type]
        mine = [a[1] if isinstance(a, tuple) else a % 2**64 for a in arguments]  # type: ignore[operator]
        widths = parameter_widths(name)
        mine = [a % 2**width if isinstance(a, int) else a for a, width in zip(mine, widths, strict=True)]
        status = getattr(library(), f"cusparse{name}")(*theirs)
        assert self.ctx.run(f"cusparse{name}", *mine) == status, (name, arguments)
        return int(status)


def parameter_widths(name: str) -> list[int]:
    signature = registry.lookup(f"cusparse{name}")[0].signature
    return [64 if re.search(r"int64_t|size_t|\*|Descr_t", p) else 32 for p in signature.partition("(")[2].split(",")]


NULL = (ctypes.c_void_p(), Pointer(0, 0))


@pytest.mark.parametrize("format", ["Csr", "Csc", "Coo"])
def test_matrices_are_accepted_as_by_the_library(format: str) -> None:
    twins = Twins()
    types = [(t,) if format == "Coo" else (t, s) for t in range(5) for s in range(5)]
    for rows, cols, nnz in product(SPREAD, SPREAD, SPREAD):
        twins.created(f"Create{format}", rows, cols, nnz, NULL, NULL, NULL, *types[12 if format != "Coo" else 10], 0, 0)
    for given in types:
        for base, value in product((0, 1, 2), range(16)):
            twins.created(f"Create{format}", 3, 3, 2, NULL, NULL, NULL, *given, base, value)
    for size in (2**16 - 1, 2**16, 2**31 - 2, 2**31 - 1, 2**31):
        for kind, base in product((1, 2, 3), (0, 1)):
            given = (kind,) if format == "Coo" else (kind, kind)
            twins.created(f"Create{format}", size, 3, 2, NULL, NULL, NULL, *given, base, 0)
            twins.created(f"Create{format}", 3, size, 2, NULL, NULL, NULL, *given, base, 0)


def test_vectors_and_dense_matrices_are_accepted_as_by_the_library() -> None:
    twins = Twins()
    for size, type in product(SPREAD, range(16)):
        twins.created("CreateDnVec", size, NULL, type)
    for size, nnz, kind, base in product(SPREAD, SPREAD, range(5), range(3)):
        twins.created("CreateSpVec", size, nnz, NULL, NULL, kind, base, 0)
    for rows, cols, ld, order in product(SPREAD, SPREAD, SPREAD, range(4)):
        twins.created("CreateDnMat", rows, cols, ld, NULL, 0, order)


@pytest.mark.parametrize("format", ["Csr", "Coo"])
def test_batches_are_accepted_as_by_the_library(format: str) -> None:
    twins = Twins()
    types = (2,) if format == "Coo" else (2, 2)
    _, *matrix = twins.created(f"Create{format}", 3, 3, 4, NULL, NULL, NULL, *types, 0, 0)
    for count, first, second in product((-1, 0, 1, 2), (-1, 0, 3, 4, 5), (-1, 0, 3, 4, 5)):
        strides = (first,) if format == "Coo" else (first, second)
        twins.status(f"{format}SetStridedBatch", tuple(matrix), count, *strides)
    twins.status(f"{'Coo' if format == 'Csr' else 'Csr'}SetPointers", tuple(matrix), NULL, NULL, NULL)
    twins.status(f"{format}SetPointers", tuple(matrix), NULL, NULL, NULL)
    for order in (1, 2):
        _, *dense = twins.created("CreateDnMat", 3, 2, 4, NULL, 0, order)
        for count, distance in product((-1, 0, 1, 2), (-1, 0, 7, 8, 11, 12, 13)):
            twins.status("DnMatSetStridedBatch", tuple(dense), count, distance)


def test_attributes_and_destruction_are_those_of_the_library() -> None:
    twins = Twins()
    _, *matrix = twins.created("CreateCsr", 3, 3, 4, NULL, NULL, NULL, 2, 2, 0, 0)
    value = ctypes.c_int(1)
    data = (ctypes.byref(value), twins.ctx.buffer(b"\1\0\0\0"))
    for attribute, size in product(range(3), (0, 4, 8)):
        twins.status("SpMatSetAttribute", tuple(matrix), attribute, data, size)
        twins.status("SpMatGetAttribute", tuple(matrix), attribute, data, size)
    assert value.value == twins.ctx.load(data[1], I32)
    twins.status("DestroySpMat", tuple(matrix))
    for kind in ("SpMat", "SpVec", "DnMat", "DnVec", "MatDescr"):
        twins.status(f"Destroy{kind}", NULL)
    for kind in ("SpGEMM", "SpSV", "SpSM"):
        _, *descriptor = twins.created(f"{kind}_createDescr")
        twins.status(f"{kind}_createDescr", NULL)
        twins.status(f"{kind}_destroyDescr", tuple(descriptor))
        twins.status(f"{kind}_destroyDescr", NULL)


def test_descriptors_of_the_older_functions_are_those_of_the_library() -> None:
    twins = Twins()
    _, *descriptor = twins.created("CreateMatDescr")
    for name, value in product(("Type", "FillMode", "DiagType", "IndexBase"), range(5)):
        twins.status(f"SetMat{name}", tuple(descriptor), value)
        twins.status(f"SetMat{name}", NULL, value)
        assert getattr(library(), f"cusparseGetMat{name}")(descriptor[0]) == twins.ctx.run(
            f"cusparseGetMat{name}", descriptor[1]
        )


def test_errors_have_the_names_and_texts_of_the_library() -> None:
    ctx = FakeContext()
    for function, status in product(("cusparseGetErrorName", "cusparseGetErrorString"), range(14)):
        getattr(library(), function).restype = ctypes.c_char_p
        pointer = ctx.run(function, status)
        assert ctx.string(pointer) == getattr(library(), function)(status).decode()


def test_null_handles_are_refused_as_by_the_library() -> None:
    twins = Twins()
    twins.status("SetStream", NULL, NULL)
    twins.status("SetPointerMode", NULL, 0)
    twins.status("GetVersion", NULL, NULL)
    twins.status("Destroy", NULL)
    twins.status("Create", NULL)
