"""Does a thread do nothing with the result of a call, there and in the functions that it returns to?"""

from cudabmc.goto.ignored_results import ResultUse
from cudabmc.goto.program import Call
from cudabmc.state.thread import Thread


def is_ignored(thread: Thread, pc: int) -> bool:
    """Does the result of the call at `pc` of the innermost frame come to nothing where the function has returned it? In
    a variable of its own, which a reader may want to see, it counts as looked at."""
    frames = thread.frames
    for depth in range(len(frames) - 1, -1, -1):
        code = frames[depth].code
        use = code.use_of_result(pc)
        if use is not ResultUse.RETURNED:
            return use is ResultUse.IGNORED and depth < len(frames) - 1
        if depth == 0:
            return False
        pc_of_call = frames[depth - 1].pc - 1  # a caller continues behind the call (interpreter/calls.py)
        call = frames[depth - 1].code.function.body[pc_of_call]
        if not isinstance(call, Call) or call.signature:
            return False  # a model has called the function, and takes what it returns
        params = code.function.params
        if frames[depth].ret is None and not (params and params[0].name == "<result>"):
            return True
        pc = pc_of_call
    return False
