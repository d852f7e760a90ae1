"""Random textures and surfaces, and kernels that fetch from them, inside and outside."""

import struct
from dataclasses import dataclass
from random import Random

POINTS = 24
ROUND = (1, 2, 4, 8)  # sizes by which a normalised coordinate of few bits stays exact
EXTREME = ("NAN", "INFINITY", "-INFINITY", "1e30f", "-1e20f", "16777217.0f", "-0.0f", "4.9e-41f", "9e18f", "-9e18f")

HEAD = """#include <cuda_runtime.h>
#include <math.h>
#include <string.h>
"""


@dataclass(frozen=True)
class Element:
    """An element of a texture: its type, its channels, what they are, and the bits of each."""

    name: str
    channels: int
    channel: str
    bits: int

    @property
    def is_float(self) -> bool:
        return self.channel == "float"


ELEMENTS = [
    Element(name, count, channel, bits)
    for channel, bits, names in (
        ("float", 32, ("float", "float2", "float4")),
        ("int", 32, ("int", "int2", "int4")),
        ("unsigned", 32, ("unsigned", "uint2", "uint4")),
        ("short", 16, ("short", "short2", "short4")),
        ("unsigned short", 16, ("unsigned short", "ushort2", "ushort4")),
        ("signed char", 8, ("signed char", "char2", "char4")),
        ("unsigned char", 8, ("unsigned char", "uchar2", "uchar4")),
    )
    for name, count in zip(names, (1, 2, 4), strict=True)
]


@dataclass(frozen=True)
class Shape:
    """A resource: its kind, how many coordinates it has, and whether it has layers."""

    resource: str
    dimensions: int
    layered: bool = False


ARRAYS = [Shape("array", 1), Shape("array", 2), Shape("array", 3), Shape("array", 1, True), Shape("array", 2, True)]
SHAPES = [*ARRAYS, Shape("linear", 1), Shape("pitch", 2)]


def _bytes(rng: Random, element: Element, size: int) -> list[int]:
    if not element.is_float:
        return [rng.choice((0, 1, 127, 128, 255, rng.randrange(256))) for _ in range(size)]
    numbers = [rng.choice((0.0, -0.0, 1.5, -3.25, 100.0, rng.uniform(-9, 9), 3e38)) for _ in range(size // 4)]
    return list(b"".join(struct.pack("<f", number) for number in numbers))


def _resource(rng: Random, shape: Shape, element: Element, sizes: list[int], flags: str, number: int) -> str:
    """Declares `r{number}`, a resource with known contents, of which some may be unset."""
    x, y, z = (*sizes, 1, 1, 1)[:3] if not shape.layered else (sizes[0], sizes[1] if len(sizes) > 2 else 1, sizes[-1])
    wide = element.channels * element.bits // 8
    pitch = 512 if shape.resource == "pitch" else x * wide
    held = _bytes(rng, element, pitch * y * z)
    text = f"cudaResourceDesc r{number} = {{}};\n"
    text += f"cudaChannelFormatDesc d{number} = cudaCreateChannelDesc<{element.name}>();\n"
    text += f"static unsigned char h{number}[] = {{{', '.join(map(str, held))}}};\n"
    if shape.resource != "array":
        member = {"linear": "Linear", "pitch": "Pitch2D"}[shape.resource]
        at = f"r{number}.res.{'linear' if shape.resource == 'linear' else 'pitch2D'}"
        text += f"char *m{number}; cudaMalloc(&m{number}, {len(held) + 512});\n"
        text += f"cudaMemcpy(m{number} + 512, h{number}, {len(held)}, cudaMemcpyHostToDevice);\n"
        text += f"r{number}.resType = cudaResourceType{member}; {at}.devPtr = m{number} + 512; {at}.desc = d{number};\n"
        return text + (
            f"{at}.sizeInBytes = {len(held)};\n" if shape.resource == "linear"
            else f"{at}.width = {x}; {at}.height = {y}; {at}.pitchInBytes = {pitch};\n"
        )  # fmt: skip
    extent = [x, y if shape.dimensions > 1 else 0, z if shape.dimensions > 2 or shape.layered else 0]
    layers = " | cudaArrayLayered" if shape.layered else ""
    text += f"cudaArray_t a{number}; cudaMalloc3DArray(&a{number}, &d{number}, "
    text += f"make_cudaExtent({', '.join(map(str, extent))}), {flags}{layers});\n"
    text += f"cudaMemcpy3DParms p{number} = {{}};\n"
    text += f"p{number}.srcPtr = make_cudaPitchedPtr(h{number}, {pitch}, {x}, {y});\n"
    text += f"p{number}.dstArray = a{number}; p{number}.kind = cudaMemcpyHostToDevice;\n"
    text += f"p{number}.extent = make_cudaExtent({x}, {y}, {z}); cudaMemcpy3D(&p{number});\n"
    return text + f"r{number}.resType = cudaResourceTypeArray; r{number}.res.array.array = a{number};\n"


def _coordinate(rng: Random, size: int, normalized: bool) -> str:
    if rng.random() < 0.2:
        return rng.choice(EXTREME)
    return f"{rng.randrange(-12 * size, 16 * size) / 4 / (size if normalized else 1)!r}f"


def _store(channels: int, value: str, many: bool) -> str:
    parts = "xyzw"[:channels] if many else ""
    return " ".join(f"out[4 * i + {n}] = {value}.{part};" for n, part in enumerate(parts)) or f"out[4 * i] = {value};"


def texture(rng: Random, number: int) -> tuple[str, str]:
    """A kernel that fetches from a texture, and what the host does for it."""
    shape, element = rng.choice(SHAPES), rng.choice(ELEMENTS)
    sizes = [rng.choice((*ROUND, 3, 5)) for _ in range(shape.dimensions + shape.layered)]
    reads_float = element.is_float or (element.bits < 32 and rng.random() < 0.6)
    is_linear = reads_float and shape.resource != "linear" and rng.random() < 0.5
    normalized = shape.resource != "linear" and rng.random() < 0.6
    if is_linear:
        sizes = [rng.choice(ROUND) for _ in sizes]
    fewer = rng.choice([n for n in (1, 2, 4) if n <= element.channels])
    channel = "float" if reads_float else element.channel
    result = next(one.name for one in ELEMENTS if one.channel == channel and one.channels == fewer)
    coordinates = [_coordinate(rng, size, normalized) for _ in range(POINTS) for size in (*sizes, 1, 1)[:3]]
    indices = [rng.choice((-5, 0, 1, 2, 3, 100, 2**31 - 1, -(2**31))) for _ in range(POINTS)]
    given = ["c[3 * i]", "c[3 * i + 1]", "c[3 * i + 2]"][: shape.dimensions]
    if shape.resource == "linear":
        name, given = "tex1Dfetch", ["l[i]"]
    elif shape.layered:
        name, given = f"tex{shape.dimensions}DLayered", [*given, "l[i]"]
    else:
        name = f"tex{shape.dimensions}D"
        if rng.random() < 0.2:
            name, given = f"{name}Lod", [*given, "0.0f"]
    kernel = (
        f"__global__ void k{number}(cudaTextureObject_t tex, {channel} *out, const float *c, const int *l) {{\n"
        f"    int i = threadIdx.x; {result} v = {name}<{result}>(tex, {', '.join(given)});\n"
        f"    {_store(fewer, 'v', fewer > 1)}\n}}\n"
    )
    modes = [rng.choice(("Wrap", "Clamp", "Mirror", "Border")) for _ in range(3)]
    border = rng.choice((("0", "0", "0", "0"), ("1.5f", "-2.0f", "1e9f", "7")))
    settings = [f"t.addressMode[{n}] = cudaAddressMode{mode};" for n, mode in enumerate(modes)]
    settings += [f"t.borderColor[{n}] = {colour};" for n, colour in enumerate(border)]
    settings.append(f"t.filterMode = cudaFilterMode{'Linear' if is_linear else 'Point'};")
    read = "NormalizedFloat" if reads_float and not element.is_float else "ElementType"
    settings.append(f"t.readMode = cudaReadMode{read}; t.normalizedCoords = {int(normalized)};")
    host = "{\n" + _resource(rng, shape, element, sizes, rng.choice(("0", "cudaArraySurfaceLoadStore")), number)
    host += f"cudaTextureDesc t = {{}}; {' '.join(settings)}\ncudaTextureObject_t tex = 0;\n"
    host += f"cudaCreateTextureObject(&tex, &r{number}, &t, NULL);\n"
    host += _arrays(channel, coordinates, indices)
    return kernel, host + f"k{number}<<<1, {POINTS}>>>(tex, out, c, l);\n}}\n"


def _arrays(channel: str, coordinates: list[str], indices: list[int]) -> str:
    size = 4 * POINTS
    return (
        f"float hc[] = {{{', '.join(coordinates)}}}, *c; cudaMalloc(&c, sizeof hc);\n"
        f"int hl[] = {{{', '.join(map(str, indices))}}}, *l; cudaMalloc(&l, sizeof hl);\n"
        "cudaMemcpy(c, hc, sizeof hc, cudaMemcpyHostToDevice); cudaMemcpy(l, hl, sizeof hl, cudaMemcpyHostToDevice);\n"
        f"{channel} *out; cudaMalloc(&out, {size} * sizeof(*out)); cudaMemset(out, 0, {size} * sizeof(*out));\n"
    )


def surface(rng: Random, number: int) -> tuple[str, str]:
    """A kernel whose threads read what they find at places of a surface, each at its own, and write there."""
    shape, element = rng.choice(ARRAYS), rng.choice(ELEMENTS)
    sizes = [rng.choice((4, 8)), *(rng.choice((1, 2, 3)) for _ in range(shape.dimensions + shape.layered - 1))]
    wide = element.channels * element.bits // 8
    mode = rng.choice(("Zero", "Zero", "Clamp", "Trap"))
    beyond = 0 if mode == "Trap" else 3
    x = f"({wide} * (i - {beyond}))" if rng.random() < 0.9 else f"({wide} * i + i % 2)"
    others = [f"(i % {size})" if mode == "Trap" else f"(i % {size + 2} - 1)" for size in sizes[1:]]
    threads = sizes[0] + 2 * beyond
    name = f"surf{shape.dimensions}D{'Layered' if shape.layered else ''}"
    boundary = f"cudaBoundaryMode{mode}"
    access = ", ".join(["s", x, *others, boundary])
    writes = mode != "Clamp" or rng.random() < 0.2
    kernel = (
        f"__global__ void k{number}(cudaSurfaceObject_t s, {element.channel} *out, const float *c, const int *l) {{\n"
        f"    int i = threadIdx.x; {element.name} v = {name}read<{element.name}>({access});\n"
        f"    {_store(element.channels, 'v', element.channels > 1)}\n"
    )
    if writes:
        kernel += f"    v{'.x' if element.channels > 1 else ''} = c[i]; {name}write(v, {access});\n"
    host = "{\n" + _resource(rng, shape, element, sizes, "cudaArraySurfaceLoadStore", number)
    host += f"cudaSurfaceObject_t s = 0; cudaCreateSurfaceObject(&s, &r{number});\n"
    host += _arrays(element.channel, [f"{n}.0f" for n in range(3 * POINTS)], [0])
    return kernel + "}\n", host + f"k{number}<<<1, {threads}>>>(s, out, c, l);\n}}\n"


def program(seed: int, count: int = 4) -> str:
    """A program with so many launches."""
    rng = Random(seed)
    made = [rng.choice((texture, texture, surface))(rng, number) for number in range(count)]
    kernels, hosts = zip(*made, strict=True)
    return f"{HEAD}{''.join(kernels)}int main(void) {{\n{''.join(hosts)}return 0;\n}}\n"
