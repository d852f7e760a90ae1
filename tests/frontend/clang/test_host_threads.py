"""Threads of the host: std::thread, std::async and what they share. They take turns."""

from pathlib import Path

import pytest

from cudabmc import Options, Result, Verdict, verify
from cudabmc.errors import UnsupportedError
from cudabmc.result import TURNS_OF_HOST_THREADS

RESULTS = """
#include <assert.h>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
std::mutex m;
std::condition_variable changed;
bool ready = false;
int total = 0;
int twice(int x) {
    std::lock_guard<std::mutex> held(m);
    total += x;
    return 2 * x;
}
int main() {
    auto later = std::async(std::launch::async, twice, 21);
    std::thread sets([] {
        { std::lock_guard<std::mutex> held(m); ready = true; }
        changed.notify_one();
    });
    {
        std::unique_lock<std::mutex> held(m);
        changed.wait(held, [] { return ready; });
    }
    assert(later.get() == 42);
    assert(sets.get_id() != std::this_thread::get_id());
    sets.join();
    std::promise<int> given;
    std::thread gives([&given] { given.set_value(7); });
    assert(given.get_future().get() == 7);
    gives.join();
    assert(total == 21);
}
"""
STREAMS = """
#include <assert.h>
#include <thread>
#include <vector>
__global__ void fill(int *p, int value) { p[threadIdx.x] = value; }
int main() {
    int *d, h[16];
    cudaMalloc(&d, sizeof h);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++)
        threads.emplace_back([=] {
            assert(cudaGetLastError() == cudaSuccess);
            cudaStream_t s;
            cudaStreamCreate(&s);
            fill<<<1, 4, 0, s>>>(d + STRIDE * i, i);
            WAIT
            cudaStreamDestroy(s);
            if (i == 0) cudaSetDevice(99);
        });
    for (auto &thread : threads) thread.join();
    cudaDeviceSynchronize();
    assert(cudaGetLastError() == cudaSuccess);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 16; i++) assert(h[i] == i / 4);
    cudaFree(d);
}
"""
HOLDS = """
#include <mutex>
#include <thread>
std::mutex m;
int main() {
    std::unique_lock<std::mutex> held(m);
    std::thread waits([] { std::lock_guard<std::mutex> held(m); });
    held.unlock();
    waits.join();
}
"""
OWN = """
#include <thread>
thread_local int own = 0;
int main() {
    std::thread t([] { own++; });
    t.join();
    return own;
}
"""
IN_STREAM = """
#include <pthread.h>
void *work(void *p) { cudaSetDevice(0); return p; }
void starts(void *) { pthread_t t; pthread_create(&t, 0, work, 0); pthread_detach(t); }
int main() {
    cudaLaunchHostFunc(0, starts, 0);
    cudaDeviceSynchronize();
}
"""
LEFT = """
#include <thread>
int main() { std::thread t([] {}); }
"""


def checked(tmp_path: Path, text: str, **macros: str) -> Result:
    source = tmp_path / "threads.cu"
    source.write_text(text)
    return verify([str(source)], Options(defines=tuple(f"{name}={value}" for name, value in macros.items())))


@pytest.mark.long
def test_what_threads_compute_is_there_when_it_is_waited_for(tmp_path: Path) -> None:
    result = checked(tmp_path, RESULTS)
    assert not result.violations
    assert TURNS_OF_HOST_THREADS in result.assumptions


@pytest.mark.long
@pytest.mark.parametrize(
    ("stride", "wait", "broken"),
    [("4", "cudaStreamSynchronize(s);", set()), ("4", "", set()), ("3", "", {"data-race", "assertion"})],
)
def test_each_thread_has_streams_and_an_error_of_its_own(
    stride: str, wait: str, broken: set[str], tmp_path: Path
) -> None:
    result = checked(tmp_path, STREAMS, STRIDE=stride, WAIT=wait)
    assert {v.prop for v in result.violations} <= broken
    assert bool(result.violations) is bool(broken)


@pytest.mark.long
def test_a_thread_waits_for_a_mutex_that_another_one_holds(tmp_path: Path) -> None:
    assert checked(tmp_path, HOLDS).verdict is Verdict.SUCCESSFUL


@pytest.mark.long
@pytest.mark.parametrize("text", [OWN, IN_STREAM])
def test_what_threads_of_the_host_cannot_do_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match="host thread"):
        checked(tmp_path, text)


@pytest.mark.long
def test_a_thread_that_nobody_waits_for_ends_the_program(tmp_path: Path) -> None:
    """C++17 [thread.thread.destr]: "If joinable(), calls std::terminate()"."""
    assert {v.prop for v in checked(tmp_path, LEFT).violations} == {"assertion"}
