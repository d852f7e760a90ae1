"""Format strings of printf (C11 7.21.6.1) as data."""

import re
from dataclasses import dataclass

_SPEC = re.compile(
    r"%(?P<flags>[-+ #0']*)(?P<width>\*|\d+)?(?:\.(?P<precision>\*|-?\d*))?"
    r"(?P<length>hh|h|ll|l|j|z|t|L|q)?(?P<conversion>.)?",
    re.DOTALL,
)

STAR = "*"
"""A width or precision that is an argument."""


@dataclass(frozen=True, slots=True)
class Spec:
    """One conversion specification; `conversion` is empty if the format ends within it."""

    flags: str
    width: int | str | None
    precision: int | str | None
    length: str
    conversion: str
    text: str

    @property
    def bits(self) -> int:
        """Width of the integer that the length modifier names."""
        return {"hh": 8, "h": 16, "": 32}.get(self.length, 64)


def parse_format(text: str) -> list[str | Spec]:
    """Literal text and specifications in turn; `%%` is literal."""
    pieces: list[str | Spec] = []
    end = 0
    for match in _SPEC.finditer(text):
        if match.start() > end:
            pieces.append(text[end : match.start()])
        end = match.end()
        pieces.append("%" if match[0] == "%%" else _spec(match))
    if end < len(text):
        pieces.append(text[end:])
    return pieces


def _spec(match: re.Match[str]) -> Spec:
    return Spec(
        flags=match["flags"].replace("'", ""),
        width=_number(match["width"]),
        precision=_number(match["precision"]),
        length=match["length"] or "",
        conversion=match["conversion"] or "",
        text=match[0],
    )


def _number(text: str | None) -> int | str | None:
    if text is None or text == STAR:
        return text
    value = int(text or "0")
    return value if value >= 0 else None
