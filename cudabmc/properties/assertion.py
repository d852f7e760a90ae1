"""Every assertion holds whenever it is reached."""

from cudabmc.properties.property import Property

ASSERTION = Property(
    id="assertion",
    title="assertion",
    sentence="Every assertion holds whenever it is reached.",
    explanation=(
        "The condition of an assert(), __ESBMC_assert(), __VERIFIER_assert() or of reach_error() can be false on "
        "an execution within the bounds, or the program ends itself: it calls abort(), an exception reaches the end of "
        "its thread, a kernel executes __trap(). The condition is the program's own claim, so either the "
        "claim or the code before it is wrong. The inputs in the report make it false. An abort() that only "
        "a failure outside the program leads to (an allocation under `--malloc-may-fail`, a file that does not open) "
        "is not a violation, and neither is one in a function called assume_abort_if_not, SV-COMP's name for an "
        "assumption."
    ),
    hint="Follow the values in the steps back to the first one that you did not expect.",
    flag="assertions",
    unchecked="a failing assertion is ignored",
    tool="memcheck",
    proposition="! call(reach_error())",
)
