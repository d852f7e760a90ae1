"""The options of a suite and of its cases, key by key, so that each mistake has its place."""

import os
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches

from cudabmc.errors import UsageError
from cudabmc.options.option_words import PATHS
from cudabmc.options.table import FLAGS, Group, Options
from cudabmc.properties import enabled_properties
from cudabmc.suite.nodes import Items, Keys, ScalarNode, YamlNode
from cudabmc.suite.paths import shown_path
from cudabmc.suite.problems import Problem

_MUST_EXIST = {"include_dirs", "system_dirs", "models", "cuda_path", "compile_commands"}


def read_options(node: Keys | None, base: Options, folder: str, problems: list[Problem]) -> Options:
    """`base` with the options of a mapping, whose paths are relative to `folder`."""
    for key, (where, value) in (node.entries if node else {}).items():
        try:
            base = _with_option(base, key, _plain(value), folder)
        except UsageError as error:
            place = value.location if f"--{key}" in FLAGS else where
            problems.append(Problem(place, error.message, error.hint))
    return base


_OF_ONE_PROGRAM = ("suggest", "fix", "suggest_time")
"""Options of runs whose files are to change: nobody would look at what a suite suggests."""


def _with_option(base: Options, key: str, value: object, folder: str) -> Options:
    """Raises UsageError for what is no option of a run, and for wrong values."""
    option = FLAGS.get("--" + key.replace("_", "-"), (None, False))[0]
    if option is None:
        near = get_close_matches(key, [flag[2:] for flag in FLAGS if flag.startswith("--")], n=1)
        hint = f"did you mean {near[0]}?" if near else "the keys are the long options without dashes (cudabmc --help)"
        raise UsageError(f"unknown option {key!r}", hint=hint)
    if option.group in (Group.STAGES, Group.REPORTS) or option.name in _OF_ONE_PROGRAM:
        raise UsageError(
            f"the option {key!r} cannot be used in a suite", hint="a suite only verifies, and has reports of its own"
        )
    options = Options.from_mapping({key: value}, base)
    if option.name in PATHS:
        given = getattr(options, option.name)
        found: object
        if isinstance(given, str):
            found = _path(given, folder, option.name)
        else:
            found = tuple(_path(name, folder, option.name) for name in given or ())
        options = replace(options, **{option.name: found})  # type: ignore[arg-type]
    enabled_properties(options)
    return options


def _path(name: str, folder: str, option: str) -> str:
    path = shown_path(os.path.join(folder, name))
    if os.path.exists(path):
        return path
    if option in _MUST_EXIST:
        raise UsageError(f"there is no {path}", hint="paths are relative to the suite's file")
    return name  # searched like an #include


def _plain(node: YamlNode) -> object:
    """The value of a node as the options' declarations expect it."""
    if isinstance(node, ScalarNode):
        return node.value
    if isinstance(node, Items):
        return [_word(item) for item in node.items]
    plain: Mapping[str, object] = {key: _word(value) for key, (_, value) in node.entries.items()}
    return plain


def _word(node: YamlNode) -> object:
    if isinstance(node, ScalarNode):
        return node.text if isinstance(node.value, str) else node.value
    raise UsageError("expected a single value here")
