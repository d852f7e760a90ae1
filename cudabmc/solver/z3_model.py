"""Values out of a z3 model."""

from ctypes import byref, c_void_p

from cudabmc.goto.meaning.float_format import NAN_BITS, float_of
from cudabmc.solver.z3_library import Library, Z3Error
from cudabmc.terms import ArraySort, BoolSort, FPSort, ModelValue, Term

# Z3_decl_kind and Z3_lbool of z3's C interface.
_STORE, _CONST_ARRAY = 0x300, 0x302
_TRUE = 1


class Z3Model:
    """Reads the values of variables in a model, which is released with `close`."""

    def __init__(self, library: Library, context: int, model: int) -> None:
        self._library = library
        self._context = context
        self._model = model
        self._held: list[int] = []
        library.model_inc_ref(context, model)

    def close(self) -> None:
        """Gives the model back, and what was read of it."""
        for expression in self._held:
            self._library.dec_ref(self._context, expression)
        self._held.clear()
        self._library.model_dec_ref(self._context, self._model)

    def value(self, variable: Term, expression: int) -> ModelValue:
        """What a variable, which is `expression` in z3, is in the model; anything if the model leaves it open."""
        sort, value = variable.sort, self._evaluated(expression)
        if isinstance(sort, BoolSort):
            return bool(self._library.get_bool_value(self._context, value) == _TRUE)
        if isinstance(sort, FPSort):
            return self._float(value, sort.width)
        if isinstance(sort, ArraySort):
            return self._array(value)
        return self._int(value)

    def _evaluated(self, expression: int) -> int:
        result = c_void_p()
        if not self._library.model_eval(self._context, self._model, expression, True, byref(result)):
            raise Z3Error("z3 gives no value of a variable")
        assert result.value
        return self._hold(result.value)

    def _hold(self, expression: int) -> int:
        self._library.inc_ref(self._context, expression)
        self._held.append(expression)
        return expression

    def _int(self, value: int) -> int:
        return int(self._library.get_numeral_string(self._context, value))

    def _float(self, value: int, width: int) -> float:
        library, context = self._library, self._context
        if library.fpa_is_numeral_nan(context, value):
            return float_of(NAN_BITS[width], width)
        bits = self._hold(library.mk_fpa_to_ieee_bv(context, value))
        return float_of(self._int(self._hold(library.simplify(context, bits))), width)

    def _array(self, value: int) -> tuple[int, dict[int, int]]:
        """Arrays in models are stores into constant arrays, or functions given by their points."""
        library, context = self._library, self._context
        elements: dict[int, int] = {}
        while not library.is_as_array(context, value):
            kind = library.get_decl_kind(context, library.get_app_decl(context, value))
            if kind == _CONST_ARRAY:
                return self._int(library.get_app_arg(context, value, 0)), elements
            if kind != _STORE:
                raise Z3Error("z3 gives an array in an unknown form")
            index, element = (self._evaluated(library.get_app_arg(context, value, at)) for at in (1, 2))
            elements.setdefault(self._int(index), self._int(element))
            value = library.get_app_arg(context, value, 0)
        return self._function(library.get_as_array_func_decl(context, value), elements)

    def _function(self, declaration: int, elements: dict[int, int]) -> tuple[int, dict[int, int]]:
        library, context = self._library, self._context
        points = library.model_get_func_interp(context, self._model, declaration)
        library.func_interp_inc_ref(context, points)
        for at in range(library.func_interp_get_num_entries(context, points)):
            entry = library.func_interp_get_entry(context, points, at)
            library.func_entry_inc_ref(context, entry)
            index = self._int(self._evaluated(library.func_entry_get_arg(context, entry, 0)))
            elements.setdefault(index, self._int(self._evaluated(library.func_entry_get_value(context, entry))))
            library.func_entry_dec_ref(context, entry)
        default = self._int(self._evaluated(library.func_interp_get_else(context, points)))
        library.func_interp_dec_ref(context, points)
        return default, elements
