"""Verifies a file in a process of its own, and reads what that says."""

import asyncio
import os
import sys
import tempfile
from pathlib import Path

from cudabmc.language_server import worker
from cudabmc.language_server.client_settings import ClientSettings
from cudabmc.language_server.findings import FileAnswer, Remark, Weight
from cudabmc.language_server.sarif_reading import read_answer
from cudabmc.process.groups import Ended, Groups, printed_text, signal_name


async def verify(path: str, folder: str, settings: ClientSettings) -> FileAnswer:
    """What the verifier says about the file at an absolute path, started in a folder. If the task is cancelled, the
    process ends with all that it has started."""
    groups = Groups()
    running = asyncio.get_running_loop().run_in_executor(None, _run, path, folder, settings, groups)
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        groups.kill()
        await asyncio.wait([running])
        running.exception()  # that it was killed is no news
        raise


def _run(path: str, folder: str, settings: ClientSettings, groups: Groups) -> FileAnswer:
    """Raises InterruptedError if the groups are ended from elsewhere."""
    with tempfile.TemporaryDirectory(prefix="cudabmc-lsp-") as place:
        report, output = Path(place, "answer.sarif"), Path(place, "output.txt")
        words = [*settings.arguments, _named(path, folder)]
        command = [sys.executable, "-P", worker.__file__, str(report), settings.command, *words]
        try:
            ended = groups.run(command, output, None, folder)
        except InterruptedError:
            raise
        except OSError as error:
            return _without_answer(f"cannot start the verifier: {error}", "")
        return _answer(ended, report, output, folder)


def _named(path: str, folder: str) -> str:
    """The file as messages call it: by a path from the folder, if it is below that."""
    inside = os.path.relpath(path, folder)
    if inside.startswith(os.pardir):
        return path
    return os.path.join(os.curdir, inside) if inside.startswith("-") else inside


def _answer(ended: Ended, report: Path, output: Path, folder: str) -> FileAnswer:
    try:
        return read_answer(report.read_text(encoding="utf-8"), folder)
    except FileNotFoundError:
        status = ended.status or 0
        killed = f"was killed by signal {-status} ({signal_name(-status)})"
        how = killed if status < 0 else f"ended with status {status}"
        return _without_answer(f"the verifier {how} and said nothing", printed_text(output).strip())
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        return _without_answer(f"the report of the verifier cannot be read: {error!r}", "")


def _without_answer(why: str, printed: str) -> FileAnswer:
    text = f"{why}: {printed}" if printed else why
    return FileAnswer("not verified", remarks=(Remark(Weight.ERROR, text),))
