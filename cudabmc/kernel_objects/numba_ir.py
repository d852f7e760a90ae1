"""The LLVM IR that numba makes of a function of numba.cuda, as a front end reads it.

numba calls a kernel with an address for a result, and a status as its result; an exception is a status. Of

    define i32 @"K"(i8** %".ret", float* %"a.4", i64 %"n") {      ret i32 1, !dbg !45

becomes, with the names of the parameters that a user knows,

    define ptx_kernel void @"K"(float* %"a", i64 %"n") {          call void @__cudabmc_assert(...), !dbg !45
                                                                  ret void, !dbg !45
"""

import linecache
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from cudabmc.errors import UsageError
from cudabmc.late_dataclass import dataclass

_CAPABILITY = (8, 0)
"""The compute capability for which functions are compiled; the text of the IR does not depend on it."""

_LOCK = threading.RLock()
_ASSERT = "cudabmc:__cudabmc_assert:0"
_FUNCTION = re.compile(r'^define [^\n]*?@"(?P<name>[^"]*)"\((?P<parameters>[^\n]*)\)[^\n()]*\n\{.*?\n\}', re.M | re.S)
_LOCAL = re.compile(r'%"([^"]*)"')
_STATUS = re.compile(r"^  ret i32 (\S+?)(, !dbg !\d+)?$", re.M)
_RESULT = re.compile(r'^  store [^\n]*%"\.ret"[^\n]*\n', re.M)
_DECLARE = re.compile(
    r'^  call void @"llvm\.dbg\.declare"\(metadata (?P<type>[^\n]*?) (?P<local>%"[^"]*"), metadata (?P<variable>!\d+), '
    r"metadata !\d+\)(?:, !dbg (?P<place>!\d+))?\n",
    re.M,
)
_VALUE = re.compile(r'^  call void @"llvm\.dbg\.value"\([^\n]*\n', re.M)
_ASSIGNMENT = re.compile(
    r'^  store (?P<value>[^\n]*?), [^\n,]*\* (?P<local>%"[^"]*")(?:, !dbg !\d+)?\n'
    r'  call void @"llvm\.dbg\.value"\(metadata (?P=value), metadata (?P<variable>!\d+),',
    re.M,
)
_LOCALS = re.compile(r'(DISubprogram\([^\n]*\bname: ")[^"\n]*<locals>\.')
_COLUMN = re.compile(r"(?<=!DILocation\()column: 1, ")
_SHARED = re.compile(r'addrspacecast [^\n]* @"(?P<name>_cudapy_smem_\d+)" to [^\n]*, !dbg !(?P<place>\d+)$', re.M)
_THREADS_OWN = re.compile(r'bitcast [^\n]* (?P<local>%"_cudapy_lmem[^"]*") to [^\n]*, !dbg !(?P<place>\d+)$', re.M)
_FREE = 1_000_000
"""Numbers of metadata from here on are not numba's."""

_ASSIGNED = re.compile(r"\s*(\w+)\s*=")

Raised = tuple[type[BaseException], tuple[object, ...] | None, tuple[str, str, int] | None]
"""An exception of a function: its class, its arguments, and where it is raised (function, file, line)."""


@dataclass(frozen=True, slots=True)
class NumbaIr:
    """What numba makes of a kernel: the texts of its module and of those of the functions that it calls, its name in
    them, and the exceptions of all functions by their statuses."""

    modules: tuple[str, ...]
    kernel: str
    raised: Mapping[str, Mapping[int, Raised]]


def ir_of(dispatcher: Any, types: tuple[Any, ...]) -> NumbaIr:
    """The IR of a kernel for arguments of these types of numba. Raises UsageError with what numba says of a function
    that it does not compile."""
    options, name = dispatcher.targetoptions, dispatcher.py_func.__name__
    if options.get("link"):
        raise UsageError(f"{name} is linked with other files, which are not verified")
    with _LOCK, _device_functions(type(dispatcher)) as raised:
        compile_cuda = import_module("numba.cuda.compiler").compile_cuda
        try:
            made = compile_cuda(dispatcher.py_func, None, types, lineinfo=True, **_settings(options))
        except Exception as error:  # a name that a module does not have is an AttributeError there
            raise UsageError(f"numba does not compile {name}: {error}") from error
        if str(made.signature.return_type) != "none":
            raise UsageError(f"{name} returns a value, which a kernel does not")
        kernel = made.fndesc.llvm_func_name
        raised[kernel] = made.call_helper.exceptions
        return NumbaIr(tuple(made.library.llvm_strs), kernel, raised)


def prepared(ir: NumbaIr, names: Sequence[str]) -> tuple[str, ...]:
    """The modules as the front end reads them; `names` are those of the scalars that the kernel gets, in order. Raises
    UsageError if it gets others."""
    return tuple(_prepared(text, ir.kernel, names, ir.raised) for text in ir.modules)


def _settings(options: Mapping[str, Any]) -> dict[str, object]:
    fastmath = bool(options.get("fastmath"))
    return {"fastmath": fastmath, "nvvm_options": {"opt": 3, "fastmath": fastmath}, "cc": _CAPABILITY}


@contextmanager
def _device_functions(dispatchers: type) -> Iterator[dict[str, Mapping[int, Raised]]]:
    """In here numba compiles the functions that kernels call without asking a device what it can do, and with lines.
    What it has compiled of them for launches stays as it was. Yields the exceptions of each by their statuses."""
    raised: dict[str, Mapping[int, Raised]] = {}
    before: dict[tuple[Any, Any], Any] = {}
    made: dict[tuple[Any, Any], Any] = {}
    own: Any = dispatchers.compile_device  # type: ignore[attr-defined]
    compile_cuda = import_module("numba.cuda.compiler").compile_cuda

    def compile_device(self: Any, args: Any, return_type: Any = None) -> Any:
        key = (self, args)
        if key not in made:
            before[key] = self.overloads.pop(args, None)
            found = compile_cuda(self.py_func, return_type, args, lineinfo=True, **_settings(self.targetoptions))
            self.overloads[args] = made[key] = found
            raised[found.fndesc.llvm_func_name] = found.call_helper.exceptions
            found.target_context.insert_user_function(found.entry_point, found.fndesc, [found.library])
        return made[key]

    dispatchers.compile_device = compile_device  # type: ignore[attr-defined]
    try:
        yield raised
    finally:
        dispatchers.compile_device = own  # type: ignore[attr-defined]
        for (dispatcher, args), known in before.items():
            dispatcher.overloads.pop(args, None)
            if known is not None:
                dispatcher.overloads[args] = known


# ---------------------------------------------------------------- text


def _prepared(text: str, kernel: str, names: Sequence[str], raised: Mapping[str, Mapping[int, Raised]]) -> str:
    """A module as the front end reads it."""
    constants: list[str] = []
    variables: list[str] = []

    def function(found: re.Match[str]) -> str:
        body = _with_arrays(_with_variables(found[0]), text, variables)
        if '%".ret"' in found["parameters"]:  # it has a status
            body = _STATUS.sub(_raising(raised.get(found["name"], {}), constants), body)
        return _kernel(body, found["parameters"], names) if found["name"] == kernel else body

    made = _LOCALS.sub(r"\1", _COLUMN.sub("", _FUNCTION.sub(function, text)))
    for use in _SHARED.finditer(text):
        name = _assigned(text, use["place"])
        if name and f'@"{name}"' not in made:
            made = made.replace(f'@"{use["name"]}"', f'@"{name}"')
    if constants:
        at = made.index("\n", made.index("target datalayout")) + 1
        declaration = f'declare void @"{_ASSERT}"(i32 %"a", i8* %"b")'
        made = "\n".join([made[:at].rstrip("\n"), *constants, declaration, made[at:]])
    return "\n".join([made, *variables, ""])


def _with_variables(body: str) -> str:
    """The variables of the source where the reader looks for them: numba tells some of them only where they are set."""
    body = _DECLARE.sub(_declared, body)
    for local, variable in {use["local"]: use["variable"] for use in _ASSIGNMENT.finditer(body)}.items():
        body = _with_declaration(body, local, variable, r"(?:i\d+|float|double)")
    return _VALUE.sub("", body)


def _with_declaration(body: str, local: str, variable: str, type: str) -> str:
    alloca = re.search(rf"^  {re.escape(local)} = alloca {type}\n", body, re.M)
    if alloca is None:
        return body
    declaration = f"    #dbg_declare(ptr {local}, {variable}, !DIExpression(), !0)\n"
    return f"{body[: alloca.end()]}{declaration}{body[alloca.end() :]}"


def _with_arrays(body: str, text: str, variables: list[str]) -> str:
    """The arrays of a thread with the names of the source; `variables` get the metadata that say so."""
    for use in _THREADS_OWN.finditer(body):
        name = _assigned(text, use["place"])
        if name:
            number = f"!{_FREE + len(variables)}"
            variables.append(f'{number} = !DILocalVariable(name: "{name}", scope: !0)')
            body = _with_declaration(body, use["local"], number, r"\[[^\n]*\]")
    return body


def _kernel(body: str, parameters: str, names: Sequence[str]) -> str:
    """A kernel that has no result, with parameters of these names; a local of such a name gets another."""
    found = parameters.split(", ")[1:]
    olds = [parameter.rpartition(" ")[2][2:-1] for parameter in found]
    if len(olds) != len(names):
        raise UsageError("this version of numba passes arrays in another way", hint="numba-cuda 0.20 or later")
    new = dict(zip(olds, names, strict=True))
    taken = set(names) - set(olds)
    head, _, rest = body.partition("\n")
    head = re.sub(r"^define (?:\w+ )*?i32 ", "define ptx_kernel void ", head).replace(parameters, ", ".join(found))
    rest = _STATUS.sub(r"  ret void\2", _RESULT.sub("", rest))

    def local(name: re.Match[str]) -> str:
        other = new.get(name[1]) or (f"{name[1]}.local" if name[1] in taken else name[1])
        return f'%"{other}"'

    return _LOCAL.sub(local, f"{head}\n{rest}")


def _declared(found: re.Match[str]) -> str:
    """A variable of the source; that of an array is what stands for it in the IR, and of no interest to a reader."""
    if found["type"].startswith("{"):
        return ""
    return f"    #dbg_declare(ptr {found['local']}, {found['variable']}, !DIExpression(), {found['place'] or '!0'})\n"


def _raising(exceptions: Mapping[int, Raised], constants: list[str]) -> Callable[[re.Match[str]], str]:
    """A constant status above 0 is an exception, which nobody sees on a GPU: the thread leaves. It is an assertion that
    fails. Functions of numba's own have exceptions that are not among those that are known."""

    def status(found: re.Match[str]) -> str:
        if not found[1].isdecimal() or not int(found[1]):
            return found[0]
        known = exceptions.get(int(found[1]))
        data = (_says(known) if known else "an exception is not raised").encode() + b"\0"
        name = f"cudabmc.raised.{len(constants)}"
        quoted = "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02x}" for byte in data)
        constants.append(f'@"{name}" = internal constant [{len(data)} x i8] c"{quoted}"')
        return f'  call void @"{_ASSERT}"(i32 0, ptr @"{name}"){found[2] or ""}\n{found[0]}'

    return status


def _says(raised: Raised) -> str:
    """What does not hold where an exception is raised: the condition of an assert, or that it is not reached."""
    kind, arguments, place = raised
    text = linecache.getline(*place[1:]).strip() if place is not None else ""
    if kind is AssertionError and text.startswith("assert "):
        return text.removeprefix("assert ").strip()
    shown = ", ".join(map(repr, arguments if isinstance(arguments, tuple) else ()))
    return f"{kind.__name__}({shown}) is not raised"


def _assigned(text: str, place: str) -> str:
    """The variable to which the line of a position assigns, or nothing."""
    found = re.search(rf"^!{place} = !DILocation\([^\n]*\bline: (\d+), scope: !(\d+)", text, re.M)
    file = _file_of(text, found[2]) if found else ""
    assigned = _ASSIGNED.match(linecache.getline(file, int(found[1]))) if found and file else None
    return assigned[1] if assigned else ""


def _file_of(text: str, scope: str) -> str:
    subprogram = re.search(rf"^!{scope} = distinct !DISubprogram\(file: !(\d+)", text, re.M)
    file = re.search(rf"^!{subprogram[1]} = !DIFile\(([^\n]*)\)", text, re.M) if subprogram else None
    if file is None:
        return ""
    fields = dict(re.findall(r'(\w+): "([^"]*)"', file[1]))
    folder = fields.get("directory", "")
    return f"{folder}/{fields.get('filename', '')}" if folder else fields.get("filename", "")
