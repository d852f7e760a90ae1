"""Texts that XML can hold."""

import re

# XML 1.0, 2.2: what is no character is not even allowed as a reference.
NO_CHARACTER = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """The text with what XML does not know as escapes (`\\x1b`), and with line feeds as ends of lines, which a
    reader of XML would make of others."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return NO_CHARACTER.sub(lambda found: ascii(found[0])[1:-1], text)
