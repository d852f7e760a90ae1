"""JSON as text that a person can read and that is made fast."""

import json

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def json_text(data: Json, depth: int) -> str:
    """The text, ending with a line feed, in ASCII: other characters are escaped. The outer `depth` levels have a line
    for each entry; below, an entry is one line, which the C encoder of the library writes (it knows no indentation)."""
    return _text(data, depth, "\n") + "\n"


def _text(data: Json, depth: int, line: str) -> str:
    if not depth or not data or not isinstance(data, dict | list):
        return json.dumps(data, allow_nan=False)
    inner = line + " "
    if isinstance(data, dict):
        parts = [f"{json.dumps(key)}: {_text(value, depth - 1, inner)}" for key, value in data.items()]
        return "{" + inner + f",{inner}".join(parts) + line + "}"
    return "[" + inner + f",{inner}".join(_text(value, depth - 1, inner) for value in data) + line + "]"
