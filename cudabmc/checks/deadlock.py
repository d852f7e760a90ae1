"""Nobody waits for something that can no longer happen."""

from cudabmc.checks.property import Property

PROPERTY = Property(
    id="deadlock",
    title="deadlock",
    sentence="Nobody waits for something that can no longer happen.",
    explanation=(
        "Every thread that is left waits, and none of them can go on: a spin lock that nobody releases, a flag "
        "that nobody sets, two locks taken in different order. The report names the waiting threads and where they "
        "wait."
    ),
    hint="Look at what each waiting thread waits for, and at who should have done it.",
    unchecked="executions in which nobody can go on end there",
)
