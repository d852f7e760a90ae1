"""docs/options.md, made from the declarations: python -m cudabmc.report.options_page > docs/options.md"""

from cudabmc.options import OPTIONS, Group, Option

HEAD = """\
# Options

Made by `python -m cudabmc.report.options_page > docs/options.md`; a test checks that it is current.

The same names, without the dashes, are the keys of YAML suites and, with underscores, the fields of
`cudabmc.Options`. Every switch has a `--no-...` form and the other way round; the one that changes the default
is listed.
"""


def options_page() -> str:
    """The whole page, one table for each group."""
    return HEAD + "".join(_section(group) for group in Group)


def _section(group: Group) -> str:
    rows = "".join(_row(option) for option in OPTIONS if option.group is group)
    return f"\n## {group.value}\n\n| option | meaning | default |\n|---|---|---|\n{rows}"


def _row(option: Option) -> str:
    metavar = f" {option.metavar}" if option.metavar else ""
    flags = ", ".join(f"`{flag}{metavar}`" for flag in option.shown_flags)
    default = f"{option.default}" if option.parse and option.default not in (None, ()) else ""
    return f"| {flags} | {option.help.replace('|', '/')} | {default} |\n"


if __name__ == "__main__":
    print(options_page(), end="")
