"""A template kernel with one instance needs no template arguments."""

import pytest

from cudabmc import Verdict, verify_kernel
from cudabmc.errors import UsageError

ONE = """template <typename T> __global__ void scale(T *a, T x) { a[threadIdx.x] *= x; }
template __global__ void scale<float>(float *, float);
namespace mine { template <int N> __global__ void fill(int *a) { a[threadIdx.x % N] = 1; } }
template __global__ void mine::fill<3>(int *);
"""
TWO = ONE + "template __global__ void scale<int>(int *, int);\n"


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", ["scale", "scale<float>", "fill", "mine::fill", "mine::fill<3>"])
def test_the_only_instance_is_taken(name: str) -> None:
    result = verify_kernel(ONE, name, grid=1, block=3, array_size=4)
    assert result.verdict is Verdict.SUCCESSFUL
    assert result.kernels == ("scale<float>" if "scale" in name else "mine::fill<3>",)


def test_several_instances_are_listed() -> None:
    with pytest.raises(UsageError, match="several kernels are called 'scale'") as caught:
        verify_kernel(TWO, "scale", grid=1, block=3)
    assert caught.value.hint == "choose one of scale<float>, scale<int>"


def test_an_instance_that_host_code_launches_counts() -> None:
    text = ONE.splitlines()[0] + "\nvoid f(int *d) { scale<<<1, 1>>>(d, 2); }"
    assert verify_kernel(text, "scale", grid=1, block=2, array_size=2).kernels == ("scale<int>",)


def test_a_kernel_that_is_no_template_is_preferred() -> None:
    text = ONE + "__global__ void scale(int *a) { a[threadIdx.x] = 1; }"
    assert verify_kernel(text, "scale", grid=1, block=2, array_size=2).kernels == ("scale",)
