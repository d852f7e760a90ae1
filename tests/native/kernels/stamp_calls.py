"""Functions of LLVM text that carry out accesses on stamps, as kernels do."""

FORMS = ("stamp.one", "stamps")
"""Functions for an access to one place, and for one to many."""


def accessing(kind: str, segments: str) -> list[str]:
    """Functions that carry out an access of a kind to one place, in either form."""
    head, answer = f"(ptr %p, {segments})", "  %i = zext i1 %r to i32\n  ret i32 %i\n}"
    return [
        f"define i32 @call.stamp.one.{kind}{head} {{\n"
        f"  %s = call i1 @stamp.says.{kind}(ptr %p, {segments}, i1 true)\n  br i1 %s, label %said, label %take\n"
        f"take:\n  %r = call i1 @stamp.take.{kind}{head}\n{answer[:-2]}\nsaid:\n  ret i32 1\n}}",
        f"define i32 @call.stamps.{kind}{head} {{\n"
        f"  %r = call i1 @stamps.{kind}(ptr %p, i64 1, {segments})\n{answer}",
    ]
