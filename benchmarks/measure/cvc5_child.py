"""A process that answers queries with cvc5: a line of JSON for each, [text, assumptions], and its answer as a line.

The argument is the limit for a query, in milliseconds.
"""

import json
import sys

import cvc5


def answer(text: str, assumptions: list[str], limit: int) -> str:
    """sat, unsat or unknown; raises RuntimeError for a text that is not valid."""
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("tlimit-per", str(limit))
    parser = cvc5.InputParser(solver)
    whole = f"{text}(check-sat-assuming ({' '.join(assumptions)}))\n"
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, whole, "query")
    symbols, said = parser.getSymbolManager(), ""
    while not (command := parser.nextCommand()).isNull():
        said += str(command.invoke(solver, symbols))
    if "(error" in said:
        raise RuntimeError(said)
    return said.splitlines()[-1].split()[0]  # "unknown (TIMEOUT)"


if __name__ == "__main__":
    for line in sys.stdin:
        text, assumptions = json.loads(line)
        print(answer(text, assumptions, int(sys.argv[1])), flush=True)
