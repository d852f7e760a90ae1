"""Kernels that were to be proved for every launch: what is proved passes, and what is not known is open.

What is faulty is a finding. Results that are no failures have no level (SARIF 2.1.0, 3.27.9 and 3.27.10).
"""

from collections.abc import Iterator

from cudabmc.properties import PROPERTIES
from cudabmc.report.json_text import Json
from cudabmc.report.sarif.fingerprint import Fingerprints
from cudabmc.report.sarif.places import SarifLocations
from cudabmc.result import ProofOutcome, ProvedKernel, Result

RULE = "proof"
"""The rule of these results, which stands behind those of the properties."""


def rule() -> Json:
    """What the results are about."""
    told = (
        "cudabmc prove asks whether a kernel is right in every launch: any grid and block, any arguments, any "
        "contents of arrays. A kernel that is proved passes, maybe under preconditions. One that is neither proved nor "
        "broken is open, for the reasons that are given."
    )
    return {
        "id": RULE,
        "name": "Proof",
        "shortDescription": {"text": "A kernel is proved for every launch."},
        "fullDescription": {"text": told},
        "help": {"text": told, "markdown": f"# {RULE}\n\n{told}\n"},
        "defaultConfiguration": {"level": "none"},
        "properties": {"tags": ["correctness", "cuda"]},
    }


def proof_results(result: Result, places: SarifLocations) -> Iterator[Json]:
    """One result for each kernel that is proved or not known."""
    fingerprints = Fingerprints(places)
    for proof in result.proofs:
        if proof.outcome is not ProofOutcome.FAULTY:
            yield _result(proof, places, fingerprints)


def _result(proof: ProvedKernel, places: SarifLocations, fingerprints: Fingerprints) -> Json:
    location = places.location(proof.loc)
    if location is not None:
        location["logicalLocations"] = [{"name": proof.name, "kind": "function"}]
    return {
        "ruleId": RULE,
        "ruleIndex": len(PROPERTIES),
        "kind": "pass" if proof.outcome is ProofOutcome.PROVED else "open",
        "level": "none",
        "message": {"text": _message(proof).replace("](", "\\](")},
        "locations": [location] if location is not None else [],
        "relatedLocations": [],
        "partialFingerprints": {"cudabmc/v1": fingerprints.of_proof(proof)},
        "properties": {
            "preconditions": list(proof.preconditions), "reasons": list(proof.reasons), "seconds": proof.seconds
        },
    }


def _message(proof: ProvedKernel) -> str:
    if proof.outcome is ProofOutcome.UNKNOWN:
        return f"There is no proof of {proof.name}: {'; '.join(proof.reasons) or 'no answer'}."
    where = f" with {' and '.join(proof.preconditions)}" if proof.preconditions else ""
    but = f", but for findings that are accepted: {'; '.join(proof.accepted)}" if proof.accepted else ""
    return f"{proof.name} is proved for every launch{where}{but}."
