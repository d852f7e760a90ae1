"""Text that a program compiles while it runs (NVRTC): its kernels are part of the program."""

from pathlib import Path

import pytest

from cudabmc import Options, Verdict, verify
from cudabmc.errors import UnsupportedError
from cudabmc.frontend.load import load_with
from cudabmc.result import ProofOutcome, Result
from cudabmc.source.run_time_source import RunTimeSource

HEAD = """
#include <cuda.h>
#include <nvrtc.h>
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#define CU(call) do { CUresult code = (call); if (code != CUDA_SUCCESS) { printf("%d\\n", code); exit(1); } } while (0)
static CUmodule made(const char *text, const char *name, int count, const char **options) {
    nvrtcProgram program;
    CUmodule module;
    size_t size;
    nvrtcCreateProgram(&program, text, name, 0, NULL, NULL);
    nvrtcResult result = nvrtcCompileProgram(program, count, options);
    nvrtcGetProgramLogSize(program, &size);
    char *log = (char *)malloc(size);
    nvrtcGetProgramLog(program, log);
    printf("%s", log);
    free(log);
    if (result != NVRTC_SUCCESS) exit(1);
    nvrtcGetPTXSize(program, &size);
    char *ptx = (char *)malloc(size);
    nvrtcGetPTX(program, ptx);
    nvrtcDestroyProgram(&program);
    CU(cuModuleLoadData(&module, ptx));
    free(ptx);
    return module;
}
"""

ADD = """
const char *text =
    "extern \\"C\\" __global__ void add(int *a, const int *b, int n) {\\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\\n"
    "    if (i GUARD n) a[i] += b[i] + MORE;\\n"
    "}\\n";
int main() {
    const char *options[] = {"-D", "MORE=2", "--std=c++17"};
    CUmodule module = made(text, "add.cu", 3, options);
    CUfunction add;
    CU(cuModuleGetFunction(&add, module, "add"));
    int n = 10, host[10];
    for (int i = 0; i < n; i++) host[i] = i;
    CUdeviceptr a, b;
    CU(cuMemAlloc(&a, sizeof host));
    CU(cuMemAlloc(&b, sizeof host));
    CU(cuMemcpyHtoD(a, host, sizeof host));
    CU(cuMemcpyHtoD(b, host, sizeof host));
    void *arguments[] = {&a, &b, &n};
    CU(cuLaunchKernel(add, 3, 1, 1, 4, 1, 1, 0, NULL, arguments, NULL));
    CU(cuMemcpyDtoH(host, a, sizeof host));
    for (int i = 0; i < n; i++) assert(host[i] == 2 * i + 2);
}
"""


def answer(body: str, **options: object) -> Result:
    return verify(HEAD + body, name="main.cpp", options=Options(**options))  # type: ignore[arg-type]


def test_its_kernels_run() -> None:
    result = answer(ADD.replace("GUARD", "<"))
    assert result.verdict is Verdict.SUCCESSFUL
    assert result.kernels == ("add",)


def test_a_violation_in_it_is_at_its_line_and_quotes_it() -> None:
    result = answer(ADD.replace("GUARD", "<="))
    (violation,) = result.violations
    assert (violation.prop, str(violation.places[0].loc)) == ("bounds", "add.cu:3:25")
    assert result.sources["add.cu"].splitlines()[2] == "    if (i <= n) a[i] += b[i] + MORE;"
    assert "    3 |     if (i <= n) a[i] += b[i] + MORE;" in str(result)


def test_a_wrong_text_is_for_the_program_to_tell() -> None:
    result = answer("""
        int main() {
            nvrtcProgram program;
            nvrtcCreateProgram(&program, "__global__ void k() {\\n    x = 1;\\n}\\n", NULL, 0, NULL, NULL);
            assert(nvrtcCompileProgram(program, 0, NULL) == NVRTC_ERROR_COMPILATION);
            size_t size;
            char log[400];
            nvrtcGetProgramLogSize(program, &size);
            nvrtcGetProgramLog(program, log);
            printf("%.26s", log);
            nvrtcDestroyProgram(&program);
            assert(size < 3);
        }
    """)
    (violation,) = result.violations
    assert violation.output == "default_program:2:5: error"


TWO = """
const char *one = "extern \\"C\\" __device__ int value = 1; extern \\"C\\" __global__ void get(int *p) { *p = value; }";
const char *two = "extern \\"C\\" __device__ int value = 2; extern \\"C\\" __global__ void get(int *p) { *p = value; }";
static int got(const char *text) {
    CUfunction get;
    CUdeviceptr p;
    int value = 0;
    CU(cuModuleGetFunction(&get, made(text, NULL, 0, NULL), "get"));
    CU(cuMemAlloc(&p, sizeof value));
    void *arguments[] = {&p};
    CU(cuLaunchKernel(get, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    CU(cuMemcpyDtoH(&value, p, sizeof value));
    CU(cuMemFree(p));
    return value;
}
int main() {
    assert(got(one) == 1);
    assert(got(two) == SECOND);
}
"""


@pytest.mark.parametrize(("second", "verdict"), [("2", Verdict.SUCCESSFUL), ("1", Verdict.FAILED)])
def test_names_of_two_texts_are_apart(second: str, verdict: Verdict) -> None:
    assert answer(TWO.replace("SECOND", second)).verdict is verdict


def test_names_of_a_text_and_of_the_program_are_apart() -> None:
    own = "int value = 7;\nint get(void) { return value; }\n"
    body = own + TWO.replace("SECOND", "2").replace("assert(got(one) == 1);", "assert(get() == 7 && got(one) == 1);")
    assert answer(body).verdict is Verdict.SUCCESSFUL


def test_a_race_between_threads_of_its_kernel() -> None:
    result = answer(ADD.replace("GUARD", "<").replace("a[i] += b[i]", "a[i / 2] += b[i]"))
    assert "data-race" in [violation.prop for violation in result.violations]


def test_a_text_that_depends_on_inputs_is_refused_by_name() -> None:
    result = answer("""
        int main(int argc, char **argv) {
            if (argc > 1) made(argv[1], NULL, 0, NULL);
        }
    """)
    assert result.verdict is not Verdict.SUCCESSFUL
    assert "nvrtcCreateProgram with text that depends on inputs" in str(result)


def test_code_of_others_is_refused_by_name() -> None:
    with pytest.raises(UnsupportedError, match="cuModuleLoadData with code of a module that the program has not made"):
        answer("""
            int main() {
                CUmodule module;
                cuModuleLoadData(&module, ".version 8.0");
            }
        """)


def test_headers_of_the_program_and_beside_the_text(tmp_path: Path) -> None:
    (tmp_path / "near.h").write_text("#define NEAR 30\n")
    folder = tmp_path / "kernels.cu"
    assert answer(f"""
        const char *text =
            "#include <deep/far.h>\\n#include \\"near.h\\"\\n"
            "extern \\"C\\" __global__ void k(int *p) {{ *p = FAR + NEAR; }}";
        const char *headers[] = {{"#include \\"other.h\\"\\n", "#define FAR 4\\n"}};
        const char *names[] = {{"deep/far.h", "other.h"}};
        int main() {{
            nvrtcProgram program;
            char ptx[500];
            CUmodule module;
            CUfunction k;
            CUdeviceptr p;
            int value;
            nvrtcCreateProgram(&program, text, "{folder}", 2, headers, names);
            assert(nvrtcCompileProgram(program, 0, NULL) == NVRTC_SUCCESS);
            nvrtcGetPTX(program, ptx);
            nvrtcDestroyProgram(&program);
            CU(cuModuleLoadData(&module, ptx));
            CU(cuModuleGetFunction(&k, module, "k"));
            CU(cuMemAlloc(&p, 4));
            void *arguments[] = {{&p}};
            CU(cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
            CU(cuMemcpyDtoH(&value, p, 4));
            assert(value == 34);
        }}
    """).verdict is Verdict.SUCCESSFUL


@pytest.mark.parametrize("name", ["{folder}/out.h", "../out.h", "a/../../out.h", "..", ""])
def test_a_header_is_not_written_outside_of_its_folder(name: str, tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match="a header of nvrtcCreateProgram"):
        answer(f"""
            const char *headers[] = {{"int x;"}}, *names[] = {{"{name.format(folder=tmp_path)}"}};
            int main() {{
                nvrtcProgram program;
                nvrtcCreateProgram(&program, "__global__ void k() {{}}", NULL, 1, headers, names);
                nvrtcCompileProgram(program, 0, NULL);
            }}
        """)
    assert not [*tmp_path.iterdir()]


LOWERED = """
const char *text =
    "namespace n { struct Pair { int a, b; }; __constant__ int scale = 3;\\n"
    "template <class T, int N> __global__ void k(T *p) { p->a = N; p->b = scale; } }\\n";
int main() {
    nvrtcProgram program;
    char ptx[500];
    const char *kernel, *variable;
    CUmodule module;
    CUfunction k;
    CUdeviceptr p, scale;
    size_t size;
    int pair[2], five = 5;
    nvrtcCreateProgram(&program, text, NULL, 0, NULL, NULL);
    nvrtcAddNameExpression(program, "n::k<n::Pair, 2 + 2>");
    nvrtcAddNameExpression(program, "&n::scale");
    assert(nvrtcCompileProgram(program, 0, NULL) == NVRTC_SUCCESS);
    assert(nvrtcGetLoweredName(program, "n::k<n::Pair, 2 + 2>", &kernel) == NVRTC_SUCCESS);
    assert(nvrtcGetLoweredName(program, "&n::scale", &variable) == NVRTC_SUCCESS);
    nvrtcGetPTX(program, ptx);
    CU(cuModuleLoadData(&module, ptx));
    CU(cuModuleGetFunction(&k, module, kernel));
    CU(cuModuleGetGlobal(&scale, &size, module, variable));
    nvrtcDestroyProgram(&program);
    CU(cuMemcpyHtoD(scale, &five, size));
    CU(cuMemAlloc(&p, sizeof pair));
    void *arguments[] = {&p};
    CU(cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    CU(cuMemcpyDtoH(pair, p, sizeof pair));
    assert(pair[0] == 4 && pair[1] == 5);
}
"""


def test_instances_of_templates_and_variables_by_expressions() -> None:
    assert answer(LOWERED).verdict is Verdict.SUCCESSFUL


def test_a_module_with_variables_is_loaded_once() -> None:
    twice = LOWERED.replace("CU(cuModuleLoadData(&module, ptx));", "CU(cuModuleLoadData(&module, ptx)); " * 2)
    with pytest.raises(UnsupportedError, match="cuModuleLoadData of a module with variables that was loaded before"):
        answer(twice)


def test_a_proof_is_of_its_kernels_too() -> None:
    result = answer(ADD.replace("GUARD", "<"), prove=True)
    (proof,) = result.proofs
    assert (proof.name, proof.outcome) == ("add", ProofOutcome.PROVED)


def test_a_text_is_compiled_once_for_all_that_asks_for_it(tmp_path: Path) -> None:
    source = tmp_path / "main.cpp"
    source.write_text(HEAD + ADD.replace("GUARD", "<"))
    text = RunTimeSource("add.cu", 'extern "C" __global__ void k(int *p) { *p = N; }', options=("-DN=1",))
    other = RunTimeSource("add.cu", text.text, options=("-DN=2",))
    loaded = load_with([str(source)], Options(), run_time=(text, other))
    made = loaded.program.run_time
    assert made.keys() == {text.key, other.key} and text.key != other.key
    assert made[text.key].symbols["k"] != made[other.key].symbols["k"]
    assert loaded.because == "it compiles text while it runs"


@pytest.mark.parametrize("option", ["-use_fast_math", "--use_fast_math"])
def test_results_that_would_be_less_precise_are_an_assumption(option: str) -> None:
    body = ADD.replace("GUARD", "<").replace('"--std=c++17"', f'"{option}"')
    assert any("use_fast_math" in text for text in answer(body).assumptions)


def test_the_front_end_that_was_asked_for_is_not_replaced() -> None:
    text = """
        #include <nvrtc.h>
        int main() {
            nvrtcProgram program;
            nvrtcCreateProgram(&program, "__global__ void k() {}", "k.cu", 0, NULL, NULL);
            return nvrtcCompileProgram(program, 0, NULL);
        }
    """
    assert verify(text, name="main.cu").verdict is Verdict.SUCCESSFUL
    with pytest.raises(UnsupportedError, match=r"k\.cu, a text that the program compiles .* with --frontend c"):
        verify(text, name="main.cu", options=Options(frontend="c"))
