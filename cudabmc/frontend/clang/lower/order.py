"""The order of basic blocks in a GOTO function: only a loop jumps backwards.

Clang puts cleanups and handlers behind the code that they go back to. The GOTO program takes every jump to an
earlier instruction for the next round of a loop, so blocks are sorted such that each comes behind all that lead to
it, and the blocks of a loop stand together; where there is a choice, clang's order stays.
"""

from collections.abc import Mapping, Sequence


def ordered(labels: Sequence[str], successors: Mapping[str, Sequence[str]]) -> list[str]:
    """The blocks that can be reached from the first, sorted."""
    post = _postorder(labels[0], successors)
    position = {label: index for index, label in enumerate(labels)}
    reached = [label for label in labels if label in set(post)]
    if _is_sorted(reached, successors, post):
        return reached
    return _sorted(reached, successors, position, post)


def _postorder(root: str, successors: Mapping[str, Sequence[str]]) -> list[str]:
    order: list[str] = []
    seen = {root}
    stack = [(root, iter(successors[root]))]
    while stack:
        node, rest = stack[-1]
        for target in rest:
            if target not in seen:
                seen.add(target)
                stack.append((target, iter(successors[target])))
                break
        else:
            order.append(node)
            stack.pop()
    return order


def _is_sorted(labels: list[str], successors: Mapping[str, Sequence[str]], post: list[str]) -> bool:
    """Do all backward jumps go to a block that dominates their source?"""
    place = {label: index for index, label in enumerate(labels)}
    backward = [(a, b) for a in labels for b in successors[a] if place[b] <= place[a]]
    if not backward:
        return True
    dominator = _dominators(successors, post)
    return all(_dominates(b, a, dominator) for a, b in backward)


def _dominators(successors: Mapping[str, Sequence[str]], post: list[str]) -> dict[str, str]:
    """Immediate dominators (Cooper, Harvey and Kennedy, A Simple, Fast Dominance Algorithm)."""
    number = {label: index for index, label in enumerate(post)}
    before: dict[str, list[str]] = {label: [] for label in post}
    for label in post:
        for target in successors[label]:
            before[target].append(label)
    root = post[-1]
    dominator = {root: root}
    changed = True
    while changed:
        changed = False
        for node in reversed(post[:-1]):
            known = [p for p in before[node] if p in dominator]
            new = known[0]
            for other in known[1:]:
                a, b = new, other
                while a != b:
                    while number[a] < number[b]:
                        a = dominator[a]
                    while number[b] < number[a]:
                        b = dominator[b]
                new = a
            if dominator.get(node) != new:
                dominator[node] = new
                changed = True
    return dominator


def _dominates(a: str, b: str, dominator: dict[str, str]) -> bool:
    while True:
        if a == b:
            return True
        up = dominator[b]
        if up == b:
            return False
        b = up


def _sorted(
    labels: list[str], successors: Mapping[str, Sequence[str]], position: dict[str, int], post: list[str]
) -> list[str]:
    """Topological order without back edges: ready blocks of the innermost open loop first, then in clang's order."""
    number = {label: index for index, label in enumerate(post)}
    back = {(a, b) for a in labels for b in successors[a] if number[b] >= number[a]}
    loops = _loops(labels, successors, back)
    depth_of = {label: tuple(head for head in labels if label in loops.get(head, ())) for label in labels}
    waiting = {label: 0 for label in labels}
    for a in labels:
        for b in set(successors[a]):
            if (a, b) not in back:
                waiting[b] += 1
    ready = [labels[0]]
    open_loops: list[str] = []
    result: list[str] = []
    while ready:
        chosen = _choose(ready, open_loops, depth_of, position)
        ready.remove(chosen)
        result.append(chosen)
        open_loops = [head for head in open_loops if head in depth_of[chosen]]
        if chosen in loops:
            open_loops.append(chosen)
        for b in dict.fromkeys(successors[chosen]):
            if (chosen, b) not in back:
                waiting[b] -= 1
                if not waiting[b]:
                    ready.append(b)
    return result


def _choose(
    ready: list[str], open_loops: list[str], loops_of: dict[str, tuple[str, ...]], position: dict[str, int]
) -> str:
    for head in reversed(open_loops):
        inside = [label for label in ready if head in loops_of[label]]
        if inside:
            return min(inside, key=position.__getitem__)
    return min(ready, key=position.__getitem__)


def _loops(
    labels: list[str], successors: Mapping[str, Sequence[str]], back: set[tuple[str, str]]
) -> dict[str, set[str]]:
    """The blocks of the loop of each head: those that lead to a back edge without passing the head."""
    before: dict[str, list[str]] = {label: [] for label in labels}
    for a in labels:
        for b in successors[a]:
            before[b].append(a)
    found: dict[str, set[str]] = {}
    for tail, head in back:
        inside = found.setdefault(head, {head})
        stack = [tail]
        while stack:
            node = stack.pop()
            if node not in inside:
                inside.add(node)
                stack += before[node]
    return found
