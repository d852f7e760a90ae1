"""The files that a compilation read, from the rule for make that `-MD` writes."""

import re

_WORD = re.compile(r"(?:[^\s\\$]|\\[ #]|\$\$|\\(?!\n))+")
_ESCAPE = re.compile(r"\\([ #])|\$(\$)")


def read_depfile(text: str) -> list[str]:
    r"""The prerequisites of the one rule in `text`, in order and without repetitions.

    >>> read_depfile("a.o: a.cu \\\n  my\\ dir/b.h c$$.h\n")
    ['a.cu', 'my dir/b.h', 'c$.h']
    """
    _, _, rest = text.partition(": ")
    words = (_ESCAPE.sub(lambda found: found[1] or found[2], word) for word in _WORD.findall(rest))
    return list(dict.fromkeys(words))
