"""The names of the variables that say where standard output goes."""

STDOUT = "libc:stdout"
"""The stream, from when it is first asked for."""

REDIRECTED = "libc:stdout is redirected"
"""Has freopen() led it to a file?"""
