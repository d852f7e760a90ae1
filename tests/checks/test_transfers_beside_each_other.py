"""Transfers in several streams: each is compared with all earlier ones that nothing orders before it."""

from pathlib import Path

import pytest

from tests.checks.program_cases import Case, cases, check, run

PROGRAMS = r"""
//# a_write_and_the_first_of_two_reads
int main() {
    char *d, *h[4]; cudaStream_t s[4]; cudaEvent_t e; cudaMalloc(&d, 128); cudaEventCreate(&e);
    for (int i = 0; i < 4; i++) { cudaMallocHost(&h[i], 128); cudaStreamCreate(&s[i]); memset(h[i], i, 128); }
    cudaMemset(d, 1, 128);
    cudaMemcpyAsync(h[0], d, 64, cudaMemcpyDeviceToHost, s[0]);       // <- data-race
    cudaMemcpyAsync(h[1], d, 64, cudaMemcpyDeviceToHost, s[1]);
    cudaEventRecord(e, s[1]); cudaStreamWaitEvent(s[2], e, 0);
    cudaMemcpyAsync(d, h[2], 64, cudaMemcpyHostToDevice, s[2]);       // <- data-race
    cudaDeviceSynchronize();
}
//# a_read_and_the_first_of_two_writes
int main() {
    char *d, *h[4]; cudaStream_t s[4]; cudaEvent_t e; cudaMalloc(&d, 128); cudaEventCreate(&e);
    for (int i = 0; i < 4; i++) { cudaMallocHost(&h[i], 128); cudaStreamCreate(&s[i]); memset(h[i], i, 128); }
    cudaMemcpyAsync(d, h[0], 64, cudaMemcpyHostToDevice, s[0]);       // <- data-race
    cudaMemcpyAsync(d + 64, h[1], 64, cudaMemcpyHostToDevice, s[1]);
    cudaEventRecord(e, s[1]); cudaStreamWaitEvent(s[2], e, 0);
    cudaMemcpyAsync(h[2], d, 128, cudaMemcpyDeviceToHost, s[2]);      // <- data-race
    cudaDeviceSynchronize();
}
//# a_read_behind_reads_and_a_write_of_its_own_stream
int main() {
    char *d, *h[4]; cudaStream_t s[4]; cudaEvent_t e; cudaMalloc(&d, 128); cudaEventCreate(&e);
    for (int i = 0; i < 4; i++) { cudaMallocHost(&h[i], 128); cudaStreamCreate(&s[i]); memset(h[i], i, 128); }
    for (int i = 0; i < 3; i++) {
        cudaMemcpyAsync(h[1], d, 64, cudaMemcpyDeviceToHost, s[1]);   // <- data-race
        cudaMemcpyAsync(d, h[i], 64, cudaMemcpyHostToDevice, s[0]);   // <- data-race
        cudaMemcpyAsync(h[3], d, 64, cudaMemcpyDeviceToHost, s[0]);
    }
    cudaDeviceSynchronize();
}
//# reads_of_all_streams_and_a_write_behind_all_of_them
//! warns no kernel was launched
int main() {
    char *d, *h[4]; cudaStream_t s[4]; cudaEvent_t e; cudaMalloc(&d, 128); cudaEventCreate(&e);
    for (int i = 0; i < 4; i++) { cudaMallocHost(&h[i], 128); cudaStreamCreate(&s[i]); memset(h[i], i, 128); }
    cudaMemset(d, 1, 128);
    for (int i = 0; i < 3; i++) {
        cudaMemcpyAsync(h[i], d, 64, cudaMemcpyDeviceToHost, s[i]);
        cudaEventRecord(e, s[i]); cudaStreamWaitEvent(s[3], e, 0);
    }
    cudaMemcpyAsync(d, h[3], 64, cudaMemcpyHostToDevice, s[3]);
    cudaDeviceSynchronize();
}
"""


@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_transfers_beside_each_other(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path))
