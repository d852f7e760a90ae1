"""The page as the value of a notebook's cell."""

from html import escape

from cudabmc.options.table import Options
from cudabmc.report.html.page import html_report
from cudabmc.report.run import Run
from cudabmc.result import AskedQuestion, Result

_HEIGHT = 900  # pixels: the finding and its timeline
_MOST = 4 << 20
"""Characters of a page that a notebook keeps: it holds the page of each cell in its file, and loads all of them."""


def notebook_html(result: Result) -> str:
    """The page in a frame of its own, so that neither its style nor its script reaches the notebook; of a page that is
    too large for one, the report as text."""
    asked = result.question or AskedQuestion(tuple(result.sources), Options())
    page = html_report(Run(asked.files, asked.options, result))
    if len(page) > _MOST:
        said = f"The page has {len(page) >> 20} MB; html=\"report.html\" writes it into a file."
        return f"<p>{escape(said)}</p><pre>{escape(str(result))}</pre>"
    return (
        f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts" title="cudabmc: {result.verdict.value}" '
        f'style="width: 100%; height: {_HEIGHT}px; border: 0"></iframe>'
    )
