"""Texts of the command line and of YAML files to values. Every function raises ValueError."""

import re
import shlex
from collections.abc import Callable, Mapping

from cudabmc.late_dataclass import dataclass
from cudabmc.options.schedule import parse_schedule


def number(least: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise ValueError(f"expected a whole number, at least {least}")
        return int(text)

    return parse


def _quantity(units: Mapping[str, float], what: str) -> Callable[[str], float]:
    def parse(text: str) -> float:
        unit = text[-1:].lower() if not text[-1:].isdecimal() else ""
        try:
            number = float(text.removesuffix(text[-1:]) if unit else text) * units[unit]
        except (ValueError, KeyError):
            raise ValueError(f"expected {what}") from None
        if not 0 < number < 1e9:
            raise ValueError(f"expected {what}, more than 0")
        return number

    return parse


seconds = _quantity({"": 1, "s": 1, "m": 60, "h": 3600}, "seconds, or a number with s, m or h")
_mebibytes = _quantity({"": 1, "k": 1 / 1024, "m": 1, "g": 1024}, "MiB, or a number with k, m or g")


def memory(text: str) -> int:
    return max(1, round(_mebibytes(text)))


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    choices: tuple[str, ...]

    def __call__(self, text: str) -> str:
        if text not in self.choices:
            raise ValueError(f"expected one of {', '.join(self.choices)}")
        return text


def choice(*choices: str) -> Choice:
    return Choice(choices)


def name(text: str) -> str:
    if not text.strip():
        raise ValueError("expected a name")
    return text


ADVICE = ("bank-conflict", "uncoalesced", "divergence", "atomics", "needless-barrier")
"""Kinds of advice (cudabmc/advice.py)."""


def advice_limit(text: str) -> tuple[str, ...]:
    """`bank-conflict>2`: the kind, and the largest figure that passes."""
    kind, _, most = (part.strip() for part in text.partition(">"))
    if kind not in ADVICE or not re.fullmatch(r"\d+(\.\d+)?", most):
        raise ValueError(f"expected KIND>NUMBER, where KIND is one of {', '.join(ADVICE)}")
    return (f"{kind}>{most}",)


def warp_size(text: str) -> int:
    if text not in ("0", "1", "2", "4", "8", "16", "32"):
        raise ValueError("expected a power of two up to 32, or 0")
    return int(text)


def one(text: str) -> tuple[str, ...]:
    return (name(text),)


def architecture(text: str) -> str | None:
    """`compute_80` names the architecture `sm_80` too (nvcc manual, --gpu-architecture). None for words that leave it
    to the machine."""
    if text in ("native", "all", "all-major"):
        return None
    found = re.fullmatch(r"(?:sm|compute)_(\d{2,3}[af]?)", text)
    if not found:
        raise ValueError("expected an architecture, as in sm_80")
    return f"sm_{found[1]}"


def language(text: str) -> str:
    """As nvcc's -x has it; clang's word for CUDA is taken, too."""
    languages = {"cu": "cu", "cuda": "cu", "c++": "c++", "c": "c"}
    if text not in languages:
        raise ValueError("expected one of cu, c++, c")
    return languages[text]


def capability(text: str) -> str:
    """A compute capability; whether there is a device of it is not known here."""
    if not re.fullmatch(r"\d{1,2}\.\d", text):
        raise ValueError("expected a compute capability, as in 8.0")
    return text


def comma_list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def words(text: str) -> tuple[str, ...]:
    return tuple(shlex.split(text))


def loop_bounds(text: str) -> tuple[tuple[str, int], ...]:
    bounds = []
    for part in comma_list(text):
        loop, _, bound = part.rpartition(":")
        if not loop or not bound.isdecimal():
            raise ValueError("expected LOOP:BOUND, as in main.1:10 (--show-loops lists the loops)")
        bounds.append((loop, int(bound)))
    return tuple(bounds)


def schedule(text: str) -> str:
    parse_schedule(text)
    return text
