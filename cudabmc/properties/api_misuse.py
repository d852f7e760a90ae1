"""Calls of the CUDA and C libraries fulfil the conditions of their documentation."""

from cudabmc.properties.property import Property

API_MISUSE = Property(
    id="api-misuse",
    title="misuse of an API",
    sentence="Calls of the CUDA and C libraries fulfil the conditions of their documentation.",
    explanation=(
        "A library function is called in a way that its documentation forbids and that no other property covers: "
        "a cudaMemcpy() whose direction contradicts its pointers, an object that was destroyed, overlapping "
        "arguments of memcpy(), a value that is out of range."
    ),
    hint="Compare the call with the documentation of the function.",
    unchecked="a misused call does nothing and returns an error code; if it has none, its result is arbitrary",
    tool="memcheck",
)
