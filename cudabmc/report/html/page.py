"""A run as one HTML file that needs nothing else: no network, no other file, no server."""

import base64
import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from html import escape
from importlib.resources import files
from pathlib import Path

from cudabmc.report.html.about import about, meanings, problem
from cudabmc.report.html.covered import covered
from cudabmc.report.html.findings import findings, threads
from cudabmc.report.html.rows import Rows
from cudabmc.report.run import Run
from cudabmc.report.style import Style, printable
from cudabmc.report.text import problem_text, text_report
from cudabmc.source.location import Location
from cudabmc.source.text import read_source
from cudabmc.version import __version__

# The script of the page, in this order: what a file uses stands in those before it, but for calls at run time.
SCRIPTS = (
    "dom", "model", "trace", "memory", "tokens", "state", "findings", "places", "source", "coverage", "axis", "drawing",
    "timeline", "order", "tracks", "streams", "variables", "cells", "heat", "steps", "details", "dock", "advice",
    "about", "help", "report",
)  # fmt: skip


def html_report(run: Run) -> str:
    """The page, in ASCII. Everything that comes from the program or its user stands in one block of JSON, which the
    script turns into text nodes, and in the escaped report for browsers without script."""
    data = page_data(run)
    style, script = _assets("report.css"), _script()
    title = f"{data['verdict']}: {', '.join(Path(file).name for file in run.files)} - cudabmc"
    return _PAGE.format(
        policy=f"default-src 'none'; img-src data:; script-src '{_hash(script)}'; style-src '{_hash(style)}'",
        title=_ascii(printable(title)),
        style=style,
        plain=_ascii(_plain(run)),
        data=embedded(data),
        script=script,
    )


def page_data(run: Run) -> dict[str, object]:
    """What the script of the page reads."""
    rows = Rows()
    sources = _sources(run)
    lookup = _lookup(sources)
    shown = findings(run.result, rows, lookup) if run.result is not None else []
    error = problem(run, rows)
    reached = covered(run.result.coverage if run.result is not None else None, rows)
    for file in run.files:
        rows.files.of(file)
    ids = {str(finding["property"]) for finding in shown} | set(run.result.properties if run.result is not None else ())
    return {
        "version": __version__,
        "verdict": run.result.verdict.value if run.result is not None else "ERROR",
        "about": about(run),
        "error": error,
        "findings": shown,
        "coverage": reached,
        "advice": _advice(run, rows),
        "properties": meanings(ids),
        "files": [[printable(file), sources.get(file, "")] for file in rows.files.values],
        "threads": threads(rows),
        "objects": [list(entry) for entry in rows.objects.values],
        "rows": rows.table(),
        "texts": rows.texts.values,
    }


def _advice(run: Run, rows: Rows) -> object:
    """Advice on performance, if it was asked for."""
    if run.result is None or run.result.advice is None:
        return None
    from cudabmc.report.html.warps import warps

    return warps(run.result.advice, run.result.verdict, rows)


def embedded(data: object) -> str:
    """JSON that can stand in a script element: nothing in it can end the element, or begin a comment."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _sources(run: Run) -> dict[str, str]:
    """The texts of the files that the page may show."""
    found = dict(run.result.sources) if run.result is not None else {}
    coverage = run.result.coverage if run.result is not None else None
    covered_files = [file.path for file in coverage.files] if coverage is not None else []
    wanted = [*run.files, *([run.error.location.file] if run.error and run.error.location else []), *covered_files]
    for name in wanted:
        if name not in found:
            with suppress(OSError):
                found[name] = read_source(name, "utf-8-sig")
    return found


def _lookup(sources: dict[str, str]) -> Callable[[Location], str | None]:
    lines = {name: text.splitlines() for name, text in sources.items()}

    def line(loc: Location) -> str | None:
        text = lines.get(loc.file, [])
        return text[loc.line - 1] if 0 < loc.line <= len(text) else None

    return line


def _plain(run: Run) -> str:
    """The report as text, for a browser that runs no script."""
    lookup = _lookup(_sources(run))
    if run.result is not None:
        return text_report(run.result, run.options, lookup)
    if run.error:
        return problem_text(run.error.message, run.error.location, run.error.hint, lookup, Style())
    return ""


def _ascii(text: str) -> str:
    return escape(text).encode("ascii", "xmlcharrefreplace").decode("ascii")


def _assets(name: str) -> str:
    return (files("cudabmc.report.html") / name).read_text(encoding="ascii")


def _script() -> str:
    parts = "\n".join(_assets(f"js/{name}.js") for name in SCRIPTS)
    return f'"use strict";\n(() => {{\n{parts}\n}})();\n'


def _hash(text: str) -> str:
    """What a content security policy calls the text of a script or style."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<noscript><pre>{plain}</pre></noscript>
<script type="application/json" id="data">{data}</script>
<script>{script}</script>
</body>
</html>
"""
