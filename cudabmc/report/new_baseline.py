"""The findings of a run as a baseline, which accepts them from then on."""

from cudabmc.acceptance.baseline import baseline_text
from cudabmc.report.run import Run
from cudabmc.result import AcceptedBy
from cudabmc.source.files import SourceFiles


def new_baseline(run: Run) -> str:
    """What is written to the file that the options name. Of a run that has not seen everything, what an earlier one
    has found stays in it. Raises UsageError if there is a file that is no baseline."""
    path, result = run.options.write_baseline, run.result
    assert path is not None
    if result is None:
        return baseline_text((), SourceFiles().line, path, keeps=True)
    accepted = (one.violation for one in result.suppressed if one.by is AcceptedBy.BASELINE)
    lookup = SourceFiles.of(result.sources).line
    return baseline_text((*result.violations, *accepted), lookup, path, keeps=bool(result.reason))
