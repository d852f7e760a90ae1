"""The page as the value of a notebook's cell."""

from html import escape

from cudabmc.options.table import Options
from cudabmc.report.html.page import html_report
from cudabmc.report.run import Run
from cudabmc.result import AskedQuestion, Result

_HEIGHT = 900  # pixels: the finding and its timeline


def notebook_html(result: Result) -> str:
    """The page in a frame of its own, so that neither its style nor its script reaches the notebook."""
    asked = result.question or AskedQuestion(tuple(result.sources), Options())
    page = html_report(Run(asked.files, asked.options, result))
    return (
        f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts" title="cudabmc: {result.verdict.value}" '
        f'style="width: 100%; height: {_HEIGHT}px; border: 0"></iframe>'
    )
