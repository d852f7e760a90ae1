"""What the program has printed."""


def console_text(link: tuple[object, ...] | None) -> str:
    """What the program has surely printed, from the chain of its parts: each with what was before it, its text, and the
    condition under which it is printed."""
    parts: list[str] = []
    while link is not None:
        if link[2] is True:
            parts.append(str(link[1]))
        link = link[0]  # type: ignore[assignment]
    return "".join(reversed(parts))
