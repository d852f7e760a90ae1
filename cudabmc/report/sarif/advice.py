"""Advice on performance as notes, each kind with a rule of its own: a note is "an opportunity to improve the code"
(SARIF 2.1.0, 3.27.10). What --fail-on makes of them is in the exit code."""

from collections.abc import Iterator

from cudabmc.advice import FIGURES, Advice, AdviceKind, AdviceReport
from cudabmc.report.advice_lines import picture_text
from cudabmc.report.json_text import Json
from cudabmc.report.sarif.fingerprint import Fingerprints
from cudabmc.report.sarif.places import SarifLocations

_TITLES = {
    AdviceKind.BANK_CONFLICT: "Lanes of a warp access different words of one bank of shared memory.",
    AdviceKind.UNCOALESCED: "A warp touches more sectors of global memory than its bytes fill.",
    AdviceKind.DIVERGENCE: "The lanes of a warp part at a branch.",
    AdviceKind.ATOMICS: "Lanes of a warp update one address.",
    AdviceKind.NEEDLESS_BARRIER: "A barrier orders no accesses.",
}


def advice_rules() -> list[Json]:
    """One rule for each kind, in their order."""
    return [_rule(kind) for kind in AdviceKind]


def advice_results(advice: AdviceReport, places: SarifLocations, first_rule: int) -> Iterator[Json]:
    """One note for each place. The rules of advice stand from `first_rule` on."""
    kinds = list(AdviceKind)
    fingerprints = Fingerprints(places)
    for one in advice.given:
        location = places.location(one.loc)
        if location is not None:
            location["logicalLocations"] = [{"name": one.kernel, "kind": "function"}]
        yield {
            "ruleId": _id(one.kind),
            "ruleIndex": first_rule + kinds.index(one.kind),
            "kind": "fail",
            "level": "note",
            "message": {"text": _message(one)},
            "locations": [location] if location is not None else [],
            "relatedLocations": [],
            "partialFingerprints": {"cudabmc/v1": fingerprints.of_advice(one)},
            "properties": {
                "figure": one.figure, "kernel": one.kernel, "launch": one.launch, "concerned": one.concerned,
                "seen": one.seen,
            },
        }


def _id(kind: AdviceKind) -> str:
    return f"advice-{kind.value}"


def _rule(kind: AdviceKind) -> Json:
    told = f"{_TITLES[kind]} The figure counts {FIGURES[kind]}."
    return {
        "id": _id(kind),
        "name": "Advice" + "".join(word.capitalize() for word in kind.value.split("-")),
        "shortDescription": {"text": _TITLES[kind]},
        "fullDescription": {"text": told},
        "help": {"text": told, "markdown": f"# {_id(kind)}\n\n{told}\n"},
        "defaultConfiguration": {"level": "note"},
        "properties": {"tags": ["performance", "cuda"]},
    }


def _message(one: Advice) -> str:
    text = one.message[:1].upper() + one.message[1:]
    where = f" Launch {one.launch} of {one.kernel}"
    if one.picture is not None:
        block = ", ".join(map(str, one.picture.block))
        where += f", block ({block}), warp {one.picture.warp}: {picture_text(one.picture)}"
    return f"{text}.{where}.".replace("](", "\\](")

