"""The narrow interface between the operational models and the machine.

A model is a Python function `model(ctx, *args)` that the registry binds to C declarations. It gets
its arguments as machine values and returns one (or None for void). A value is a plain bool, int
(in [0, 2**width)), float or `Pointer` as long as it is known, otherwise a term; models treat terms
as opaque and combine them with `ctx.op` alone.

A model runs atomically, at one point of the schedule, under the guard of the calling thread:
everything it stores, requires or assumes holds under that guard only.
"""

from cudabmc.goto.op import Op
from cudabmc.goto.program import RunTimeModule, Space
from cudabmc.goto.types import BOOL, F16, F32, F64, I8, I16, I32, I64, I128, PTR, VOID, FloatType, IntType, Type
from cudabmc.modelapi.context import NEEDS, OF_PURE, ModelContext
from cudabmc.modelapi.memory import KernelFacts
from cudabmc.source.location import Location
from cudabmc.source.run_time_source import RunTimeSource
from cudabmc.state.limits import Limits
from cudabmc.state.matrix_product import MatrixProduct
from cudabmc.state.object_facts import HANDLE
from cudabmc.state.value import NULL, Pointer, Value

__all__ = [
    "BOOL",
    "F16",
    "F32",
    "F64",
    "HANDLE",
    "I8",
    "I16",
    "I32",
    "I64",
    "I128",
    "NEEDS",
    "NULL",
    "OF_PURE",
    "PTR",
    "VOID",
    "FloatType",
    "IntType",
    "KernelFacts",
    "Limits",
    "Location",
    "MatrixProduct",
    "ModelContext",
    "Op",
    "Pointer",
    "RunTimeModule",
    "RunTimeSource",
    "Space",
    "Type",
    "Value",
]  # fmt: skip
