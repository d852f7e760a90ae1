"""With what options a random program is verified, and which properties its oracle looks at."""

from dataclasses import dataclass
from random import Random
from typing import Any

from cudabmc import Options
from cudabmc.properties import enabled_properties


@dataclass(frozen=True)
class Settings:
    enabled: frozenset[str]
    options: dict[str, Any]


def default_properties() -> frozenset[str]:
    return frozenset(prop.id for prop in enabled_properties(Options()))


def random_settings(seed: int) -> Settings:
    random = Random(seed)
    options: dict[str, Any] = {"frontend": "clang" if random.random() < 0.04 else "c", "timeout": 15}
    kind = random.randrange(10)
    if kind == 0:
        options["native"] = False
    elif kind == 1:
        options["simplify"] = False
    options["all_runs"] = random.random() < 0.5
    enabled = default_properties()
    if random.random() < 0.3:
        off = random.sample(sorted(enabled - {"unwinding"}), random.choice((1, 1, 2, 4)))
        options["no_check"] = tuple(off)
        enabled -= frozenset(off)
    return Settings(enabled, options)
