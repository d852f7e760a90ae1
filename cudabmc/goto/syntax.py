"""The table of the textual form: a row for each instruction, and for each other part of a program.

Printer, reader and verifier follow these rows. `forms.py` says how templates are read, `kinds.py` has their kinds.
"""

from cudabmc.goto import program as p
from cudabmc.goto.forms import Form
from cudabmc.goto.kinds import KINDS, NUMBER, TYPE, columns, lines, pair
from cudabmc.goto.layout import Layout, Member
from cudabmc.goto.variable import Variable

_VARIABLE = Form(Variable, "{name:text} {ctype:text} {signed:sign} [of {record:text}] [to {points_to:text}]")
KINDS["variable"] = _VARIABLE.kind

_MEMBER = Form(
    Member,
    "{offset:number} size {size:number} {var:variable} [as {type:type}] [extents ( {extents:numbers} )]"
    " {bit_field?bits}",
)
KINDS["members"] = lines(_MEMBER.kind, "at")
LAYOUT = Form(Layout, "{name:text} size {size:number} {flexible?}{members:members}\nend")

_SCALAR = (
    "{size:number} {var:variable} [element {element_size:number} {element:variable} [as {element_type:type}]]"
    " [one of ( {enumerators:numbers} )]"
)
_PLACED = pair(NUMBER, Form(p.Parameter, _SCALAR).kind)
KINDS["inner"] = lines(_PLACED, "at", indent=4)
KINDS["points"] = lines(_PLACED, "points")
PARAMETER = Form(p.Parameter, _SCALAR + "{members:inner}")

INITIAL = Form(p.Initial, "{offset:number} {type:memory} {value:operand type}")
KINDS["initials"] = lines(INITIAL.kind, "at")
GLOBAL = Form(
    p.Global,
    "{name:name} {space:space} size {size:number} align {align:alignment} {read_only?} {dynamic_shared?dynamic}"
    " var {var:variable} {loc:position}[\n  element {element_size:number} {element:variable}]"
    "{pointers:points}{init:initials}\nend",
)

KINDS["params"] = columns(lines(pair(TYPE, _VARIABLE.kind), "param"))
HEAD = Form(
    p.Function,
    "{name:name} {is_kernel?kernel} {on_host?host} {on_device?device} {variadic?} {library?} display {display:name}"
    " [bounds {launch_bounds:number}] [cluster ( {cluster:numbers} )] [arguments ( {arguments:pairs} )]"
    " -> {ret:type} {loc:position}"
    "{param_types params:params}\n  regs {reg_types:types}",
)
"""A function, but for its body: see `body.py`."""

PROGRAM = Form(p.Program, "{main:name} files {files:names}")

_CALL = "call {ret:type} {callee:callee}({types args:typed}) [ctypes {ctypes:texts}] [signature {signature:text}]"
_GRID = "({grid:operands i32}), ({block:operands i32}), {shmem:operand i64}, {stream:operand ptr}"
INSTRUCTIONS = (
    Form(p.Assign, "{dst:register type}:{type:type} = {op of:operator} {args:operands} [checks {checks:checks}]"),
    Form(
        p.Load,
        "{dst:register type}:{type:memory} = load {addr:operand ptr} {volatile?} {atomic?} [align {align:alignment}]",
    ),
    Form(
        p.Store,
        "store {type:memory} {addr:operand ptr} <- {value:operand type} {volatile?} {atomic?} {init?}"
        " [align {align:alignment}]",
    ),
    Form(
        p.CopyBytes,
        "copybytes {dst:operand ptr} <- {src:operand ptr} size {size:number}"
        " [align {dst_align:alignment} {src_align:alignment}]",
    ),
    Form(p.Alloca, "{dst:register ptr}:ptr = alloca {size:operand i64} align {align:alignment} var {var:variable}"),
    Form(p.Dead, "dead {regs:registers}"),
    Form(p.Call, "[{dst:register ret}:{ret:type} =] " + _CALL),
    Form(p.Launch, "launch {packed?} {cooperative?} {kernel:callee} <<< " + _GRID + " >>> ({types args:typed})"),
    Form(p.Goto, "goto {target:label}"),
    Form(p.Branch, "if {cond:operand bool} goto {then:label} else {orelse:label}"),
    Form(p.Return, "return [{value:operand}]"),
    Form(p.Check, "check {prop:text} {cond:operand bool} {text:text}"),
    Form(p.Unreachable, "unreachable"),
    Form(p.Unsupported, "unsupported {construct:text}"),
    Form(p.Declare, "declare {reg:register} {var:variable}"),
)
ROWS = {form.cls: form for form in INSTRUCTIONS}
"""The rows of instructions by class. Positions are those of the lines of a body."""
