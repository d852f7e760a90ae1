"""The expressions of CUDA and C++ that C does not have: launches, constructions, casts."""

from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError
from cudabmc.frontend.c.nodes import Construct, LaunchNode
from cudabmc.frontend.c.position import location_of, location_of_token
from cudabmc.frontend.c.refusal import unsupported

# Library templates whose argument only says what the parameters say as well.
_DEDUCED = frozenset({"cudaMalloc", "cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc", "cudaFree"})
_CONVERTING = frozenset({"min", "max"})


def parse_launch(parser: Any, kernel: Any) -> LaunchNode:
    """`<<<grid, block[, shmem[, stream]]>>>(args)` after the kernel."""
    opening = parser._expect("LAUNCH_OPEN")
    configuration = []
    if parser._peek_type() != "LAUNCH_CLOSE":
        configuration.append(parser._parse_initializer())
        while parser._accept("COMMA"):
            configuration.append(parser._parse_initializer())
    parser._expect("LAUNCH_CLOSE")
    if not 2 <= len(configuration) <= 4:
        raise SourceError(
            f"a launch takes 2 to 4 arguments in <<< >>>, not {len(configuration)}", location_of_token(opening)
        )
    grid, block, shmem, stream = configuration + [None] * (4 - len(configuration))
    parser._expect("LPAREN")
    arguments = None if parser._peek_type() == "RPAREN" else parser._parse_argument_expression_list()
    parser._expect("RPAREN")
    return LaunchNode(kernel, grid, block, shmem, stream, arguments, kernel.coord)


def parse_construction(parser: Any) -> Construct:
    """`T(a, b)`; `T{a, b}` has one argument, an InitList."""
    token = parser._advance()
    coord = parser._tok_coord(token)
    base = c_ast.TypeDecl(None, [], None, c_ast.IdentifierType([token.value], coord), coord)
    name = c_ast.Typename(None, [], None, base, coord)
    if parser._peek_type() == "LBRACE":
        return Construct(name, [parser._parse_initializer()], coord)
    if parser._peek_type() != "LPAREN":
        raise SourceError(f"unexpected type name {token.value}", location_of_token(token))
    return Construct(name, parse_parenthesised(parser), coord)


def parse_parenthesised(parser: Any) -> list[Any]:
    """The expressions in `(a, b)`."""
    parser._expect("LPAREN")
    if parser._accept("RPAREN"):
        return []
    arguments = parser._parse_argument_expression_list()
    parser._expect("RPAREN")
    return list(arguments.exprs)


def parse_named_cast(parser: Any) -> Any:
    """`static_cast<T>(e)` and kin."""
    token = parser._advance()
    parser._expect("LT")
    to_type = parser._parse_type_name()
    parser._expect("GT")
    parser._expect("LPAREN")
    operand = parser._parse_expression()
    parser._expect("RPAREN")
    return c_ast.Cast(to_type, operand, parser._tok_coord(token))


def parse_template_call(parser: Any) -> Any:
    """`cudaMalloc<float>(&p, n)` and `max<int>(a, b)`; other explicit arguments are refused."""
    name = parser._advance()
    if name.value not in _DEDUCED | _CONVERTING:
        raise unsupported("explicit template arguments", location_of_token(name))
    parser._expect("LT")
    to_type = parser._parse_type_name()
    parser._expect("GT")
    coord = parser._tok_coord(name)
    arguments = parse_parenthesised(parser)
    if name.value in _CONVERTING:
        arguments = [c_ast.Cast(to_type, a, a.coord) for a in arguments]
    return c_ast.FuncCall(c_ast.ID(name.value, coord), c_ast.ExprList(arguments, coord), coord)


def refuse_lambda(parser: Any) -> None:
    raise unsupported("lambda expressions", location_of_token(parser._peek()))


def check_range_for(parser: Any, declaration: Any) -> None:
    """Raise if the declaration in a for header is that of a range-based for."""
    if parser._peek_type() == "COLON":
        raise unsupported("range-based for", location_of(declaration))
