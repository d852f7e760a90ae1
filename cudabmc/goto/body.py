"""Functions in the textual form: a head, then numbered instructions with their positions, and labels before them."""

import re

from cudabmc.goto import program as p
from cudabmc.goto.cfg import successors
from cudabmc.goto.kinds import LABEL, NUMBER, REGISTER, read_position, write_position
from cudabmc.goto.syntax import HEAD, ROWS
from cudabmc.goto.tokens import END_OF_LINE, Tokens, shown

_POSITION_COLUMN = 72
_BY_KEYWORD = {form.keyword: form for form in ROWS.values()}
_AFTER_RESULT = 4  # tokens of `r5:i32 =`


def write_function(function: p.Function) -> str:
    """The text of a function."""
    body = function.body
    jumps = (at for at, instruction in enumerate(body) if isinstance(instruction, p.Goto | p.Branch))
    targets = {target for at in jumps for target in successors(body, at)}
    text = HEAD.write(function)
    for index, instruction in enumerate(body):
        text += f"\n{LABEL.write(index)}:" if index in targets else ""
        line = f"  {index:<5} {ROWS[type(instruction)].write(instruction)}"
        position = write_position(instruction.loc, function.loc.file)
        text += "\n" + (f"{line:<{_POSITION_COLUMN}} {position}" if position else line)
    return text + "\nend"


def read_function(tokens: Tokens) -> p.Function:
    """The function that stands next."""
    head = HEAD.attributes(tokens)
    body: list[p.Instruction] = []
    while not tokens.accept(END_OF_LINE, "end"):
        tokens.expect(END_OF_LINE)
        label = re.match(LABEL.begins, tokens.peek())
        number = (LABEL if label else NUMBER).read(tokens)
        if number != len(body):
            tokens.fail(f"instructions are numbered from 0 on, so {len(body)} comes next, not {number}")
        tokens.lines["functions", head["name"], number] = tokens.line
        if label:
            tokens.expect(":")
        else:
            body.append(_instruction(tokens, head["loc"].file))
    return p.Function(body=tuple(body), **head)


def _instruction(tokens: Tokens, file: str) -> p.Instruction:
    sets = re.match(REGISTER.begins, tokens.peek()) is not None
    keyword = tokens.peek(_AFTER_RESULT if sets else 0)
    form = _BY_KEYWORD.get(keyword, _BY_KEYWORD[""])
    if form.cls is p.Assign and not sets:
        tokens.fail(f"{shown(tokens.take('an instruction'))} is not an instruction")
    found: p.Instruction = form.cls(**form.attributes(tokens), loc=read_position(tokens, file))
    return found
