"""z3's shared library, with those of its functions that are used here.

z3's Python package costs a short run a third of its time: it declares a thousand functions, has classes for
everything, and asks after each call whether there was an error. Its library is all that is needed of it.
"""

import ctypes
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

# How functions are called: the result, then the arguments after the context, as in _TYPES.
_FUNCTIONS = {
    "pp": "mk_not mk_bvneg mk_bvnot mk_fpa_neg mk_fpa_abs mk_fpa_is_nan mk_fpa_is_infinite mk_fpa_is_negative "
    "mk_fpa_to_ieee_bv mk_solver_for_logic mk_solver_from_tactic simplify sort_to_ast get_app_decl "
    "get_as_array_func_decl func_interp_get_else func_entry_get_value solver_get_model",
    "ppp": "mk_eq mk_bvult mk_bvslt mk_bvmul mk_bvadd mk_bvsub mk_bvudiv mk_bvurem mk_bvsdiv mk_bvsrem mk_bvand "
    "mk_bvor mk_bvxor mk_bvshl mk_bvlshr mk_bvashr mk_concat mk_fpa_rem mk_fpa_sqrt mk_fpa_round_to_integral "
    "mk_fpa_eq mk_fpa_lt mk_fpa_leq mk_fpa_to_fp_bv mk_select mk_const mk_const_array mk_array_sort "
    "tactic_and_then model_get_func_interp",
    "pppp": "mk_ite mk_fpa_add mk_fpa_sub mk_fpa_mul mk_fpa_div mk_store mk_fpa_to_fp_signed "
    "mk_fpa_to_fp_unsigned mk_fpa_to_fp_float",
    "ppppp": "mk_fpa_fma",
    "p": "mk_fpa_rne mk_fpa_rna mk_fpa_rtn mk_fpa_rtp mk_fpa_rtz mk_true mk_false mk_bool_sort mk_params "
    "mk_simple_solver",
    "pua": "mk_and mk_or",
    "puup": "mk_extract",
    "pup": "mk_zero_ext mk_sign_ext",
    "pppu": "mk_fpa_to_sbv mk_fpa_to_ubv",
    "pu": "mk_bv_sort",
    "puu": "mk_fpa_sort",
    "ps": "mk_string_symbol mk_tactic",
    "psp": "mk_numeral",
    "pqp": "mk_unsigned_int64",
    "ppu": "get_app_arg func_interp_get_entry func_entry_get_arg",
    "up": "get_decl_kind func_interp_get_num_entries",
    "bp": "is_as_array fpa_is_numeral_nan",
    "ip": "get_bool_value solver_check",
    "ss": "eval_smtlib2_string",
    "sp": "get_numeral_string solver_get_reason_unknown",
    "bppba": "model_eval",
    "v": "interrupt",
    "vp": "inc_ref dec_ref solver_inc_ref solver_dec_ref solver_push model_inc_ref model_dec_ref tactic_inc_ref "
    "tactic_dec_ref params_inc_ref params_dec_ref func_interp_inc_ref func_interp_dec_ref func_entry_inc_ref "
    "func_entry_dec_ref",
    "vpp": "solver_assert solver_set_params",
    "vpu": "solver_pop",
    "vppu": "params_set_uint",
    "vppb": "params_set_bool",
}
_TYPES: dict[str, Any] = {
    "p": ctypes.c_void_p,
    "a": ctypes.c_void_p,  # an array
    "b": ctypes.c_bool,
    "u": ctypes.c_uint,
    "i": ctypes.c_int,
    "q": ctypes.c_uint64,
    "s": ctypes.c_char_p,
    "v": None,
}
_SIGNATURES = {name: signature for signature, names in _FUNCTIONS.items() for name in names.split()}

_HANDLER = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint)
_WHERE = ("lib/libz3.so", "lib/libz3.dylib", "lib/libz3.dll", "bin/libz3.dll")


class Z3Error(Exception):
    """z3 reports an error; the message is its own."""


def _from_file() -> Callable[[str], Any] | None:
    """Functions out of the file in the package z3, which is not imported; None if it is not there."""
    spec = find_spec("z3")
    folders = spec.submodule_search_locations if spec is not None else None
    for file in (Path(folder, name) for folder in folders or () for name in _WHERE):
        if file.is_file():
            library = ctypes.CDLL(str(file))
            return lambda name: getattr(library, name)
    return None


def _from_package() -> Callable[[str], Any]:
    """Functions of the library that the package z3 has found: each is a default argument of its namesake there.

    Raises ImportError without z3.
    """
    from z3 import z3core

    return lambda name: getattr(z3core, name).__defaults__[-1].f


class Library:
    """The functions of z3 by their names without `Z3_`. Pointers are numbers; the first argument is the context."""

    def __init__(self) -> None:
        self._found = ("z3.z3core" not in sys.modules and _from_file()) or _from_package()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        signature = _SIGNATURES[name]
        function = self.function(name, signature[0], "p" + signature[1:])
        setattr(self, name, function)
        return function

    def function(self, name: str, result: str, arguments: str) -> Callable[..., Any]:
        """A function, whose types are letters of _TYPES. It is a new object: others declare it in their own way."""
        address = ctypes.cast(self._found(f"Z3_{name}"), ctypes.c_void_p).value
        assert address is not None
        return ctypes.CFUNCTYPE(_TYPES[result], *(_TYPES[letter] for letter in arguments))(address)


class Z3Context:
    """A context of z3, deleted with this object; one thread at a time. What it makes counts its references."""

    def __init__(self, library: Library) -> None:
        self._delete = library.function("del_context", "v", "p")
        self._inc_ref, self._dec_ref = library.inc_ref, library.dec_ref
        self._kept: list[int] = []
        self._errors: list[str] = []
        configuration = library.function("mk_config", "p", "")()
        self.pointer: int = library.function("mk_context_rc", "p", "p")(configuration)
        library.function("del_config", "v", "p")(configuration)
        errors, message = self._errors, library.function("get_error_msg", "s", "pu")

        def failed(context: int, code: int) -> None:
            errors.append(message(context, code).decode(errors="replace"))

        self._handler = _HANDLER(failed)  # z3 does not keep it alive
        library.function("set_error_handler", "v", "pp")(self.pointer, ctypes.cast(self._handler, ctypes.c_void_p))

    def keep(self, expression: int) -> None:
        """The expression, or a sort as one, lives as long as the context."""
        self._inc_ref(self.pointer, expression)
        self._kept.append(expression)

    def raise_error(self) -> None:
        """Raises Z3Error if there was one since the last call."""
        if self._errors:
            error = self._errors[0]
            self._errors.clear()
            raise Z3Error(error)

    def __del__(self) -> None:
        if getattr(self, "pointer", 0):
            for expression in self._kept:  # those that are still referred to cost z3 the square of their number
                self._dec_ref(self.pointer, expression)
            self._delete(self.pointer)
