"""Results that hypothesis makes up: every field takes values of its kind, however odd."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from cudabmc.advice import Advice, AdviceKind, AdviceReport, LaneAccess, WarpPicture, WatchedLaunch
from cudabmc.coverage import Coverage, CoveredBranch, CoveredFile, CoveredFunction, CoveredLine, Seen
from cudabmc.errors import CompilerError, InternalError, ModelError, SourceError, UnsupportedError, UsageError
from cudabmc.options.table import Options
from cudabmc.properties import PROPERTIES
from cudabmc.report.run import Run
from cudabmc.report.xml_text import xml_text
from cudabmc.result import (
    AcceptedBy,
    Account,
    ExplainedAccess,
    ExplainedInterval,
    ExplainedLoop,
    ExplainedQuestion,
    ObjectInfo,
    Place,
    ProgramEnd,
    ProofExplanation,
    ProofOutcome,
    ProvedKernel,
    Result,
    Statistics,
    Step,
    StepAccess,
    Suppressed,
    ThreadId,
    Verdict,
    Violation,
    Words,
)
from cudabmc.source.location import Location
from cudabmc.suggestion import ReplacedLines, SuggestedEdit, Suggestion

FEW = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)

# Programs print what they like: control characters, lone surrogates, ends of CDATA sections.
TEXT = st.one_of(
    st.text(max_size=12), st.sampled_from(["", "]]>", "\x00\x1b[31m", "\ud800", "a\r\nb", "<&\"'>", "\ufffe"])
)
FILES = st.sampled_from(["a.cu", "sub dir/b.cu", "/abs/c ü#?.cu", "../d.cuh", "C:\\e.cu", "<builtin>"])
COUNT = st.integers(0, 2**40)
SIZES = st.integers(0, 5)


def tuples(items, most=3):  # type: ignore[no-untyped-def]
    return st.lists(items, max_size=most).map(tuple)


LOCATIONS = st.builds(Location, FILES, st.integers(0, 50), st.integers(0, 90), TEXT)
TRIPLES = st.tuples(SIZES, SIZES, SIZES)
THREADS = st.builds(ThreadId, st.none() | TRIPLES, TRIPLES, TEXT, st.integers(0, 3))
PAIRS = tuples(st.tuples(TEXT, TEXT))
ACCESSES = st.builds(
    StepAccess,
    st.sampled_from(["read", "write", "atomic"]),
    COUNT,
    TEXT,
    TEXT,
    st.integers(-8, 2**40),
    COUNT,
    TEXT,
    TEXT,
)
WORDS = st.builds(Words, TEXT, PAIRS, tuples(ACCESSES, 2))
STEPS = st.builds(
    Step, THREADS, LOCATIONS, TEXT, WORDS.map(Account), st.booleans(), st.booleans(), SIZES, SIZES, st.booleans()
)
PLACES = st.builds(Place, THREADS, LOCATIONS, TEXT, TEXT, tuples(st.tuples(TEXT, LOCATIONS), 2), PAIRS)
OBJECTS = st.builds(ObjectInfo, TEXT, COUNT, TEXT, st.none() | LOCATIONS)
IDS = st.sampled_from(sorted(PROPERTIES))
VIOLATIONS = st.builds(
    Violation, IDS, TEXT, tuples(PLACES), st.none() | OBJECTS, PAIRS, tuples(STEPS, 5), TEXT,
    tuples(st.integers(0, 99), 5), TEXT, idle=st.sets(st.integers(0, 3)).map(sorted).map(tuple),
)  # fmt: skip
SUPPRESSED = st.builds(Suppressed, VIOLATIONS, LOCATIONS, TEXT, st.sampled_from(AcceptedBy))
ENDS = st.builds(ProgramEnd, st.integers(1, 255), TEXT, LOCATIONS, PAIRS, TEXT, st.booleans(), st.just((0,)))
SECONDS = st.floats(0, 1e6)
STATISTICS = st.builds(Statistics, *[COUNT] * 13, TEXT, *[SECONDS] * 3, COUNT, TEXT, SECONDS)
ALL_NAMES = tuples(st.tuples(TEXT, TEXT), 2)
LOOPS = st.builds(ExplainedLoop, LOCATIONS, st.booleans(), tuples(TEXT), tuples(TEXT), PAIRS, ALL_NAMES)
ACCESSED = st.builds(ExplainedAccess, LOCATIONS, st.sampled_from(["read", "write", "atomic"]), TEXT, TEXT)
INTERVALS = st.builds(
    ExplainedInterval, st.none() | LOCATIONS, tuples(st.none() | LOCATIONS), TEXT, tuples(ACCESSED), ALL_NAMES
)
QUESTIONS = st.builds(
    ExplainedQuestion, IDS, TEXT, tuples(LOCATIONS), st.booleans(), tuples(TEXT), TEXT, st.none() | SIZES, SECONDS
)
EXPLANATIONS = st.builds(ProofExplanation, tuples(LOOPS, 2), tuples(INTERVALS, 2), tuples(QUESTIONS, 2), TEXT)
PROOFS = st.builds(  # a faulty kernel comes with a violation
    ProvedKernel, TEXT, st.sampled_from([ProofOutcome.PROVED, ProofOutcome.UNKNOWN]), LOCATIONS, tuples(TEXT),
    tuples(TEXT), tuples(TEXT), TEXT, SECONDS, st.none() | LOCATIONS, tuples(EXPLANATIONS, 2), tuples(TEXT),
)  # fmt: skip
KERNELS = st.lists(PROOFS, max_size=2, unique_by=lambda proof: xml_text(proof.name)).map(tuple)
SEEN = st.sampled_from(Seen)
FUNCTIONS = st.builds(CoveredFunction, TEXT, COUNT, tuples(TEXT, 2), SEEN, st.booleans(), st.booleans())
LINES = st.builds(CoveredLine, COUNT, tuples(TEXT, 2), SEEN, st.booleans())
BRANCHES = st.builds(CoveredBranch, COUNT, COUNT, COUNT, st.tuples(SEEN, SEEN), st.booleans())
COVERED = st.builds(CoveredFile, FILES, tuples(FUNCTIONS, 2), tuples(LINES), tuples(BRANCHES, 2))
COVERAGES = st.builds(Coverage, tuples(COVERED, 2))
SUGGESTIONS = st.builds(
    Suggestion, tuples(st.builds(SuggestedEdit, TEXT, TEXT), 2), TEXT,
    tuples(st.builds(ReplacedLines, FILES, st.integers(1, 50), st.integers(0, 50), TEXT)), COUNT, TEXT, tuples(TEXT),
    TEXT, tuples(FILES, 2), TEXT,
)  # fmt: skip
LANES = st.builds(LaneAccess, st.integers(0, 31), COUNT, SIZES, st.integers(0, 1))
PICTURES = st.builds(
    WarpPicture, TRIPLES, SIZES, st.sampled_from(["read", "write", "branch"]), tuples(LANES).filter(bool), TEXT,
    st.sampled_from(["shared", "device"]),
)  # fmt: skip
GIVEN = st.builds(
    Advice, st.sampled_from(AdviceKind), TEXT, LOCATIONS, SECONDS, TEXT, SIZES, SIZES, SIZES, st.none() | PICTURES
)
WATCHED = st.builds(WatchedLaunch, TEXT, SIZES, tuples(SIZES), SIZES, st.booleans())
ADVICE = st.builds(AdviceReport, tuples(GIVEN, 2), tuples(WATCHED, 2), tuples(TEXT, 2))
RESULTS = st.builds(
    Result, st.sampled_from(Verdict), tuples(VIOLATIONS), st.sets(IDS).map(sorted).map(tuple), tuples(TEXT),
    tuples(TEXT), tuples(TEXT), tuples(TEXT), TEXT, STATISTICS, tuples(SUPPRESSED, 2),
    st.dictionaries(FILES, TEXT, max_size=3), ends=tuples(ENDS, 2),
    proofs=KERNELS, coverage=st.none() | COVERAGES, suggestion=st.none() | SUGGESTIONS, advice=st.none() | ADVICE,
)  # fmt: skip
ERRORS = st.one_of(
    st.builds(kind, TEXT, st.none() | LOCATIONS, TEXT)
    for kind in (UsageError, SourceError, UnsupportedError, ModelError, InternalError)
) | st.builds(CompilerError, TEXT, st.none() | LOCATIONS, TEXT)
OPTIONS = st.builds(
    Options, context_bound=st.integers(0, 9), unwindset=tuples(st.tuples(TEXT, SIZES)), timeout=st.none() | SECONDS
)
RUNS = st.builds(Run, tuples(FILES), OPTIONS, RESULTS, arguments=tuples(TEXT)) | st.builds(
    Run, tuples(FILES), OPTIONS, error=ERRORS, arguments=tuples(TEXT)
)
