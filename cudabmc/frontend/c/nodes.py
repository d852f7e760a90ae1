"""Syntax nodes that the CUDA dialect adds to pycparser's.

What else the dialect means by pycparser's own nodes:
    qualifiers   `__global__ __device__ __host__ __shared__ __constant__ __managed__ __forceinline__
                 __noinline__` stand in `Decl.funcspec` as strings, for variables as well as functions
    default args `Decl.init` of a parameter
    conditions   `if (int x = f())`: the cond is a DeclList; the same for while and switch
    C++ casts    `static_cast<T>(e)` and kin are `Cast`; `T(e)`, `T(a, b)`, `T{...}` are `Construct`
    `T x(a, b);` is a Decl whose init is a Construct of T; `T x{a};` a Decl with an InitList
    true/false   Constant("bool", "true"); nullptr is Constant("nullptr", "nullptr")
    function     a definition is a FunctionDefinition, which knows where its body ends
    using X = T  is a Typedef; `struct X {...}` makes X usable as an IdentifierType(["X"])
    extern "C"   is gone; its declarations stand in its place
    ternary, comma, compound literals, statement expressions: as in pycparser
"""

from typing import Any

from pycparser import c_ast

from cudabmc.source.location import Location


class LaunchNode(c_ast.Node):  # type: ignore[misc]
    """kernel<<<grid, block, shmem, stream>>>(args); shmem, stream and args (an ExprList) may be None."""

    __slots__ = ("__weakref__", "args", "block", "coord", "grid", "kernel", "shmem", "stream")
    attr_names = ()

    def __init__(
        self, kernel: Any, grid: Any, block: Any, shmem: Any, stream: Any, args: Any, coord: Any = None
    ) -> None:
        self.kernel = kernel
        self.grid = grid
        self.block = block
        self.shmem = shmem
        self.stream = stream
        self.args = args
        self.coord = coord

    def children(self) -> tuple[tuple[str, Any], ...]:
        names = ("kernel", "grid", "block", "shmem", "stream", "args")
        return tuple((n, getattr(self, n)) for n in names if getattr(self, n) is not None)

    def __iter__(self) -> Any:
        return (child for _, child in self.children())


class Construct(c_ast.Node):  # type: ignore[misc]
    """T(args), the functional cast or construction; `type` is a Typename, `args` a list of expressions."""

    __slots__ = ("__weakref__", "args", "coord", "type")
    attr_names = ()

    def __init__(self, type: Any, args: Any, coord: Any = None) -> None:
        self.type = type
        self.args = args
        self.coord = coord

    def children(self) -> tuple[tuple[str, Any], ...]:
        return (("type", self.type), *((f"args[{i}]", a) for i, a in enumerate(self.args)))

    def __iter__(self) -> Any:
        return (child for _, child in self.children())


class RefDecl(c_ast.PtrDecl):  # type: ignore[misc]
    """A reference declarator `T &x`; lowered as a pointer that is dereferenced at each use."""

    __slots__ = ()


class FunctionDefinition(c_ast.FuncDef):  # type: ignore[misc]
    """A function with its body; `end` is the Location of its closing brace."""

    __slots__ = ("end",)

    def __init__(self, definition: Any, end: Location) -> None:
        super().__init__(definition.decl, definition.param_decls, definition.body, definition.coord)
        self.end = end
