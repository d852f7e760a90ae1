"""Several numbers at once, for the header that clang reads: it makes functions of them that return vectors."""

from cudabmc.modelapi import ModelContext, Value
from opmodels.libraries.curand.state import in_kernels
from opmodels.libraries.curand.vectors import SEVERAL
from opmodels.registry import ModelFunction


def _for_header(function: ModelFunction) -> ModelFunction:
    """A function of this module, by which it is known whose it is."""

    def numbers(ctx: ModelContext, *args: Value) -> None:
        """Numbers of one distribution."""
        function(ctx, *args)

    return numbers


for _kind, _result, _name, _parameters, _function in SEVERAL:
    in_kernels(f"void __cudabmc_{_name}({_result} *result, {_kind.type} *state{_parameters})")(_for_header(_function))
