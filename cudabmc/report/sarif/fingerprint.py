"""Names of findings that stay the same when lines move."""

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING

from cudabmc.acceptance.identity import place_identity
from cudabmc.report.sarif.places import SarifLocations
from cudabmc.result import ProvedKernel, Violation

if TYPE_CHECKING:
    from cudabmc.advice import Advice


class Fingerprints:
    """Names findings by property, object and, for each place, the URI of the file, function and text of the line.
    Threads, line numbers and values are left out. Findings that are alike are numbered."""

    def __init__(self, places: SarifLocations) -> None:
        self._places = places
        self._seen: Counter[str] = Counter()

    def of(self, violation: Violation) -> str:
        """The next finding's fingerprint: 16 hexadecimal digits and a number."""
        parts = [violation.prop, violation.object.name if violation.object else ""]
        for place in violation.places[:2]:
            parts += place_identity(place, self._places.line, self._places.uri).squeezed
        return self._numbered(parts)

    def of_proof(self, proof: ProvedKernel) -> str:
        """That of what is known of a kernel: it stays the same, whatever that is."""
        return self._numbered(["proof", self._places.uri(proof.loc.file), proof.name])

    def of_advice(self, advice: "Advice") -> str:
        """That of a place that is slow, by kind, kernel and text of the line."""
        line = (self._places.line(advice.loc) or "").split()
        return self._numbered(["advice", advice.kind, advice.kernel, self._places.uri(advice.loc.file), *line])

    def _numbered(self, parts: list[str]) -> str:
        name = sha256("\0".join(parts).encode(errors="replace")).hexdigest()[:16]
        self._seen[name] += 1
        return f"{name}:{self._seen[name]}"
