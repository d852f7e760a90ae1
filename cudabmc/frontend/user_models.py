"""Users' own operational models (--models): load the files, and say what is wrong with them.

A file is Python that registers models as opmodels does. It is run anew for each verification, and what
it registered is forgotten before the next one.
"""

import inspect
import itertools
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import NoReturn

from cudabmc.errors import ModelError, SourceError, UsageError
from cudabmc.source.location import Location
from opmodels import registry
from opmodels.registry import Model

_numbers = itertools.count()
HINT = "docs/write-a-model.md describes operational models"


def load_users_models(files: Sequence[str]) -> None:
    """Put the models of the files in place of those of an earlier run.

    Raises UsageError for a file that cannot be read, ModelError for one that does not run.
    """
    registry.without_users()
    if not files:
        return
    try:
        for file in files:
            with registry.users(file):
                _run(file, f"_users_models_{next(_numbers)}")
        for model in registry.users_models():
            _check(model)
    except BaseException:
        registry.without_users()
        raise


def _run(file: str, name: str) -> None:
    code = _compiled(file)
    module = ModuleType(name)
    module.__file__ = file
    sys.modules[name] = module  # dataclasses look their module up
    try:
        exec(code, module.__dict__)
    except (Exception, SystemExit) as error:
        _refuse(file, error)
    finally:
        del sys.modules[name]


def _compiled(file: str) -> CodeType:
    try:
        text = Path(file).read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read the models {file}: {error.strerror or error}") from None
    try:
        return compile(text, file, "exec", dont_inherit=True)
    except SyntaxError as error:
        place = Location(file, error.lineno or 1, error.offset or 0)
        raise ModelError(f"the models are not valid Python: {error.msg}", place, HINT) from None
    except ValueError as error:  # null bytes
        raise ModelError(f"the models are not valid Python: {error}", Location(file, 1), HINT) from None


def _refuse(file: str, error: BaseException) -> NoReturn:
    """The error with the line of the file that led to it."""
    line, trace = 1, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    raise ModelError(f"the models cannot be loaded: {text}", Location(file, line), HINT) from error


def _check(model: Model) -> None:
    """A model must have a declaration of C that fits its Python function."""
    from cudabmc.frontend.c.parser import parse

    place = Location(model.source, _line(model.function))
    try:
        node = parse(f"{model.signature};", "<models>", registry.type_names()).ast.ext[0]
    except SourceError as error:
        text = f"'{model.signature}' is not a C declaration: {error.message}"
        raise ModelError(text, place, "types of its own are declared by registry.declare") from None
    parameters = getattr(getattr(node.type, "args", None), "params", None) or []
    names = [getattr(parameter, "name", None) for parameter in parameters]
    if names == [None] and model.signature.replace(" ", "").endswith("(void)"):
        names = []
    try:
        inspect.signature(model.function).bind(None, *names)
    except TypeError as error:
        text = f"the model of '{model.signature}' does not take ctx and {len(names)} arguments: {error}"
        raise ModelError(text, place, HINT) from None


def _line(function: Callable[..., object]) -> int:
    code = getattr(inspect.unwrap(function), "__code__", None)
    return code.co_firstlineno if code is not None else 1
