"""What the program has printed."""


def console_text(link: tuple[object, ...] | None) -> str:
    """What the program has printed, from the chain of its parts."""
    parts: list[str] = []
    while link is not None:
        parts.append(str(link[1]))
        link = link[0]  # type: ignore[assignment]
    return "".join(reversed(parts))
