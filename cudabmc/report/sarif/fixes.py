"""A suggestion as a fix (SARIF 2.1.0, 3.55): lines that replace others, which editors offer to apply."""

from cudabmc.report.json_text import Json
from cudabmc.report.sarif.places import SarifLocations
from cudabmc.suggestion import ReplacedLines, Suggestion


def fix(suggestion: Suggestion, places: SarifLocations) -> Json:
    """One fix with all edits: each alone would not verify."""
    files = dict.fromkeys(lines.file for lines in suggestion.lines)
    text = "; ".join(f"{edit.sentence} (costs: {edit.price})" if edit.price else edit.sentence
                     for edit in suggestion.edits)  # fmt: skip
    return {
        "description": {"text": text},
        "artifactChanges": [
            {
                "artifactLocation": places.artifact(file),
                "replacements": [_replacement(lines) for lines in suggestion.lines if lines.file == file],
            }
            for file in files
        ],
    }


def _replacement(lines: ReplacedLines) -> Json:
    """Whole lines: from the beginning of the first to that of the line behind the last."""
    region: dict[str, Json] = {"startLine": lines.first, "startColumn": 1, "endLine": lines.last + 1, "endColumn": 1}
    if lines.last < lines.first:
        region["endLine"] = lines.first
    replacement: dict[str, Json] = {"deletedRegion": region}
    if lines.text:
        replacement["insertedContent"] = {"text": lines.text}
    return replacement
