"""Random kernels with arithmetic of all kinds, loops, branches, calls, barriers, atomics and warp functions, as CUDA
source."""

from dataclasses import dataclass
from random import Random

THREADS, BLOCKS, SIZE = 8, 2, 32

INTS = ("i", "u", "s", "l", "c")
"""Local variables: int, unsigned, short, long long, unsigned char."""

INTEGERS = "int i = 3; unsigned u = 7u; short s = -5; long long l = 11; unsigned char c = 200;"
DECLARATIONS = f"{INTEGERS} float f = 1.5f; double d = 0.25;"

ARRAYS = {"gi": "int", "gu": "unsigned", "gf": "float", "gb": "unsigned char", "gl": "long long"}
"""Arrays in global memory, each of SIZE elements; a shared one is called sh."""


@dataclass
class Writer:
    """Writes one kernel; `own` says that threads write to places of their own alone, so that nothing conflicts."""

    random: Random
    own: bool
    depth: int = 0
    loops: int = 0

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    def number(self) -> str:
        """An integer expression."""
        r = self.random
        self.depth += 1
        try:
            kind = r.randrange(11) if self.depth < 4 else r.randrange(3)
            if kind == 0:
                return str(r.choice((0, 1, 2, 3, 5, 31, 63, 100, 255, 1000, -1, -2, -7, 2147483647)))
            if kind in (1, 2):
                return self.pick(*INTS, "threadIdx.x", "(int)blockIdx.x", "g", *(f"k{n}" for n in range(self.loops)))
            if kind == 3:
                return f"{self.pick('gi', 'gu', 'gb', 'gl')}[{self.place()}]" if self.own else self.pick(*INTS)
            if kind == 4:
                by = f"(({self.number()}) | 1)" if self.own or r.randrange(6) else self.number()  # which may be zero
                return f"({self.number()} {self.pick('/', '%')} {by})"
            if kind == 5:
                return f"({self.number()} {self.pick('<<', '>>')} (({self.number()}) & {r.choice((3, 7, 15))}))"
            if kind == 6:
                return f"({self.condition()} ? {self.number()} : {self.number()})"
            if kind == 7:
                return f"({self.pick('int', 'unsigned', 'short', 'unsigned char', 'long long')})({self.number()})"
            if kind == 8:
                return f"{self.pick('min', 'max')}((int)({self.number()}), (int)({self.number()}))"
            if kind == 9:
                return f"mix((int)({self.number()}), {self.number()})"
            return f"({self.number()} {self.pick('+', '-', '*', '&', '|', '^')} {self.number()})"
        finally:
            self.depth -= 1

    def real(self) -> str:
        """A floating-point expression."""
        r = self.random
        self.depth += 1
        try:
            kind = r.randrange(7) if self.depth < 4 else r.randrange(2)
            if kind == 0:
                return r.choice(("0.5f", "3.25", "-1.0f", "1e10f", "0.0f", "7.0"))
            if kind == 1:
                return self.pick("f", "d")
            if kind == 2:
                return f"(float)({self.number()})"
            if kind == 3:
                return f"{self.pick('sqrtf', 'fabsf', 'sinf')}((float)({self.real()}))"
            if kind == 4:
                return f"({self.real()} / {self.real()})"
            return f"({self.real()} {self.pick('+', '-', '*')} {self.real()})"
        finally:
            self.depth -= 1

    def condition(self) -> str:
        a, b = self.number(), self.number()
        text = f"{a} {self.pick('<', '<=', '>', '>=', '==', '!=')} {b}"
        return f"({text} {self.pick('&&', '||')} {self.number()} > 2)" if self.random.randrange(4) == 0 else f"({text})"

    def place(self) -> str:
        """An index: the thread's own place, or any, which may lie outside."""
        r = self.random
        if self.own or r.randrange(3) == 0:
            return self.pick("g", "g", f"g + {BLOCKS * THREADS}", f"{2 * BLOCKS * THREADS - 1} - g")
        return f"(({self.number()}) & {SIZE - 1})"

    def statement(self, inside: bool = False) -> str:
        r = self.random
        kind = r.randrange(19)
        if kind > 15:
            return self.among_lanes() if self.loops == 0 and not inside else self.vote_of_some() if kind == 16 else ";"
        if kind < 3:
            variable = r.choice(INTS)
            return f"{variable} {self.pick('=', '+=', '-=', '*=', '^=')} {self.number()};"
        if kind == 3:
            return f"{self.pick('f', 'd')} {self.pick('=', '+=', '*=')} {self.real()};"
        if kind in (4, 5):
            array = r.choice(list(ARRAYS))
            value = self.real() if array == "gf" else self.number()
            return f"{array}[{self.place()}] {self.pick('=', '+=')} {value};"
        if kind == 6:
            return f"if {self.condition()} {{ {self.block(2)} }} else {{ {self.block(1)} }}"
        if kind == 7 and self.loops < 2:
            name = f"k{self.loops}"
            head = self.pick(
                f"for (int {name} = 0; {name} < {r.choice((2, 3, 5))}; {name}++)",
                f"for (int {name} = {r.choice((-3, 4))}; {name} != 4; {name} += 1)",
                f"for (unsigned {name} = 8; {name} > 0; {name} >>= 1)",
                f"for (int {name} = 3; {name} >= 0; --{name})",
            )
            self.loops += 1
            leave = self.pick("", "", f"if {self.condition()} break;", f"if {self.condition()} continue;")
            body = self.block(2)
            self.loops -= 1
            return f"{head} {{ {leave} {body} }}"
        if kind == 8:
            return f"sh[threadIdx.x] {self.pick('=', '+=')} {self.number()};"
        if kind == 9 and not inside:
            other = self.pick(f"(threadIdx.x + 1) % {THREADS}", f"{THREADS - 1} - threadIdx.x", "0")
            barrier = "__syncthreads();" if self.own or r.randrange(3) else ""
            return f"{barrier} i += sh[{other}]; {barrier}"
        if kind == 10:
            return (
                f"{self.pick('atomicAdd', 'atomicMax', 'atomicOr')}(&ga[{self.number()} & 7], {self.number()} & 255);"
            )
        if kind == 11:
            if inside:
                return ";"
            change = f"t[{self.number()} & 3] += {self.number()}; u += t[{self.number()} & 3];"
            return f"int t[4] = {{1, 2, 3, {self.number()}}}; {change}"
        if kind == 12:
            return f"w[{self.number()} & 3] += {self.number()}; i ^= w[{self.number()} & 3];"
        if kind in (13, 14):
            return ";" if inside or self.loops else self.meetings()
        return f"p = {self.pick('gi', '(int *)gu', 'gi + 4')}; if (g < 16) p[g] += 1;" if self.own else "u++;"

    def among_lanes(self) -> str:
        """What all threads of the only warp of a block do together."""
        r = self.random
        kind = r.randrange(9)
        if kind < 2:
            way, by = r.choice((("", "srcLane"), ("_up", ""), ("_down", ""), ("_xor", "")))
            by = f"(({self.number()}) & 31)" if way in ("", "_xor") and r.randrange(3) else str(r.randrange(9))
            value = f"({self.pick('int', 'long long', 'float', 'double')})({self.pick(self.number(), self.real())})"
            width = r.choice((1, 2, 4, 8)) if self.own or r.randrange(9) else 32
            return f"l ^= (int)__shfl{way}_sync(0xff, {value}, {by}, {width});"
        if kind == 2:
            return f"u ^= {self.pick('__ballot_sync', '__any_sync', '__all_sync')}(0xff, {self.condition()});"
        if kind == 3:
            value, name = self.pick("i", f"(unsigned)({self.number()})"), self.pick("add", "min", "max")
            return f"u += __reduce_{name}_sync(0xff, {value}); i ^= __match_any_sync(0xff, (int)({self.number()}));"
        if kind == 4:
            return f"i += __syncthreads_{self.pick('count', 'and', 'or')}({self.condition()});"
        if kind == 5:
            first, rest = f"i += __shfl_xor_sync(0xf, (int)({self.number()}), 1);", f"__syncwarp(0xf0); {self.block(1)}"
            return f"if (threadIdx.x < 4) {{ {first} }} else {{ {rest} }}"
        if kind == 6:
            return f"if {self.condition()} {{ {self.block(1)} i ^= __activemask(); }} u += __activemask();"
        mask = self.pick("0xff", "0xff", "0xff", "0xfu << (threadIdx.x & 4)")
        other = f"threadIdx.x ^ {r.choice((1, 2, 3) if self.own or r.randrange(4) else (4, 7))}"
        meet = [f"__syncwarp({mask});" if self.own or r.randrange(6) else "" for _ in range(3)]
        change = self.pick("", f"{meet[2]} sh[{other}] = {self.number()};", f"{meet[2]} sh[threadIdx.x] += i;")
        return f"sh[threadIdx.x] = {self.number()}; {meet[0]} i += sh[{other}]; {change} {meet[1]} __syncwarp();"

    def vote_of_some(self) -> str:
        """What those threads do together that come to a place: they name each other."""
        if self.loops or self.depth:
            return ";"
        return "{ unsigned m = __activemask(); i ^= __popc(m) + __shfl_sync(m, i, __ffs((int)m) - 1); }"

    def meetings(self) -> str:
        """A loop in which the threads of a block meet: all as often, mostly."""
        r = self.random
        most = self.pick("3", "3", "n", "n & 3", "v", "v + 1", "(int)blockIdx.x + 1", "sh[0] & 3", "i & 1")
        step = self.pick("m++", "m++", "m += 1 + (n & 1)", "m += v")
        leave = self.pick(
            "", "", "", f"if (m == {r.choice((1, 2))}) break;", "if (n > 3) continue;", "if (v > 4) return;"
        )
        other = self.pick(f"(threadIdx.x + 1) % {THREADS}", f"{THREADS - 1} - threadIdx.x", "m & 7")
        change = self.pick("v += 1;", "v = m;", "if (g > 3) v = 2;", "v ^= 3;", "", "", "")
        after = self.pick("__syncthreads();", "__syncthreads();", "__syncthreads();", "")
        start = self.pick("0", "0", "v & 1")
        return (
            f"for (int m = {start}, r = 0; m < {most} && r < 4; {step}, r++) {{"
            f" {self.block(1)} __syncthreads(); {leave} i += sh[{other}] + m; {after} {change} {self.block(1)} }}"
        )

    def block(self, most: int) -> str:
        return " ".join(self.statement(inside=True) for _ in range(self.random.randint(1, most)))

    def program(self) -> str:
        parameters = ", ".join(f"{ctype} *{name}" for name, ctype in ARRAYS.items())
        body = "\n    ".join(self.scoped() for _ in range(self.random.randint(2, 7)))
        fill = "\n    ".join(self.filled(name, ctype) for name, ctype in ARRAYS.items())
        number = self.random.choice((4, -3))
        launch = f"kernel<<<{BLOCKS}, {THREADS}>>>({', '.join(ARRAYS)}, {{}}, {{}});"
        between = "\n    ".join(self.host_work() for _ in range(self.random.randrange(3)))
        return f"""#include <cuda_runtime.h>
__device__ int ga[8];
__device__ int mix(int a, int b) {{
    if (a > b) return a - b;
    int r = 0;
    while (a < b && r < 3) {{ a += 2; r++; }}
    return r;
}}
__global__ void kernel({parameters}, int n, float x) {{
    __shared__ int sh[{THREADS}];
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    {DECLARATIONS}
    int *p = gi, w[4] = {{1, 2, 3, n}}, v = 2;
    sh[threadIdx.x] = n;
    f = x;
    {body}
    gi[g] += i + (int)u + s + (int)l + c;
    gf[g] = f + (float)d;
    if (p == gi) gl[g] = p - gi;
}}
__global__ void stir(int *a, unsigned *b, int n) {{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g < n) a[g] ^= g + (int)b[{SIZE - 1} - g];
}}
int main() {{
    {fill}
    {launch.format(number, "2.5f")}
    {between}
    {launch.format(self.pick(str(number), str(number), "1"), self.pick("2.5f", "-0.0f"))}
    cudaDeviceSynchronize();
    return 0;
}}
"""

    def host_work(self) -> str:
        """What the host does between two launches of the kernel."""
        r = self.random
        name = r.choice(list(ARRAYS))
        host, size = f"{ARRAYS[name]} h[{SIZE}]", f"{SIZE} * sizeof({ARRAYS[name]})"
        place = r.randrange(SIZE)
        return r.choice(
            (
                f"{{ {host}; cudaMemcpy(h, {name}, {size}, cudaMemcpyDeviceToHost); h[{place}] = {r.randrange(9)};"
                f" cudaMemcpy({name}, h, {size}, cudaMemcpyHostToDevice); }}",
                f"{{ {host}; cudaMemcpy(h, {name}, {size}, cudaMemcpyDeviceToHost); }}",
                f"cudaMemset({name}, 0, {r.choice((1, 2, 3, 4)) * 4});",
                f"cudaMemcpy({name}, {name} + {SIZE // 2}, {size} / 2, cudaMemcpyDeviceToDevice);",
                "cudaMemcpy(gu, gi, 16, cudaMemcpyDeviceToDevice);",
                "cudaMemcpy(gf, gi, 16, cudaMemcpyDeviceToDevice);",
                f"{{ int k = {place}; cudaMemcpyToSymbol(ga, &k, sizeof k, 4); }}",
                f"stir<<<{BLOCKS}, {THREADS}>>>(gi, gu, {r.randrange(1, THREADS * BLOCKS + 1)});",
                "cudaDeviceSynchronize();",
            )
        )

    def filled(self, name: str, ctype: str) -> str:
        byte = 0 if ctype == "float" else self.random.choice((0, 1, 255))
        size = f"{SIZE} * sizeof({ctype})"
        return f"{ctype} *{name}; cudaMalloc((void **)&{name}, {size}); cudaMemset({name}, {byte}, {size});"

    def scoped(self) -> str:
        """A statement of the kernel itself; declarations in it are its own."""
        text = self.statement()
        return f"{{ {text} }}"


def kernel(seed: int, own: bool | None = None) -> str:
    """A program; the same for the same seed. `own` as in Writer, by chance if it is None."""
    random = Random(seed)
    by_chance = random.random() < 0.7
    return Writer(random, own=by_chance if own is None else own).program()
