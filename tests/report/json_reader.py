"""Reads a report back, by the types of the fields alone: what the report leaves out or mixes up shows."""

import types
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, get_args, get_origin, get_type_hints

from cudabmc.advice import AdviceReport
from cudabmc.coverage import Coverage
from cudabmc.result import Account, Result, Step, Verdict, Violation, Words
from cudabmc.suggestion import Suggestion

NAMES = {"prop": "property", "loc": "location"}
PAIRS = {"stack": ("function", "location"), "names": ("name", "meaning"), "conditional": ("condition", "fact")}
# The verdict and the question stand beside the result in a report; queries go to files, and test cases are written
# where the run is.
LEFT_OUT = {(Result, name) for name in ("verdict", "queries", "question", "started", "reports")}
LEFT_OUT |= {(Violation, "recorded"), (Violation, "stream_order")}


def read(kind: Any, data: Any, field: str = "") -> Any:
    """The value of a field of type `kind` that `data` stands for."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is types.UnionType:
        return None if data is None else read(next(a for a in arguments if a is not type(None)), data, field)
    if origin is tuple:
        return read_tuple(arguments, data, field)
    if origin is dict:
        return dict(data)
    if is_dataclass(kind):
        return read_object(kind, data)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(data)
    assert type(data) is kind, (kind, data)
    return data


def read_tuple(arguments: tuple[Any, ...], data: Any, field: str) -> Any:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return tuple(read(arguments[0], item, field) for item in data)
    if isinstance(data, dict):
        data = [data[key] for key in PAIRS.get(field, ("name", "value"))]
    return tuple(read(kind, item) for kind, item in zip(arguments, data, strict=True))


def read_object(kind: Any, data: dict[str, Any]) -> Any:
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind) if (kind, field.name) not in LEFT_OUT]
    made = {}
    if kind is Step:  # the report has the words of a step beside all else
        names.remove("account")
        made["account"] = read_account({name: data[name] for name in Words._fields})
        data = {name: value for name, value in data.items() if name not in Words._fields}
    assert {NAMES.get(name, name) for name in names} == set(data)
    return kind(**made, **{name: read(hints[name], data[NAMES.get(name, name)], name) for name in names})


def read_account(data: dict[str, Any]) -> Account:
    hints = get_type_hints(Words)
    return Account(Words(**{name: read(hints[name], value, name) for name, value in data.items()}))


def read_result(data: dict[str, Any]) -> Result:
    """The result in a report."""
    local = {"Coverage": Coverage, "Suggestion": Suggestion, "AdviceReport": AdviceReport}
    hints = get_type_hints(Result, localns=local)
    names = [field.name for field in fields(Result) if (Result, field.name) not in LEFT_OUT]
    assert set(names) == set(data["result"])
    values = {name: read(hints[name], data["result"][name], name) for name in names}
    return Result(Verdict(data["verdict"]), **values)
