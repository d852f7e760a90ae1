"""docs/options.md, made from the declarations: python -m cudabmc.report.options_page > docs/options.md"""

import shlex

from cudabmc.options.table import OPTIONS, Group, Option
from cudabmc.report.option_samples import BY_METAVAR, NOTES, SAMPLES

HEAD = """\
# Options

<!-- Made by `python -m cudabmc.report.options_page > docs/options.md`; a test checks that it is current. -->

The same names, without the dashes, are the keys of YAML suites and, with underscores, the fields of
`cudabmc.Options` and what `cudabmc.verify` takes. Every switch has an opposite, with or without `--no-`; the one
that changes the default is listed. An option that can be given several times adds to what was given before.
"""

_WHAT = {"FILE": "the path of a file", "DIR": "the path of a folder", "PATH": "the path of a program"}
_OUTPUT = "the path of a file that is written, or `-`"


def options_page() -> str:
    """The whole page: a table for each group, then a section for each option."""
    tables = "".join(_table(group) for group in Group)
    return HEAD + tables + "\n## Each option\n" + "".join(_section(option) for option in OPTIONS)


def example(option: Option) -> list[str]:
    """Arguments of a command that uses the option."""
    if option.parse is None:
        return [option.shown_flags[0]]
    flag = option.on_flags[0]
    return [f"{flag}={sample(option)}"] if sample(option).startswith("-") else [flag, sample(option)]


def sample(option: Option) -> str:
    """A value of the option, as it is typed."""
    return SAMPLES.get(option.name) or BY_METAVAR.get(option.metavar, option.metavar.lower())


def yaml_example(option: Option) -> tuple[str, object]:
    """The key and the value of the same example in a suite."""
    if option.parse is None:
        return option.key, option.default is not True
    text = sample(option)
    return option.key, int(text) if text.isdecimal() else text


def python_example(option: Option) -> object:
    """The value of the same example in a call from Python: plain data, or the text where that would be more."""
    if option.parse is None:
        return option.default is not True
    value = option.parse(sample(option))
    plain = value if isinstance(value, tuple) else (value,)
    return value if all(isinstance(part, str | int | float) for part in plain) else sample(option)


def values(option: Option) -> str:
    """What can be given, in the words of the error message that anything else gets."""
    if option.parse is None:
        return "a switch"
    if option.group is Group.REPORTS and option.metavar == "FILE":
        return _OUTPUT
    if option.metavar in _WHAT:
        return _WHAT[option.metavar]
    for text in ("", "?", "'"):
        try:
            option.parse(text)
        except ValueError as error:
            words = str(error)
            if words.startswith("expected "):
                return words.removeprefix("expected ")
    return "a list with commas" if option.many else "a text"


def _table(group: Group) -> str:
    rows = "".join(_row(option) for option in OPTIONS if option.group is group)
    return f"\n## {group.value}\n\n| option | meaning | default |\n|---|---|---|\n{rows}"


def _row(option: Option) -> str:
    return f"| {_flags(option, link=True)} | {option.help.replace('|', '/')} | {_default(option)} |\n"


def _section(option: Option) -> str:
    default = "on" if option.default is True else "off" if option.default is False else _default(option) or "none"
    several = ", can be given several times" if option.many else ""
    key, value = yaml_example(option)
    shown = str(value).lower() if isinstance(value, bool) else value
    lines = [
        f"\n### {option.key}\n",
        f"{_flags(option)}: {option.help}.\n",
        *([f"{NOTES[option.name]}\n"] if option.name in NOTES else []),
        f"- Takes: {values(option)}{several}" + ("" if "(default:" in option.help else f"; default: {default}"),
        f"- In a suite: `{key}: {shown}`",
        f"- In Python: `verify('main.cu', {option.name}={python_example(option)!r})`\n",
        f"```sh\ncudabmc main.cu {shlex.join(example(option))}\n```",
    ]
    return "\n".join(lines) + "\n"


def _flags(option: Option, *, link: bool = False) -> str:
    metavar = f" {option.metavar}" if option.metavar else ""
    shown = [f"`{flag}{metavar}`" for flag in option.shown_flags]
    return ", ".join(f"[{flag}](#{option.key})" if link else flag for flag in shown)


def _default(option: Option) -> str:
    return f"{option.default}" if option.parse and option.default not in (None, ()) else ""


if __name__ == "__main__":
    print(options_page(), end="")
