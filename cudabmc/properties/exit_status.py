"""The program ends with exit status 0."""

from cudabmc.properties.property import Property

EXIT_STATUS = Property(
    id="exit-status",
    title="exit status",
    sentence="The program ends with exit status 0.",
    explanation=(
        "main returns a number other than 0, or the program calls exit(), _Exit() or quick_exit() with one (a parent "
        "process sees the low eight bits). Programs that check their own results end this way when the check fails. "
        "Ends that only a failure outside of the program leads to (an allocation under `--malloc-may-fail`, a file "
        "that does not open) do not count. Without this check the report still lists such ends. abort() breaks "
        "`assertion` instead."
    ),
    hint="Look at what the program printed before it ended, and follow the inputs to the condition of that exit.",
    default_on=False,
)
