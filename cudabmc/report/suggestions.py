"""What `--suggest` has found, as text: the edits, what they cost, and the patch."""

from cudabmc.report.plural import plural
from cudabmc.report.style import Style, printable
from cudabmc.suggestion import Suggestion


def suggestion_lines(suggestion: Suggestion, style: Style, *, quiet: bool = False) -> list[str]:
    """The lines behind the violations."""
    if not suggestion.found:
        return [f"{style.note('Suggestion:')} {printable(nothing_found(suggestion))}", *_moved(suggestion)]
    lines = [f"{style.note('Suggestion')} ({verified_text(suggestion)}):"]
    for edit in suggestion.edits:
        price = f" (costs: {edit.price})" if edit.price else ""
        lines.append(f"  - {printable(edit.sentence + price)}")
    if not quiet:
        lines += ["", *(f"  {printable(line)}" for line in suggestion.patch.splitlines())]
    lines += [f"  written to {printable(name)}" for name in suggestion.written]
    if suggestion.refused:
        lines.append(f"{style.warning('warning:')} --fix: {printable(suggestion.refused)}")
    return lines


def verified_text(suggestion: Suggestion) -> str:
    """What is known of a suggestion."""
    said = "the edited program verifies"
    return f"{said}; {suggestion.seen_again}" if suggestion.seen_again else said


def nothing_found(suggestion: Suggestion) -> str:
    """Why there is no suggestion, as a sentence."""
    if not suggestion.tried:
        return f"none, {suggestion.reason}" if suggestion.reason else "none"
    text = f"none of {plural(suggestion.tried, 'edit')} that were tried verifies"
    return f"{text}; {suggestion.reason}" if suggestion.reason else text


def _moved(suggestion: Suggestion) -> list[str]:
    if not suggestion.moved:
        return []
    return ["  With some the defect only moves:", *(f"  - {printable(text)}" for text in suggestion.moved)]
