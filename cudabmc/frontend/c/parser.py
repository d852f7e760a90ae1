"""The CUDA dialect of pycparser's recursive-descent parser.

    parse(text, "a.cu", registry.type_names()) -> ParsedUnit

`CudaParser` overrides the productions that differ; what they do stands in `specifiers`, `tags`,
`lookahead`, `cxx_expressions` and `declarations`. The nodes are pycparser's and those of `nodes`.
Beyond what `nodes` says: `T{a}` is a Construct with one argument, an InitList; the alignments of a
structure type are Alignas nodes in its `attributes`.
"""

from collections.abc import Collection
from typing import Any, NoReturn

from pycparser import c_ast
from pycparser.ast_transforms import fix_switch_cases
from pycparser.c_lexer import Token
from pycparser.c_parser import _DECL_START, _STARTS_EXPRESSION, Coord, CParser, _TokenStream

from cudabmc.errors import CudabmcError, SourceError
from cudabmc.frontend.c import cxx_expressions, declarations, lookahead, tags
from cudabmc.frontend.c.lexer import CudaLexer
from cudabmc.frontend.c.nodes import Construct, FunctionDefinition, RefDecl
from cudabmc.frontend.c.position import location_of, location_of_token
from cudabmc.frontend.c.refusal import unsupported
from cudabmc.frontend.c.specifiers import SIMPLE_TYPES, Specifiers, parse_specifiers
from cudabmc.frontend.c.syntax_messages import expected, readable
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location
from cudabmc.source.recursion import room_for

__all__ = ["CudaParser", "ParsedUnit", "location_of", "parse"]

# The most brackets, operators and statements around each other, and the frames that one costs.
_MAX_NESTING = 400
_FRAMES_PER_LEVEL = 20

_DECLARATION_START = frozenset(_DECL_START) | {"LAUNCH_BOUNDS", "CLUSTER_DIMS"}
_EXPRESSION_START = frozenset(_STARTS_EXPRESSION) | SIMPLE_TYPES | {"TYPEID", "CXX_CAST", "LBRACKET"}
_TYPE_WORDS = SIMPLE_TYPES | {"TYPEID"}

# What CParser does when a token list has a shape that it did not expect.
_TRIPS = (ValueError, IndexError, KeyError, AttributeError, TypeError, AssertionError)


@dataclass(frozen=True, slots=True)
class ParsedUnit:
    """A parsed file: its declarations, and of kernels that have them the bound of the block size and the size of
    clusters."""

    ast: Any
    launch_bounds: dict[str, Any]
    cluster_dims: dict[str, list[Any]]


def parse(text: str, filename: str, type_names: Collection[str]) -> ParsedUnit:
    """Parse preprocessed text; `type_names` are the types that the library declares.

    Raises SourceError and UnsupportedError, and no other exception whatever the text.
    """
    parser = CudaParser()
    try:
        with room_for(_MAX_NESTING * _FRAMES_PER_LEVEL):
            return parser.unit(text, filename, type_names)
    except CudabmcError:
        raise
    except RecursionError:
        raise SourceError("nesting too deep", parser.here()) from None
    except _TRIPS:
        raise SourceError("syntax error", parser.here()) from None


def _extern(node: Any) -> Any:
    if isinstance(node, c_ast.Decl) and "extern" not in node.storage:
        node.storage = [*node.storage, "extern"]
    return node


class CudaParser(CParser):  # type: ignore[misc]
    """C99, CUDA, and the C++ of C-style CUDA programs."""

    def __init__(self) -> None:
        super().__init__(lexer=CudaLexer)
        self.launch_bounds: dict[str, Any] = {}
        self.cluster_dims: dict[str, list[Any]] = {}
        self._level = 0
        self._struct = ""
        self._may_initialise = False

    def unit(self, text: str, filename: str, type_names: Collection[str]) -> ParsedUnit:
        self._scope_stack = [dict.fromkeys(type_names, True) | {"wchar_t": True}, {}]
        self._typedef_checked_token = None
        self.clex.input(text, filename)
        self._tokens = _TokenStream(self.clex.token)
        ast = self._parse_translation_unit_or_empty()
        return ParsedUnit(ast, self.launch_bounds, self.cluster_dims)

    # Errors.

    def here(self) -> Location:
        """The token that comes next, or the last one."""
        token = self._tokens.peek() or self.clex.end
        return location_of_token(token)

    def _fail(self, message: str) -> NoReturn:
        token = self._tokens.peek()
        raise SourceError(f"{message} before {token.value if token else 'the end of the file'}", self.here())

    def _parse_error(self, msg: str, coord: Coord | str | None) -> NoReturn:
        if isinstance(coord, Coord):
            raise SourceError(readable(msg), Location(coord.file, coord.line, coord.column or 0))
        self._fail(readable(msg))

    def _expect(self, token_type: str) -> Token:
        token = self._peek()
        if token is None or token.type != token_type:
            message, place = expected(token_type, self._previous(), token)
            raise SourceError(message, location_of_token(place or self.clex.end))
        return self._advance()

    def _previous(self) -> Token | None:
        index = self._mark()
        return self._tokens._buffer[index - 1] if index else None

    def _check_type_name(self) -> None:
        """Raise if the name that comes next can only have been meant as a type."""
        token = self._peek()
        if token is not None and token.type == "ID" and self._peek_type(2) in ("ID", "TIMES", "AND"):
            raise SourceError(f"unknown type name {token.value}", location_of_token(token))

    def _deeper(self) -> None:
        self._level += 1
        if self._level > _MAX_NESTING:
            raise SourceError("nesting too deep", self.here())

    # Names.

    def _add_identifier(self, name: str, coord: Coord | None) -> None:
        if self._scope_stack[-1].get(name) == tags.TAG:
            self._scope_stack[-1][name] = False
        super()._add_identifier(name, coord)

    def _starts_declaration(self, tok: Token | None = None) -> bool:
        tok = tok or self._peek()
        return tok is not None and tok.type in _DECLARATION_START

    def _starts_expression(self, tok: Token | None = None) -> bool:
        tok = tok or self._peek()
        return tok is not None and tok.type in _EXPRESSION_START

    # Declarations.

    def _parse_external_declaration(self) -> list[Any]:
        kind = self._peek_type()
        if self._accept("SEMI"):
            return []
        if kind == "USING":
            return self._parse_using()
        if kind == "_STATIC_ASSERT":
            return [self._parse_static_assert()]
        if kind == "EXTERN" and self._peek_type(2) == "STRING_LITERAL":
            return self._parse_linkage()
        if not self._starts_declaration():
            self._check_type_name()
            self._fail("expected a declaration")
        spec, saw_type, _ = self._parse_declaration_specifiers(allow_no_type=True)
        if not saw_type:
            self._check_type_name()
            self._fail("expected a type")
        if not self._starts_declarator():
            return list(self._parse_declaration_end(self._parse_decl_body_with_spec(spec, True)))
        declarator = self._parse_initialisable_declarator()
        if isinstance(declarator, c_ast.FuncDecl) and (self._peek_type() == "LBRACE" or self._starts_declaration()):
            definition = self._parse_function_definition(spec, declarator)
            return [FunctionDefinition(definition, location_of_token(self._previous()))]
        first = self._parse_initialiser_of(declarator)
        infos = self._parse_init_declarator_list(first=first)
        built = self._build_declarations(spec, infos, typedef_namespace=True)
        return list(self._parse_declaration_end(built))

    def _parse_linkage(self) -> list[Any]:
        """extern "C" before a declaration or a brace."""
        self._advance()
        self._advance()
        if not self._accept("LBRACE"):
            return [_extern(d) for d in self._parse_external_declaration()]
        found: list[Any] = []
        while self._peek_type() not in ("RBRACE", None):
            found.extend(self._parse_external_declaration())
        self._expect("RBRACE")
        return found

    def _parse_using(self) -> list[Any]:
        using = self._advance()
        if self._accept("NAMESPACE"):
            name = self._advance()
            if name.value != "std":
                raise unsupported(f"using namespace {name.value}", location_of_token(name))
            self._expect("SEMI")
            return []
        name = self._advance()
        if name.type not in ("ID", "TYPEID"):
            raise SourceError("expected a name after using", location_of_token(name))
        if self._accept("SEMI"):
            return []
        self._expect("EQUALS")
        target = self._parse_type_name()
        self._expect("SEMI")
        coord = self._tok_coord(name)
        self._add_typedef_name(name.value, coord)
        chain = declarations.named(target.type, name.value)
        return [c_ast.Typedef(name.value, target.quals, ["typedef"], chain, self._tok_coord(using))]

    def _parse_specifiers(self, *, allow_storage_and_function: bool) -> tuple[Specifiers | None, bool, Coord | None]:
        return parse_specifiers(self, allow_storage_and_function)

    def _build_declarations(self, spec: Specifiers, decls: list[Any], typedef_namespace: bool = False) -> list[Any]:
        built: list[Any] = super()._build_declarations(spec, decls, typedef_namespace)
        for declaration in built:
            declarations.finish(declaration, spec)
            if spec["launch_bounds"] and isinstance(declaration.type, c_ast.FuncDecl):
                self.launch_bounds[declaration.name] = spec["launch_bounds"][0]
            if spec["cluster_dims"] and isinstance(declaration.type, c_ast.FuncDecl):
                self.cluster_dims[declaration.name] = spec["cluster_dims"]
        return built

    def _parse_init_declarator(self, id_only: bool = False) -> Any:
        return self._parse_initialiser_of(self._parse_initialisable_declarator())

    def _parse_initialisable_declarator(self) -> Any:
        outer, self._may_initialise = self._may_initialise, True
        declarator = self._parse_declarator()
        self._may_initialise = outer
        return declarator

    def _parse_initialiser_of(self, declarator: Any) -> dict[str, Any]:
        token = self._peek()
        kind = token.type if token is not None else None
        if kind == "LPAREN":
            arguments = cxx_expressions.parse_parenthesised(self)
            return {"decl": declarator, "init": Construct(None, arguments, self._tok_coord(token))}
        if kind == "LBRACE" and not isinstance(declarator, c_ast.FuncDecl):
            return {"decl": declarator, "init": self._parse_initializer()}
        if self._accept("EQUALS"):
            return {"decl": declarator, "init": self._parse_initializer()}
        return {"decl": declarator}

    def _parse_initializer(self) -> Any:
        self._deeper()
        token = self._peek()
        node = super()._parse_initializer()
        if isinstance(node, c_ast.InitList):
            node.coord = self._tok_coord(token)
        self._level -= 1
        return node

    # Declarators.

    def _starts_declarator(self, id_only: bool = False) -> bool:
        return self._peek_type() in ("AND", "LAND") or super()._starts_declarator(id_only)

    def _scan_declarator_name_info(self) -> tuple[str | None, bool]:
        self._deeper()
        while self._peek_type() in ("AND", "TIMES", "CONST", "RESTRICT", "VOLATILE"):
            self._advance()
        result: tuple[str | None, bool] = super()._scan_declarator_name_info()
        self._level -= 1
        return result

    def _parse_declarator_kind(self, kind: str, allow_paren: bool) -> Any:
        self._deeper()
        pointer = self._parse_pointer()
        direct = self._parse_direct_declarator(kind, allow_paren=allow_paren)
        self._level -= 1
        return self._type_modify_decl(direct, pointer) if pointer is not None else direct

    def _parse_pointer(self) -> Any:
        chain = None
        while self._peek_type() in ("TIMES", "AND", "LAND"):
            token = self._advance()
            if token.type == "LAND":
                raise unsupported("rvalue references", location_of_token(token))
            node = RefDecl if token.type == "AND" else c_ast.PtrDecl
            chain = node(self._parse_type_qualifier_list(), chain, self._tok_coord(token))
        return chain

    def _parse_abstract_declarator_opt(self) -> Any:
        self._deeper()
        pointer = self._parse_pointer()
        direct = self._parse_direct_abstract_declarator() if self._starts_direct_abstract_declarator() else None
        self._level -= 1
        if pointer is None:
            return direct
        return self._type_modify_decl(direct or c_ast.TypeDecl(None, None, None, None), pointer)

    def _parse_decl_suffixes(self, decl: Any) -> Any:
        while True:
            kind = self._peek_type()
            if kind == "LBRACKET":
                decl = self._type_modify_decl(decl, self._parse_array_decl(decl))
            elif kind == "LPAREN" and not self._opens_initialiser():
                decl = self._type_modify_decl(decl, self._parse_function_decl(decl))
            else:
                return decl

    def _opens_initialiser(self) -> bool:
        return self._may_initialise and lookahead.starts_initialiser(self, len(self._scope_stack) > 2)

    def _parse_function_decl(self, base_decl: Any) -> Any:
        outer, self._may_initialise = self._may_initialise, False
        node = super()._parse_function_decl(base_decl)
        self._may_initialise = outer
        return node

    def _parse_parameter_declaration_body(self) -> Any:
        parameter = super()._parse_parameter_declaration_body()
        if self._accept("EQUALS"):
            default = self._parse_initializer()
            if isinstance(parameter, c_ast.Typename):
                return c_ast.Decl(None, parameter.quals, [], [], [], parameter.type, default, None, parameter.coord)
            parameter.init = default
        return parameter

    # Structures, unions, enumerations.

    def _parse_struct_or_union_specifier(self) -> Any:
        self._deeper()
        node = tags.parse_struct_or_union(self)
        self._level -= 1
        return node

    def _in_struct(self, name: str) -> list[Any]:
        """The members of the structure `name`, up to its closing brace."""
        outer, self._struct = self._struct, name
        may, self._may_initialise = self._may_initialise, False
        members: list[Any] = self._parse_struct_declaration_list()
        self._struct, self._may_initialise = outer, may
        return members

    def _parse_struct_declaration(self) -> list[Any] | None:
        tags.check_member_start(self, self._struct)
        members: list[Any] | None = super()._parse_struct_declaration()
        return members

    def _parse_struct_declarator(self) -> Any:
        info = super()._parse_struct_declarator()
        tags.check_member(self, info["decl"])
        return info

    def _parse_enum_specifier(self) -> Any:
        tags.check_enum_head(self)
        node = super()._parse_enum_specifier()
        if node.name:
            tags.declare_tag(self, node.name)
        return node

    # Statements.

    def _parse_block_item(self) -> Any:
        if self._peek_type() == "USING":
            return self._parse_using()
        return super()._parse_block_item()

    def _parse_statement(self) -> Any:
        self._deeper()
        node = super()._parse_statement()
        self._level -= 1
        return node

    def _starts_statement(self) -> bool:
        return not self._opens_declaration() and bool(super()._starts_statement())

    def _opens_declaration(self) -> bool:
        return self._starts_declaration() and not lookahead.starts_construction(self)

    def _parse_pragmacomp_or_statement(self) -> Any:
        """A statement, or what C++ has for one: a declaration that ends with it."""
        if not self._opens_declaration():
            return super()._parse_pragmacomp_or_statement()
        coord = self._tok_coord(self._peek())
        self._push_scope()
        node = c_ast.Compound(self._parse_declaration(), coord)
        self._pop_scope()
        return node

    def _parse_condition(self) -> Any:
        """An expression or a declaration with initialiser, in parentheses."""
        self._expect("LPAREN")
        if self._opens_declaration():
            coord = self._tok_coord(self._peek())
            spec, _, _ = self._parse_declaration_specifiers()
            info = self._parse_init_declarator()
            if self._peek_type() == "SEMI":
                raise unsupported("if and switch with initialiser", self.here())
            if "init" not in info:
                self._fail("expected an initialiser in the condition")
            condition = c_ast.DeclList(self._build_declarations(spec, [info], typedef_namespace=True), coord)
        else:
            condition = self._parse_expression()
        self._expect("RPAREN")
        return condition

    def _parse_selection_statement(self) -> Any:
        token = self._advance()
        coord = self._tok_coord(token)
        if token.type == "IF" and self._peek_type() == "INLINE":
            self._advance()
        self._push_scope()
        condition = self._parse_condition()
        body = self._parse_pragmacomp_or_statement()
        node: Any
        if token.type == "SWITCH":
            node = fix_switch_cases(c_ast.Switch(condition, body, coord))
        else:
            otherwise = self._parse_pragmacomp_or_statement() if self._accept("ELSE") else None
            node = c_ast.If(condition, body, otherwise, coord)
        self._pop_scope()
        return node

    def _parse_iteration_statement(self) -> Any:
        kind = self._peek_type()
        if kind == "DO":
            return super()._parse_iteration_statement()
        token = self._advance()
        self._push_scope()
        if kind == "WHILE":
            condition = self._parse_condition()
            node = c_ast.While(condition, self._parse_pragmacomp_or_statement(), self._tok_coord(token))
        else:
            node = self._parse_for(self._tok_coord(token))
        self._pop_scope()
        return node

    def _parse_for(self, coord: Coord) -> Any:
        self._expect("LPAREN")
        init = None
        if self._opens_declaration():
            found = self._parse_decl_body()
            cxx_expressions.check_range_for(self, found[0])
            init = c_ast.DeclList(found, coord)
        else:
            init = self._parse_expression_opt()
        self._expect("SEMI")
        condition = self._parse_expression_opt()
        self._expect("SEMI")
        step = self._parse_expression_opt()
        self._expect("RPAREN")
        return c_ast.For(init, condition, step, self._parse_pragmacomp_or_statement(), coord)

    # Expressions.

    def _try_parse_paren_type_name(self) -> Any:
        if self._peek_type() == "LPAREN" and lookahead.starts_construction(self, 2):
            return None
        return super()._try_parse_paren_type_name()

    def _parse_cast_expression(self) -> Any:
        self._deeper()
        node = super()._parse_cast_expression()
        self._level -= 1
        return node

    def _parse_unary_expression(self) -> Any:
        token = self._peek()
        node = super()._parse_unary_expression()
        if isinstance(node, c_ast.UnaryOp) and node.op == token.value:
            node.coord = self._tok_coord(token)
        return node

    def _parse_postfix_expression(self) -> Any:
        node = super()._parse_postfix_expression()
        if self._peek_type() == "LAUNCH_OPEN":
            return cxx_expressions.parse_launch(self, node)
        return node

    def _parse_primary_expression(self) -> Any:
        kind = self._peek_type()
        if kind == "ID" and lookahead.has_template_arguments(self):
            return cxx_expressions.parse_template_call(self)
        if kind in _TYPE_WORDS:
            return cxx_expressions.parse_construction(self)
        if kind == "CXX_CAST":
            return cxx_expressions.parse_named_cast(self)
        if kind == "LBRACKET":
            cxx_expressions.refuse_lambda(self)
        return super()._parse_primary_expression()

    def _parse_constant(self) -> Any:
        if self._peek_type() == "NULLPTR":
            token = self._advance()
            return c_ast.Constant("nullptr", token.value, self._tok_coord(token))
        return super()._parse_constant()
