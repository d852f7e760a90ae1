"""Members of structs in reports: called as the source calls them, with values of their types, in both front ends."""

import random
from dataclasses import dataclass

import pytest

from cudabmc import Result, verify, verify_kernel

FRONTENDS = ("c", "clang")

TYPES = """#include <assert.h>
#include <stdlib.h>
struct Point { float x; unsigned int y; double z; };
struct Node { int key; struct Node *next; };
union Word { float f; int i; unsigned char c[4]; };
struct Image {
    unsigned char r; short g; unsigned int w; struct Point p; struct Point ps[2][3]; union Word word;
    unsigned low : 3; unsigned high : 9; struct { int in; };
};
struct Buffer { unsigned long n; float *data; };
"""
KERNEL = TYPES + """
__device__ struct Image img;
__shared__ struct Image tile[2][2];
__global__ void k(struct Node *nodes, struct Image *one, struct Buffer buf, struct Point *pts, int n) {
    struct Point own;
    STATEMENT
}
int main(void) {
    struct Node *nodes; struct Image *one; struct Buffer buf; struct Point *pts;
    cudaMalloc((void **)&nodes, 4 * sizeof(struct Node));
    cudaMalloc((void **)&one, sizeof(struct Image));
    buf.n = 3;
    cudaMalloc((void **)&buf.data, buf.n * sizeof(float));
    cudaMalloc((void **)&pts, 100 * sizeof(struct Point));
    k<<<1, THREADS>>>(nodes, one, buf, pts, 3);
    cudaDeviceSynchronize();
}
"""
RACES = [
    ("img.w = 1;", "'img.w'"), ("img.p.z = 1;", "'img.p.z'"), ("img.ps[1][2].x = 1;", "'img.ps[1][2].x'"),
    ("tile[1][0].ps[0][1].y = n;", "'tile[1][0].ps[0][1].y'"), ("nodes[2].next = nodes;", "'nodes[2].next'"),
    ("one->g = 2;", "'one->g'"), ("one->ps[1][1].z = 2;", "'one->ps[1][1].z'"),
    ("buf.data[n - 1] = 2;", "'buf.data[2]'"),
    ("pts[n].y = 2;", "'pts[3].y'"), ("img.word.c[2] = 2;", "'img.word.c[2]'"), ("img.in = 3;", "'img.in'"),
    # One write is a float, and another may be an integer: what both touch is the union.
    ("img.word.f = 2;", "'img.word'"),
    ("img.p = pts[n];", "'img.p.x'"), ("pts[n + 1] = pts[0];", "'pts[4].x'"),
    # What is no member, or not a whole one.
    ("*((char *)&img + 1) = 2;", "byte 1 of 'img'"), ("*((char *)&img.w + 1) = 2;", "byte 5 of 'img'"),
    ("*((char *)&pts[1].y + 1) = 2;", "'pts[1]' (byte 5)"),
]  # fmt: skip


def program(statement: str, threads: int) -> str:
    return KERNEL.replace("STATEMENT", statement).replace("THREADS", str(threads))


def messages(result: Result, prop: str) -> list[str]:
    return list(dict.fromkeys(v.message for v in result.violations if v.prop == prop))


@pytest.mark.parametrize("frontend", FRONTENDS)
def test_races_are_on_members(frontend: str) -> None:
    statements = "\n    ".join(statement for statement, _ in RACES)
    found = messages(verify(program(statements, threads=2), frontend=frontend), "data-race")
    places = [message.partition(": ")[0].removeprefix("data race on ") for message in found if "write by" in message]
    assert set(places) >= {place for _, place in RACES}
    assert {place for place in places if "byte" in place} == {place for _, place in RACES if "byte" in place}


SENTENCES = [
    ("pts[n + 97].z = 1;", "bounds", "write of element 100 of 'pts', which has 100"),
    ("one[n - 2].w = 1;", "bounds", "write of element 1 of 'one', which has 1"),
    ("*(int *)((char *)&img + sizeof(img)) = 1;", "bounds", None),
    ("buf.data[n] = 1;", "bounds", "write of element 3 of 'buf.data', which has 3"),
    ("double *d = (double *)&pts[n].y; *d = 1;", "misaligned-access",
     "write at byte 52 of 'pts' ('pts[3].y'), which is not a multiple of 8"),
    ("if (own.y) n = 1;", "uninitialised-use", "a branch depends on 'own.y', which was never written"),
    ("if (pts[n].y) n = 1;", "uninitialised-use", "a branch depends on 'pts[3].y', which was never written"),
    ("if (one->word.f > 1) n = 1;", "uninitialised-use",
     "a branch depends on 'one->word.f', which was never written"),
]  # fmt: skip


@pytest.mark.parametrize("frontend", FRONTENDS)
@pytest.mark.parametrize(("statement", "prop", "sentence"), SENTENCES)
def test_violations_name_members_and_elements(frontend: str, statement: str, prop: str, sentence: str | None) -> None:
    found = messages(verify(program(statement, threads=1), frontend=frontend), prop)
    assert found == [sentence or "write of bytes 136 to 139 of 'img', which has 136"]


VALUES = TYPES + """
__global__ void k(struct Image *one, struct Image im) {
    struct Point own[2];
    own[1].y = 4000000000u; own[1].z = 0.5;
    one->w = 3000000000u; one->g = -2; one->r = 200;
    one->word.f = 1.5f; one->word.i = -7;
    one->p.x = 0.25f;
    struct Point *second = &own[1];
    assert(im.p.y != 3000000001u || one->ps[1][0].y != 3000000002u || second->y == 0);
}
int main(void) {
    struct Image *one, im;
    cudaMalloc((void **)&one, sizeof(struct Image));
    im.p.y = 3000000001u;
    k<<<1, 1>>>(one, im);
    cudaDeviceSynchronize();
}
"""


@pytest.mark.parametrize("frontend", FRONTENDS)
def test_values_of_members_are_of_their_types(frontend: str) -> None:
    result = verify(VALUES, frontend=frontend, no_check=["uninitialised-use"])
    (violation,) = (v for v in result.violations if v.prop == "assertion")
    texts = [step.text for step in violation.steps]
    written = ["one->w = 3000000000", "one->g = -2", "one->r = 200", "one->word.f = 1.5", "one->word.i = -7"]
    assert [text for text in texts if text.startswith("one->")] == [*written, "one->p.x = 0.25"]
    assert {"own[1].y = 4000000000", "own[1].z = 0.5", "im.p.y = 3000000001"} <= set(texts)
    assert ("initial contents of 'one->ps[1][0].y'", "3000000002") in violation.inputs
    values = dict(violation.places[0].values)
    assert (values["own[1].y"], values["second"]) == ("4000000000", "&own[1]")
    accesses = {access.element: access.value for step in violation.steps for access in step.accesses}
    assert accesses["one->w"] == "3000000000"


CLASSES = """#include <array>
#include <cassert>
struct Shape { unsigned id; Shape(unsigned number) : id(number) {} };
struct Box : Shape { std::array<float, 3> side; unsigned *data; Box() : Shape(1) {} };
namespace { struct Hidden { unsigned a, b; }; }
template <class T> struct Pair { T first, second; };
__device__ Hidden hidden;
__device__ Pair<unsigned char> pair;
__global__ void k(Box *boxes) {
    boxes[1].id = threadIdx.x; boxes[1].side[2] = threadIdx.x;
    hidden.b = threadIdx.x; pair.second = threadIdx.x;
}
int main() {
    struct Local { unsigned here; } local;
    local.here = 4000000000u;
    Box *boxes;
    cudaMalloc(&boxes, 2 * sizeof(Box));
    k<<<1, 2>>>(boxes);
    cudaDeviceSynchronize();
    assert(!local.here);
}
"""


@pytest.mark.long
def test_bases_and_templates_and_records_of_one_file_have_members() -> None:
    result = verify(CLASSES, frontend="clang")
    found = messages(result, "data-race")
    places = {message.partition(": ")[0].removeprefix("data race on ") for message in found}
    assert places == {"'boxes[1].id'", "'boxes[1].side[2]'", "'hidden.b'", "'pair.second'"}
    (violation,) = (v for v in result.violations if v.prop == "assertion")
    assert "local.here = 4000000000" in [step.text for step in violation.steps]


ARRAYS = """
struct Pair { float x; unsigned y; };
struct Many { struct Pair *all; int n; };
extern "C" __global__ void k(struct Pair *p, struct Many m) {
    assert(p[1].y != 4000000000u || m.all[0].y != 4000000001u);
}
"""


@pytest.mark.parametrize("frontend", FRONTENDS)
def test_arrays_of_a_kernel_without_host_code_have_members(frontend: str) -> None:
    source = f"#include <assert.h>\n{ARRAYS}"
    (violation,) = verify_kernel(source, "k", grid=1, block=1, array_size=3, frontend=frontend).violations
    contents = {"'p[1].y'": "4000000000", "'m.all[0].y'": "4000000001"}
    expected = {f"initial contents of {place}": value for place, value in contents.items()}
    assert expected.items() <= dict(violation.inputs).items()


@pytest.mark.parametrize("frontend", FRONTENDS)
def test_memory_is_called_after_the_member_that_holds_its_address(frontend: str) -> None:
    source = """#include <stdlib.h>
struct Text { int length; char *letters; struct Text *next; };
int main(void) {
    struct Text text;
    text.letters = (char *)malloc(3);
    text.next = (struct Text *)malloc(sizeof(struct Text));
    text.next->length = 1;
    text.letters[3] = text.next->letters ? 1 : 2;
}
"""
    (violation,) = verify(source, frontend=frontend, no_check=["uninitialised-use"]).violations
    assert violation.message == "write of byte 3 of 'text.letters', which has 3"
    assert "text.next->length = 1" in [step.text for step in violation.steps]


# ------------------------------------------------------------ random structs


@dataclass
class Lvalue:
    """An expression behind the name of a variable, what it is set to, and how a report prints that."""

    path: str
    value: str
    shown: str


SCALARS = {
    "int": ("-5", "-5"), "unsigned int": ("4000000000u", "4000000000"), "short": ("-300", "-300"),
    "unsigned short": ("65000", "65000"), "unsigned char": ("250", "250"), "float": ("1.5f", "1.5"),
    "double": ("-0.25", "-0.25"), "unsigned long long": ("18446744073709551610ull", "18446744073709551610"),
    "bool": ("true", "true"),
}  # fmt: skip


class Records:
    """Random structs, each made of scalars, bit-fields and earlier structs, and arrays of these."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.text = ""
        self._lvalues: dict[str, list[Lvalue]] = {}
        for number in range(4):
            self._define(f"S{number}")

    def _define(self, name: str) -> None:
        found: list[Lvalue] = []
        body = ""
        for index in range(self._random.randint(2, 5)):
            member = f"m{index}"
            if self._random.random() < 0.15:
                body += f"    unsigned {member} : {self._random.randint(1, 20)};\n"
                continue
            type = self._random.choice([*SCALARS, *(self._lvalues or SCALARS)])
            extents = [self._random.randint(1, 3) for _ in range(self._random.choice([0, 0, 1, 2]))]
            body += f"    {'struct ' * (type in self._lvalues)}{type} {member}{''.join(f'[{e}]' for e in extents)};\n"
            path = f".{member}" + "".join(f"[{self._random.randrange(extent)}]" for extent in extents)
            inner = self._lvalues.get(type) or [Lvalue("", *SCALARS[type])] * (type in SCALARS)
            found += [Lvalue(path + each.path, each.value, each.shown) for each in inner]
        self.text += f"struct {name} {{\n{body}    char end;\n}};\n"
        self._lvalues[name] = found or [Lvalue(".end", "7", "7")]

    def lvalues(self, name: str, count: int) -> list[Lvalue]:
        known = self._lvalues[name]
        return self._random.sample(known, min(count, len(known)))


@pytest.mark.parametrize("frontend", FRONTENDS)
@pytest.mark.parametrize("seed", range(3))
def test_members_of_random_structs_are_called_as_the_source_calls_them(frontend: str, seed: int) -> None:
    records = Records(seed)
    bases = {"global": "S3", "shared[1]": "S2", "heap[2]": "S3", "pointer": "S2"}
    wanted: list[tuple[str, Lvalue]] = []
    for base, record in bases.items():
        joint = "->" if base == "pointer" else "."
        for lvalue in records.lvalues(record, 3):
            wanted.append((base + joint + lvalue.path.removeprefix("."), lvalue))
    statements = "\n    ".join(f"{place} = {lvalue.value};" for place, lvalue in wanted)
    source = f"""{records.text}
__device__ struct S3 global;
__global__ void k(struct S3 *heap, struct S2 *pointer) {{
    __shared__ struct S2 shared[2];
    {statements}
}}
int main(void) {{
    struct S3 *heap; struct S2 *pointer;
    cudaMalloc((void **)&heap, 3 * sizeof(struct S3));
    cudaMalloc((void **)&pointer, sizeof(struct S2));
    k<<<1, 2>>>(heap, pointer);
    cudaDeviceSynchronize();
}}"""
    result = verify(source, frontend=frontend)
    found = {message.partition("'")[2].partition("'")[0] for message in messages(result, "data-race")}
    assert found == {place for place, _ in wanted}
    texts = {step.text for violation in result.violations for step in violation.steps}
    assert {f"{place} = {lvalue.shown}" for place, lvalue in wanted} <= texts
