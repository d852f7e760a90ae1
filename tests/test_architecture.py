"""Imports run one way (the table is the design's map), and heavy packages have one home each."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def modules() -> dict[str, Path]:
    paths = [*ROOT.glob("cudabmc/**/*.py"), *ROOT.glob("opmodels/**/*.py")]
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}


MODULES = modules()

# What each room may import, by the longest prefix that matches; its own files it may always import.
# A room that is not in the table fails the test: say here what it may know.
LEAVES = {"cudabmc.errors", "cudabmc.source"}
ALLOWED: dict[str, set[str]] = {
    # data
    "cudabmc.version": set(),
    "cudabmc.late_dataclass": set(),
    "cudabmc.source": {"cudabmc.errors"},
    "cudabmc.errors": {"cudabmc.source.location"},
    "cudabmc.process": LEAVES,
    "cudabmc.options": {"cudabmc.errors"},
    "cudabmc.builds": LEAVES | {"cudabmc.options"},
    "cudabmc.kernel_objects": LEAVES | {"cudabmc.builds", "cudabmc.options"},
    "cudabmc.coverage": set(),
    "cudabmc.suggestion": set(),
    "cudabmc.advice": {"cudabmc.source.location"},
    "cudabmc.result": LEAVES | {"cudabmc.advice", "cudabmc.coverage", "cudabmc.options", "cudabmc.suggestion"},
    # the way of the data
    "cudabmc.goto": LEAVES,
    "cudabmc.frontend": LEAVES
    | {"cudabmc.builds", "cudabmc.goto", "cudabmc.options", "cudabmc.process.clock", "opmodels"},
    "cudabmc.goto.meaning": {"cudabmc.goto.types", "cudabmc.goto.op"},
    "cudabmc.terms": {"cudabmc.goto.types", "cudabmc.goto.op", "cudabmc.goto.meaning"},
    "cudabmc.solver": {
        "cudabmc.terms", "cudabmc.errors", "cudabmc.process.freed_memory", "cudabmc.process.long_calls",
    }
    | {"cudabmc.goto.types", "cudabmc.goto.op", "cudabmc.goto.meaning"},
    "cudabmc.reals": {"cudabmc.goto.meaning.float_format", "cudabmc.goto.op", "cudabmc.goto.types", "cudabmc.terms"},
    "cudabmc.properties": {"cudabmc.errors", "cudabmc.goto.op", "cudabmc.goto.types", "cudabmc.options"}
    | {"cudabmc.terms"},
    "cudabmc.modelapi": {"cudabmc.goto", "cudabmc.state.limits", "cudabmc.state.value", "cudabmc.source.location"}
    | {"cudabmc.state.object_facts"}
    | {"cudabmc.source.run_time_source", "cudabmc.state.matrix_product"},
    "cudabmc.repair": LEAVES | {"cudabmc.result", "cudabmc.suggestion"},
    "cudabmc.acceptance": LEAVES | {"cudabmc.properties", "cudabmc.result"},
    "cudabmc.state": LEAVES
    | {"cudabmc.goto", "cudabmc.options.kernel_arguments", "cudabmc.options.surroundings", "cudabmc.properties"}
    | {"cudabmc.result", "cudabmc.terms"}
    | {"opmodels.registry"},
    "cudabmc.order": {"cudabmc.goto", "cudabmc.properties", "cudabmc.result", "cudabmc.state", "cudabmc.terms"},
    "cudabmc.memory": {"cudabmc.errors", "cudabmc.goto", "cudabmc.properties", "cudabmc.result", "cudabmc.terms"}
    | {"cudabmc.state", "cudabmc.order"},
    "cudabmc.interpreter": LEAVES
    | {"cudabmc.goto", "cudabmc.modelapi", "cudabmc.properties", "cudabmc.result", "cudabmc.terms"}
    | {"cudabmc.state", "cudabmc.order", "cudabmc.memory", "opmodels.registry"},
    "cudabmc.device": LEAVES
    | {"cudabmc.goto", "cudabmc.properties", "cudabmc.result", "cudabmc.terms"}
    | {"cudabmc.order.access", "cudabmc.state", "cudabmc.memory", "cudabmc.interpreter"},
    "cudabmc.modelling": LEAVES
    | {"cudabmc.goto", "cudabmc.modelapi", "cudabmc.options.surroundings", "cudabmc.properties", "cudabmc.terms"}
    | {"opmodels.misuse", "opmodels.registry"}
    | {"cudabmc.state", "cudabmc.order", "cudabmc.memory", "cudabmc.interpreter", "cudabmc.device"},
    "cudabmc.machine": LEAVES
    | {"cudabmc.goto", "cudabmc.options.kernel_arguments", "cudabmc.properties.assertion", "cudabmc.result"}
    | {"cudabmc.reals", "cudabmc.terms"}
    | {"cudabmc.state", "cudabmc.memory", "cudabmc.interpreter", "cudabmc.device", "cudabmc.modelling"},
    "cudabmc.kernel": {"cudabmc.goto", "cudabmc.modelapi", "cudabmc.source.location", "cudabmc.terms"}
    | {"opmodels.registry"},
    "cudabmc.prover": LEAVES
    | {"cudabmc.goto", "cudabmc.kernel", "cudabmc.result", "cudabmc.terms", "cudabmc.solver", "opmodels.registry"}
    | {"cudabmc.options.kernel_arguments", "cudabmc.reals", "opmodels.device.shuffle"},
    "cudabmc.native": {"cudabmc.goto", "cudabmc.kernel", "cudabmc.properties"}
    | {"cudabmc.state", "cudabmc.interpreter.core", "opmodels.libc"}
    | {"opmodels.math_device_fast", "opmodels.math_transcendental"},
    "cudabmc.native.kernels": {"cudabmc.goto", "cudabmc.kernel", "cudabmc.process", "cudabmc.properties"}
    | {"cudabmc.native"}
    | {"cudabmc.state", "cudabmc.order.across", "cudabmc.interpreter.core"},
    "cudabmc.barriers": {"cudabmc.errors", "cudabmc.properties", "cudabmc.result", "cudabmc.terms"}
    | {"cudabmc.state", "cudabmc.interpreter"},
    "cudabmc.explore": LEAVES
    | {"cudabmc.goto", "cudabmc.process.limits", "cudabmc.result", "cudabmc.solver", "cudabmc.terms"}
    | {"cudabmc.state", "cudabmc.interpreter", "cudabmc.device", "cudabmc.barriers"},
    "cudabmc.counterexample": LEAVES
    | {"cudabmc.goto", "cudabmc.properties", "cudabmc.result", "cudabmc.terms"}
    | {"cudabmc.state", "cudabmc.order", "cudabmc.interpreter", "cudabmc.machine", "cudabmc.barriers"}
    | {"cudabmc.explore"},
    "cudabmc.performance": LEAVES | {"cudabmc.advice", "cudabmc.goto", "cudabmc.state"},
    # the outside
    "cudabmc.report": LEAVES
    | {"cudabmc.acceptance", "cudabmc.result", "cudabmc.options", "cudabmc.properties", "cudabmc.goto.cfg"}
    | {"cudabmc.advice", "cudabmc.coverage", "cudabmc.process.activity", "cudabmc.suggestion", "cudabmc.version"},
    "cudabmc.report.testcase.header": LEAVES  # says where the header of contracts is
    | {"cudabmc.builds", "cudabmc.result", "cudabmc.options", "cudabmc.properties", "cudabmc.report", "cudabmc.version"}
    | {"opmodels.registry"},
    "cudabmc.suite": LEAVES
    | {"cudabmc.properties", "cudabmc.command.arguments", "cudabmc.command.launch_line", "cudabmc.options"}
    | {"cudabmc.command.help_text", "cudabmc.builds", "cudabmc.command.settings", "cudabmc.process", "cudabmc.report"}
    | {"cudabmc.result", "cudabmc.version"},
    "cudabmc.suite.worker": {"cudabmc.command.program", "cudabmc.process"},  # a case is a command line
    "cudabmc.command": LEAVES
    | {"cudabmc.builds", "cudabmc.options", "cudabmc.process", "cudabmc.properties", "cudabmc.report"}
    | {"cudabmc.result", "cudabmc.version"},
    "cudabmc.language_server": LEAVES
    | {"cudabmc.builds", "cudabmc.command.arguments", "cudabmc.command.settings", "cudabmc.options"}
    | {"cudabmc.process", "cudabmc.properties", "cudabmc.report", "cudabmc.acceptance.comments", "cudabmc.version"},
    "cudabmc.language_server.worker": LEAVES  # a verification is a command line
    | {"cudabmc.command", "cudabmc.language_server", "cudabmc.options", "cudabmc.process", "cudabmc.report"},
    "cudabmc.command.main": {"cudabmc.command", "cudabmc.errors", "cudabmc.options", "cudabmc.process"}
    | {"cudabmc.language_server.command", "cudabmc.report.exit_status", "cudabmc.suite.command"},
    "cudabmc.command.completion": {"cudabmc.properties", "cudabmc.command.arguments", "cudabmc.options"}
    | {"cudabmc.language_server.command_line", "cudabmc.suite.command_line"},
    "cudabmc.command.pages": LEAVES
    | {"cudabmc.properties", "cudabmc.command", "cudabmc.frontend.clang", "cudabmc.goto", "cudabmc.options"}
    | {"cudabmc.process.limits", "cudabmc.report", "cudabmc.verification.pipeline", "cudabmc.version"}
    | {"opmodels.registry"},
    "cudabmc.command.program": LEAVES
    | {"cudabmc.command", "cudabmc.options", "cudabmc.process", "cudabmc.properties", "cudabmc.report"}
    | {"cudabmc.builds", "cudabmc.result", "cudabmc.verification.pipeline"},
    "cudabmc.command.survey": LEAVES
    | {"cudabmc.frontend.load", "cudabmc.options", "cudabmc.process", "cudabmc.result"},
    "cudabmc.__main__": {"cudabmc.command.entry"},
    "cudabmc.api": LEAVES
    | {"cudabmc.kernel_objects", "cudabmc.options", "cudabmc.process", "cudabmc.report", "cudabmc.result"}
    | {"cudabmc.verification.pipeline"},
    "cudabmc": {"cudabmc.api", "cudabmc.errors", "cudabmc.options", "cudabmc.result", "cudabmc.version"},
    # the models know the narrow interface and nothing else
    "opmodels": {"cudabmc.modelapi"},
}
# What stands for a part of the standard library.
EVERYWHERE = {"cudabmc.late_dataclass"}
# The room that puts the stages together knows them all.
ANYTHING = {name for name in MODULES if name.startswith("cudabmc.verification")}
MOST_ATTRIBUTES = 20
MOST_PARAMETERS = 9
# Rooms whose functions take values that belong together as one.
FEW_PARAMETERS = 7
ROOMS_OF_FEW = (
    "cudabmc.state.", "cudabmc.order.", "cudabmc.memory.", "cudabmc.interpreter.", "cudabmc.device.",
    "cudabmc.modelling.", "cudabmc.barriers.", "cudabmc.counterexample.",
)  # fmt: skip
# What a user can ask for, and what a run answers and counts.
TABLES = {"cudabmc.options.table.Options", "cudabmc.result.Result", "cudabmc.result.Statistics"}
HOMES = {
    "z3": {"cudabmc.solver.z3_library"},
    "bitwuzla": {"cudabmc.solver.bitwuzla_solver"},
    "cvc5": {"cudabmc.solver.cvc5_solver"},
    "pycparser": {"cudabmc.frontend.c"},
    "pcpp": {"cudabmc.frontend.c"},
    "llvmlite": {"cudabmc.native.machine_code"},
    "yaml": {"cudabmc.acceptance.baseline", "cudabmc.report.witness.yaml_witness", "cudabmc.suite.nodes"},
    "tqdm": {"cudabmc.report", "cudabmc.suite"},
    "rpds": {"cudabmc.terms.facts"},
    "distributed": {"cudabmc.suite.dask_runner"},
    "pygls": {"cudabmc.language_server"},
    "lsprotocol": {"cudabmc.language_server"},
    "pytest": {"cudabmc.suite.pytest_plugin"},
    "argparse": {"cudabmc.command.arguments", "cudabmc.command.help_text", "cudabmc.suite.command_line"},
}
PRINTERS = {"cudabmc.command", "cudabmc.report", "cudabmc.suite"}


PACKAGES = sorted(
    path.parent
    for path in ROOT.glob("cudabmc/**/__init__.py")
    if path.parent.name not in ("cudabmc", "frontend")  # the README of the project, and of each front end
)


@cache
def tree(name: str) -> ast.Module:
    return ast.parse(MODULES[name].read_text())


@cache
def nodes(name: str) -> tuple[ast.AST, ...]:
    """The imports of a module, calls of print, and uses of what sys and os know of the environment."""
    return tuple(node for node in ast.walk(tree(name)) if _matters(node))


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


def test_every_module_is_in_a_room_of_the_table() -> None:
    assert {name for name in set(MODULES) - ANYTHING if not room_of(name)} == set()


@pytest.mark.parametrize("room", ALLOWED)
def test_modules_import_only_what_their_room_may_know(room: str) -> None:
    known = ALLOWED[room] | {room}
    strange = set()
    for name in (name for name in set(MODULES) - ANYTHING if room_of(name) == room):
        own = {i for i in imports(name) if i.split(".")[0] in ("cudabmc", "opmodels")} - EVERYWHERE
        strange |= {(name, i) for i in own if not inside(i, known)}
    assert strange == set()


@pytest.mark.parametrize("package", HOMES)
def test_package_is_imported_in_its_home_alone(package: str) -> None:
    users = {name for name in MODULES for i in imports(name) if i.split(".")[0] == package}
    assert {user for user in users if not inside(user, HOMES[package])} == set()


def _with(kind: type[ast.AST]) -> set[str]:
    return {name for name in MODULES if any(isinstance(node, kind) for node in nodes(name))}


def test_only_the_outside_prints() -> None:
    assert {name for name in _with(ast.Call) if not inside(name, PRINTERS)} == set()


def test_only_the_command_line_reads_arguments_and_environment() -> None:
    handing_it_on = {"cudabmc.process.groups", "cudabmc.process.starter"}
    reading = {"cudabmc.command.main", "cudabmc.command.program"}
    reading |= {"cudabmc.suite.worker", "cudabmc.language_server.worker"}  # processes that are command lines
    assert _with(ast.Attribute) <= reading | handing_it_on


def test_prints_and_the_environment_are_seen() -> None:
    assert "cudabmc.command.program" in _with(ast.Attribute) and "cudabmc.report.options_page" in _with(ast.Call)


def circles() -> list[set[str]]:
    """Sets of modules that import each other, at the top, inside of functions or for the type checker alone: the
    strongly connected components of the graph of imports (Tarjan 1972)."""
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []

    def visit(name: str) -> None:
        numbers[name] = lowest[name] = len(numbers)
        stack.append(name)
        for target in {i for i in imports(name) if i in MODULES and i != name}:
            if target not in numbers:
                visit(target)
                lowest[name] = min(lowest[name], lowest[target])
            elif target in stack:
                lowest[name] = min(lowest[name], numbers[target])
        if lowest[name] == numbers[name]:
            at = stack.index(name)
            members = set(stack[at:])
            del stack[at:]
            if len(members) > 1:
                found.append(members)

    for name in MODULES:
        if name not in numbers:
            visit(name)
    return found


def test_no_modules_import_each_other() -> None:
    """An import counts wherever it stands: two modules that name each other cannot be read one after the other."""
    assert [sorted(circle) for circle in circles()] == []


def attributes(node: ast.ClassDef) -> set[str]:
    """What the class declares, and what its methods assign to `self`."""
    declared = {s.target.id for s in node.body if isinstance(s, ast.AnnAssign) and isinstance(s.target, ast.Name)}
    stored = {
        a.attr
        for a in ast.walk(node)
        if isinstance(a, ast.Attribute) and isinstance(a.ctx, ast.Store)
        if isinstance(a.value, ast.Name) and a.value.id == "self"
    }
    return declared | stored


def parameters(node: ast.FunctionDef) -> int:
    """How many parameters a call gives: `self` is none of them."""
    given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return len(given) - (bool(given) and given[0].arg in ("self", "cls"))


def _definitions(node: ast.AST, name: str) -> Iterator[tuple[str, ast.ClassDef | ast.FunctionDef]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef):
            yield f"{name}.{child.name}", child
            yield from _definitions(child, f"{name}.{child.name}")
        else:
            yield from _definitions(child, name)


def definitions(package: str) -> Iterator[tuple[str, ast.ClassDef | ast.FunctionDef]]:
    """Classes and functions of a package by their full names."""
    for name in MODULES:
        if name.split(".")[0] == package:
            yield from _definitions(tree(name), name)


def with_inherited(node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> set[str]:
    """The attributes of a class, and of those that it is derived from."""
    bases = [ast.unparse(base).split("[")[0].rpartition(".")[2] for base in node.bases]
    return attributes(node).union(*(with_inherited(classes[base], classes) for base in bases if base in classes))


def test_a_class_has_few_attributes() -> None:
    """One that has many knows of many concerns. What it inherits counts, or a base class would hide it."""
    found = {n: d for n, d in definitions("cudabmc") if isinstance(d, ast.ClassDef)}
    classes = {node.name: node for node in found.values()}
    counted = {name: len(with_inherited(node, classes)) for name, node in found.items()}
    large = {name: count for name, count in counted.items() if count > MOST_ATTRIBUTES and name not in TABLES}
    assert large == {}


def test_a_function_has_few_parameters() -> None:
    """Models have those of the functions that they stand for, and are not counted."""
    counted = {n: parameters(d) for n, d in definitions("cudabmc") if isinstance(d, ast.FunctionDef)}
    most = {name: FEW_PARAMETERS if name.startswith(ROOMS_OF_FEW) else MOST_PARAMETERS for name in counted}
    assert {name: count for name, count in counted.items() if count > most[name]} == {}


def aliases(name: str) -> Iterator[str]:
    """The names that a module gives to types."""
    for node in tree(name).body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            if ast.unparse(node.annotation) == "TypeAlias":
                yield node.target.id
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript | ast.BinOp | ast.Name):
            yield from (
                t.id for t in node.targets
                if isinstance(t, ast.Name) and t.id[0].isupper() and not t.id.isupper()
            )  # fmt: skip


def test_the_name_of_a_class_or_a_type_means_one_thing() -> None:
    """Private ones are read in their file alone."""
    homes: dict[str, list[str]] = {}
    for package in ("cudabmc", "opmodels"):
        for full_name, definition in definitions(package):
            if isinstance(definition, ast.ClassDef) and not definition.name.startswith("_"):
                homes.setdefault(definition.name, []).append(full_name)
    for module in MODULES:
        if module.split(".")[0] in ("cudabmc", "opmodels"):
            for alias in aliases(module):
                homes.setdefault(alias, []).append(f"{module}.{alias}")
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}


def test_a_private_class_is_used_in_its_file_alone() -> None:
    private = {
        full_name
        for package in ("cudabmc", "opmodels")
        for full_name, definition in definitions(package)
        if isinstance(definition, ast.ClassDef) and definition.name.startswith("_")
    }
    taken = {
        f"{node.module}.{alias.name}"
        for name in MODULES
        for node in nodes(name)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert private & taken == set()


def test_the_table_names_rooms_that_exist() -> None:
    assert {room for room in ALLOWED if room not in MODULES} == set()


def test_imports_are_seen() -> None:
    assert "cudabmc.options.table" in set(imports("cudabmc.command.program"))
    assert "cudabmc.goto.op" in set(imports("cudabmc.goto.program"))


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_package_has_a_readme_that_names_its_files(package: Path) -> None:
    readme = (package / "README.md").read_text()
    files = {path.name for path in package.glob("*.py")} - {"__init__.py"}
    missing = {name for name in files if f"`{name}`" not in readme}
    # One file a property: the properties have pages of their own.
    assert missing == set() or package.name == "properties"
