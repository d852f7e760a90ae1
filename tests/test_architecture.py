"""Imports run one way (the table is the design's map), and heavy packages have one home each."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# What each room may import, by the longest prefix that matches; its own files it may always import.
# A room that is not in the table fails the test: say here what it may know.
LEAVES = {"cudabmc.errors", "cudabmc.source"}
ALLOWED: dict[str, set[str]] = {
    # data
    "cudabmc.source": {"cudabmc.errors"},
    "cudabmc.errors": {"cudabmc.source.location"},
    # A notebook asks a result itself for its display; the page is imported when it does.
    "cudabmc.result": {"cudabmc.errors", "cudabmc.source.location", "cudabmc.options", "cudabmc.report.html.notebook"},
    "cudabmc.activity": {"cudabmc.source.location"},
    "cudabmc.schedule": set(),
    "cudabmc.argument_text": {"cudabmc.kernel_arguments"},
    "cudabmc.kernel_arguments": set(),
    "cudabmc.option_values": {"cudabmc.schedule"},
    "cudabmc.options": {"cudabmc.errors", "cudabmc.kernel_arguments", "cudabmc.option_values"},
    # the way of the data
    "cudabmc.goto": LEAVES,
    "cudabmc.frontend": LEAVES | {"cudabmc.goto", "cudabmc.options", "opmodels"},
    "cudabmc.terms": {"cudabmc.goto.types", "cudabmc.goto.op"},
    "cudabmc.solver": {"cudabmc.terms", "cudabmc.goto.types", "cudabmc.goto.op", "cudabmc.errors", "cudabmc.limits"},
    "cudabmc.machine": LEAVES
    | {"cudabmc.goto", "cudabmc.terms", "cudabmc.result", "cudabmc.modelapi", "opmodels.registry"}
    | {"cudabmc.kernel_arguments", "opmodels.misuse"},
    "cudabmc.lane": {"cudabmc.goto", "cudabmc.machine", "cudabmc.terms"},
    "cudabmc.modelapi": {"cudabmc.goto", "cudabmc.machine.limits", "cudabmc.machine.value", "cudabmc.source.location"},
    "cudabmc.explore": LEAVES
    | {"cudabmc.goto", "cudabmc.terms", "cudabmc.solver", "cudabmc.machine", "cudabmc.result", "cudabmc.schedule"}
    | {"cudabmc.limits"},
    # the outside
    "cudabmc.checks": {"cudabmc.errors", "cudabmc.options"},
    "cudabmc.report": LEAVES
    | {"cudabmc", "cudabmc.result", "cudabmc.schedule", "cudabmc.options", "cudabmc.checks", "cudabmc.goto.cfg"}
    | {"cudabmc.activity", "cudabmc.argument_text", "cudabmc.exit_status", "cudabmc.kernel_arguments"}
    | {"cudabmc.suppression", "cudabmc.versions"},
    "cudabmc.limits": {"cudabmc.errors"},
    "cudabmc.survey": LEAVES | {"cudabmc.frontend.load", "cudabmc.limits", "cudabmc.options", "cudabmc.result"},
    "cudabmc.findings": {"cudabmc.explore", "cudabmc.machine", "cudabmc.result", "cudabmc.solver.protocol"}
    | {"cudabmc.suppression", "cudabmc.terms"},
    "cudabmc.cut_short": {"cudabmc.errors", "cudabmc.explore", "cudabmc.findings", "cudabmc.limits", "cudabmc.machine"},
    "cudabmc.program_ends": {"cudabmc.errors", "cudabmc.explore", "cudabmc.machine", "cudabmc.result", "cudabmc.terms"}
    | {"cudabmc.solver.protocol"},
    "cudabmc.suppression": {"cudabmc.checks", "cudabmc.result", "cudabmc.source.location"},
    "cudabmc.supervise": set(),
    "cudabmc.late_dataclass": set(),
    "cudabmc.interrupts": set(),
    "cudabmc.suite": LEAVES
    | {"cudabmc", "cudabmc.arguments", "cudabmc.checks", "cudabmc.interrupts", "cudabmc.option_values"}
    | {"cudabmc.argument_text", "cudabmc.kernel_arguments", "cudabmc.options", "cudabmc.peak_memory"}
    | {"cudabmc.report", "cudabmc.result"},
    "cudabmc.suite.worker": {"cudabmc.cli"},  # the process of a case is the command line
    "cudabmc.arguments": {"cudabmc", "cudabmc.errors", "cudabmc.options"},
    "cudabmc.versions": {"cudabmc"},
    "cudabmc.each": {"cudabmc.arguments", "cudabmc.errors", "cudabmc.exit_status", "cudabmc.report.outputs"}
    | {"cudabmc.supervise"},
    "cudabmc.completion": {"cudabmc.arguments", "cudabmc.checks", "cudabmc.option_values", "cudabmc.options"}
    | {"cudabmc.suite.command_line"},
    "cudabmc.exit_status": {"cudabmc.errors", "cudabmc.report.run"},
    "cudabmc.ending": {"cudabmc.arguments", "cudabmc.checks", "cudabmc.errors", "cudabmc.exit_status"}
    | {"cudabmc.report.run", "cudabmc.result"},
    "cudabmc.pages": {"cudabmc.arguments", "cudabmc.checks", "cudabmc.ending", "cudabmc.exit_status", "cudabmc.goto"}
    | {"cudabmc.limits", "cudabmc.options", "cudabmc.report", "cudabmc.survey", "cudabmc.verify"}
    | {"cudabmc.completion", "cudabmc.errors", "cudabmc.frontend.clang", "cudabmc.versions"},
    "cudabmc.answer": LEAVES
    | {"cudabmc.arguments", "cudabmc.ending", "cudabmc.exit_status", "cudabmc.interrupts", "cudabmc.options"}
    | {"cudabmc.report", "cudabmc.result"},
    "cudabmc.cli": {"cudabmc.answer", "cudabmc.arguments", "cudabmc.checks", "cudabmc.ending", "cudabmc.errors"}
    | {"cudabmc.activity", "cudabmc.each", "cudabmc.rare_collections"}
    | {"cudabmc.exit_status", "cudabmc.interrupts", "cudabmc.limits", "cudabmc.options", "cudabmc.pages"}
    | {"cudabmc.report", "cudabmc.result", "cudabmc.supervise", "cudabmc.verify"}
    | {"cudabmc.suite.command"},
    "cudabmc.__main__": {"cudabmc.cli"},
    "cudabmc.python_values": {"cudabmc.errors", "cudabmc.kernel_arguments"},
    "cudabmc.deadline": {"cudabmc.errors", "cudabmc.limits"},
    "cudabmc.rare_collections": set(),
    "cudabmc.peak_memory": set(),
    "cudabmc.started_kernel": {"cudabmc.goto.program", "cudabmc.result"},
    "cudabmc.api": LEAVES
    | {"cudabmc.deadline", "cudabmc.limits", "cudabmc.report.outputs", "cudabmc.report.run"}
    | {"cudabmc.kernel_arguments", "cudabmc.options", "cudabmc.python_values", "cudabmc.result", "cudabmc.verify"},
    "cudabmc": {"cudabmc.api", "cudabmc.errors", "cudabmc.options", "cudabmc.python_values", "cudabmc.result"},
    # the models know the narrow interface and nothing else
    "opmodels": {"cudabmc.modelapi"},
}
# What stands for a part of the standard library.
EVERYWHERE = {"cudabmc.late_dataclass"}
# The places that put the stages together may know them all.
ANYTHING = {"cudabmc.verification", "cudabmc.verify"}
HOMES = {
    "z3": {"cudabmc.solver.z3_library"},
    "bitwuzla": {"cudabmc.solver.bitwuzla_solver"},
    "cvc5": {"cudabmc.solver.cvc5_solver"},
    "pycparser": {"cudabmc.frontend.c"},
    "pcpp": {"cudabmc.frontend.c"},
    "yaml": {"cudabmc.report.witness.yaml_witness", "cudabmc.suite.nodes"},
    "tqdm": {"cudabmc.report", "cudabmc.suite"},
    "distributed": {"cudabmc.suite.dask_runner"},
    "pytest": {"cudabmc.suite.pytest_plugin"},
    "argparse": {"cudabmc.arguments", "cudabmc.suite.command_line"},
}
PRINTERS = {"cudabmc.cli", "cudabmc.report", "cudabmc.suite"}


def modules() -> dict[str, Path]:
    paths = [*ROOT.glob("cudabmc/**/*.py"), *ROOT.glob("opmodels/**/*.py")]
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}


MODULES = modules()
PACKAGES = sorted(
    path.parent
    for path in ROOT.glob("cudabmc/**/__init__.py")
    if path.parent.name not in ("cudabmc", "frontend")  # the README of the project, and of each front end
)


@cache
def nodes(name: str) -> tuple[ast.AST, ...]:
    """The imports of a module, calls of print, and uses of what sys and os know of the environment."""
    return tuple(node for node in ast.walk(ast.parse(MODULES[name].read_text())) if _matters(node))


def _matters(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "print"
    if isinstance(node, ast.Attribute):
        named = isinstance(node.value, ast.Name) and node.value.id in ("sys", "os")
        return named and node.attr in ("argv", "environ", "getenv")
    return isinstance(node, ast.Import | ast.ImportFrom)


@cache
def imports(name: str) -> tuple[str, ...]:
    return tuple(_imports(name))


def _imports(name: str) -> Iterator[str]:
    """Full names of what the module imports, at the top or inside of functions."""
    is_package = MODULES[name].name == "__init__.py"
    for node in nodes(name):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = name.split(".")[: len(name.split(".")) - node.level + is_package] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            # `from package import module` imports the module; other names belong to the package.
            yield from (full if (full := f"{source}.{alias.name}") in MODULES else source for alias in node.names)


def inside(name: str, rooms: set[str]) -> bool:
    return any(name == room or (room != "cudabmc" and name.startswith(room + ".")) for room in rooms)


def room_of(name: str) -> str | None:
    candidates = [room for room in ALLOWED if inside(name, {room})]
    return max(candidates, key=len, default=None)


@pytest.mark.parametrize("name", sorted(set(MODULES) - ANYTHING))
def test_module_imports_only_what_its_room_may_know(name: str) -> None:
    room = room_of(name)
    assert room, f"{name} is in no room of the table"
    own = {i for i in imports(name) if i.split(".")[0] in ("cudabmc", "opmodels")} - EVERYWHERE
    assert {i for i in own if not inside(i, ALLOWED[room] | {room})} == set()


@pytest.mark.parametrize("package", HOMES)
def test_package_is_imported_in_its_home_alone(package: str) -> None:
    users = {name for name in MODULES for i in imports(name) if i.split(".")[0] == package}
    assert {user for user in users if not inside(user, HOMES[package])} == set()


def _with(kind: type[ast.AST]) -> set[str]:
    return {name for name in MODULES if any(isinstance(node, kind) for node in nodes(name))}


def test_only_the_outside_prints() -> None:
    assert {name for name in _with(ast.Call) if not inside(name, PRINTERS)} == set()


def test_only_the_command_line_reads_arguments_and_environment() -> None:
    assert _with(ast.Attribute) <= {"cudabmc.cli"}


def test_prints_and_the_environment_are_seen() -> None:
    assert "cudabmc.cli" in _with(ast.Attribute) and "cudabmc.report.options_page" in _with(ast.Call)


def test_there_are_no_import_cycles_between_rooms() -> None:
    """At import time, that is: function-level imports and TYPE_CHECKING blocks are left out."""
    edges: dict[str, set[str]] = {}
    for name, path in MODULES.items():
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(("cudabmc", "opmodels")):
                targets = {full if (full := f"{node.module}.{a.name}") in MODULES else node.module for a in node.names}
                edges.setdefault(name, set()).update(targets & set(MODULES))
    done: set[str] = set()
    path_: list[str] = []

    def visit(name: str) -> None:
        assert name not in path_, " -> ".join([*path_[path_.index(name) :], name])
        if name in done:
            return
        path_.append(name)
        for target in sorted(edges.get(name, ())):
            visit(target)
        path_.pop()
        done.add(name)

    for name in sorted(MODULES):
        visit(name)


def test_the_table_names_rooms_that_exist() -> None:
    planned = {"cudabmc.suite", "cudabmc.explore", "cudabmc.solver", "cudabmc.frontend", "cudabmc.verify"}
    assert {room for room in {*ALLOWED, *ANYTHING} if room not in MODULES} - planned == set()


def test_the_cycle_test_sees_imports() -> None:
    assert "cudabmc.options" in set(imports("cudabmc.cli"))
    assert "cudabmc.goto.op" in set(imports("cudabmc.goto.program"))


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_package_has_a_readme_that_names_its_files(package: Path) -> None:
    readme = (package / "README.md").read_text()
    files = {path.name for path in package.glob("*.py")} - {"__init__.py"}
    missing = {name for name in files if f"`{name}`" not in readme}
    # One file a property: the properties have pages of their own.
    assert missing == set() or package.name == "checks"
