"""Turns a finished body with labels into GOTO instructions with indices.

    Branch(c, L1, L2); Label(1); x; Goto(L2); Label(2); y     ==>     0: if c goto 1 else 2   1: x   2: y

Unreachable instructions and jumps to the next instruction go; chains of forward jumps are shortened.
Jumps to a backward jump stay as they are, so that every loop keeps its one back edge.
"""

from cudabmc.frontend.body.builder import Builder, Item, Label, Leave
from cudabmc.goto.cfg import moved
from cudabmc.goto.program import Branch, Dead, Goto, Instruction, Return, Unreachable, Unsupported


def finish(builder: Builder) -> tuple[Instruction, ...]:
    """The instructions of the function, jumps resolved."""
    code, places = _strip([*builder.prologue, *builder.code], builder)
    body = [moved(item, places.__getitem__) for item in code]
    body = [moved(item, lambda target: _last_target(target, body)) for item in body]
    return _compact(body)


def _strip(items: list[Item], builder: Builder) -> tuple[list[Instruction], dict[int, int]]:
    """Take out the labels and note where they stood."""
    code: list[Instruction] = []
    places: dict[int, int] = {}
    for item in items:
        if isinstance(item, Label):
            places[item.id] = len(code)
        elif isinstance(item, Leave):
            stays = set(builder.label_scopes.get(item.label, ()))
            regs = tuple(r for scope, alive in item.alive if scope not in stays for r in alive)
            if regs:
                code.append(Dead(regs, item.loc))
        else:
            code.append(item)
    return code, places


def _last_target(target: int, body: list[Instruction]) -> int:
    while target < len(body):
        item = body[target]
        if not isinstance(item, Goto) or item.target <= target:
            break
        target = item.target
    return target


def _compact(body: list[Instruction]) -> tuple[Instruction, ...]:
    while True:
        reached = _reachable(body)
        kept = [i for i in range(len(body)) if i in reached and not _is_empty_jump(body, i, reached)]
        if len(kept) == len(body):
            return tuple(body)
        position = {}
        following = len(kept)
        for index in range(len(body), -1, -1):
            if following and index < len(body) and kept[following - 1] == index:
                following -= 1
            position[index] = following
        body = [moved(body[i], position.__getitem__) for i in kept]


def _is_empty_jump(body: list[Instruction], index: int, reached: set[int]) -> bool:
    item = body[index]
    if not isinstance(item, Goto) or item.target <= index:
        return False
    return all(i not in reached for i in range(index + 1, item.target))


def _reachable(body: list[Instruction]) -> set[int]:
    reached: set[int] = set()
    stack = [0] if body else []
    while stack:
        index = stack.pop()
        if index in reached:
            continue
        reached.add(index)
        item = body[index]
        if isinstance(item, Goto):
            stack.append(item.target)
        elif isinstance(item, Branch):
            stack += (item.then, item.orelse)
        elif not isinstance(item, Return | Unreachable | Unsupported):
            stack.append(index + 1)
    return reached
