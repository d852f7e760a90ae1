"""Calls by which a program says which executions are looked at."""


def is_assumption(function: str) -> bool:
    """Does a program call the function to say which executions are looked at?"""
    return function.endswith(("assume", "__requires"))
