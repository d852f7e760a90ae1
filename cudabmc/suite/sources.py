"""The files that a case is made of: its own, and the local headers that they include."""

from cudabmc.builds.compile_commands import database, options_of
from cudabmc.source.includes import existing, with_headers
from cudabmc.suite.case import Case


def sources_of(case: Case) -> dict[str, bytes]:
    """The contents of the case's files, models, and of every header below their folders or the folders of -I that
    they include, by path. What is not there, or belongs to the system, is left out."""
    given = case.options
    each = [options_of(file, given) for file in case.files] or [given]
    folders = tuple(dict.fromkeys(folder for own in each for folder in (*own.include_dirs, *own.system_dirs)))
    forced = dict.fromkeys(name for own in each for name in own.force_includes)
    files = [*case.files, *given.models, *existing(forced, ("", *folders))]
    if given.compile_commands is not None:
        files.append(database(given.compile_commands))
    return with_headers(files, folders)
