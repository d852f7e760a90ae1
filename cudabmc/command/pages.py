"""Pages that are printed instead of a verdict: a stage of the run, the properties, what the front end takes."""

import sys

from cudabmc.command.arguments import Command
from cudabmc.command.ending import Page
from cudabmc.errors import UsageError
from cudabmc.options.table import OPTIONS, Group, Options
from cudabmc.process.limits import limits
from cudabmc.report.exit_status import Exit
from cudabmc.version import versions


def stage_flags(options: Options) -> list[str]:
    """The options that were given and print a stage instead of a verdict."""
    switches = [o for o in OPTIONS if o.group is Group.STAGES and o.parse is None]
    return [f"--{option.key}" for option in switches if getattr(options, option.name)]


def stage_page(command: Command) -> Page:
    """What the --show options print. Nothing is printed before the limits are off."""
    options = command.options
    with limits(options.timeout, options.memlimit):
        if options.show_goto_functions or options.show_loops or options.show_properties:
            return Page(_show(command))
        from cudabmc.verification.pipeline import stage_text

        return Page(stage_text(command.files, options))


def _show(command: Command) -> str:
    """The GOTO program, its loops, the properties: whatever was asked for, one after the other."""
    options = command.options
    from cudabmc.verification.pipeline import load

    program = load(command.files, options)
    parts = []
    if options.show_goto_functions:
        from cudabmc.goto.text import print_program

        parts.append(print_program(program))
    if options.show_loops:
        from cudabmc.goto.cfg import loops
        from cudabmc.report.loop_list import loop_list

        parts.append(loop_list(loop for function in program.functions.values() for loop in loops(function)))
    if options.show_properties:
        from cudabmc.properties import enabled_properties
        from cudabmc.report.property_text import property_list

        parts.append(property_list(enabled_properties(options)))
    return "\n".join(part.rstrip("\n") + "\n" for part in parts)


def survey_page(command: Command) -> Page:
    """Run the front end on each file alone, and count the reasons of refusals."""
    from cudabmc.command.survey import survey
    from cudabmc.report.refusals import ProgressBar, refusal_report

    options = command.options
    with ProgressBar(sys.stderr, quiet=options.quiet) as progress:
        outcomes = survey(command.files, options, progress.seen)
    accepted = all(outcome.refusal is None for outcome in outcomes)
    return Page(refusal_report(outcomes, each=options.statistics), Exit.SUCCESSFUL if accepted else Exit.ERROR)


def text_page(command: Command) -> Page | None:
    """A text that needs no program, if one is asked for."""
    if command.version:
        return Page(_versions(command.options))
    if command.include_dir:
        from opmodels.registry import CONTRACTS

        return Page(f"{CONTRACTS}\n")
    if command.completion:
        from cudabmc.command.completion import script

        return Page(script(command.completion))
    if command.explain and command.explain != "all":
        from cudabmc.properties import property_by_id
        from cudabmc.report.explanation import explanation

        return Page(explanation(property_by_id(command.explain)))
    if command.explain or (command.options.show_properties and not command.files):
        from cudabmc.properties import enabled_properties
        from cudabmc.report.property_text import property_list

        return Page(property_list(enabled_properties(command.options)))
    return None


def _versions(options: Options) -> str:
    """A line for each part that an answer depends on."""
    found = {name: text or "not installed" for name, text in versions().items()}
    found["clang"] = _clang(options)
    return "".join(f"{name} {text}\n" for name, text in found.items())


def _clang(options: Options) -> str:
    from cudabmc.frontend.clang.cache_directory import open_cache
    from cudabmc.frontend.clang.discovery import find_compiler

    try:
        compiler = find_compiler(open_cache(options.cache_dir), options.clang)
    except UsageError as error:
        return f"not found: {error.message}" + (f" ({error.hint})" if error.hint else "")
    return f"at {' '.join(compiler.command)}"
