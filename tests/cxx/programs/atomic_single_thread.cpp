// Atomics used by one thread.
#include <atomic>
#include <cstdio>

std::atomic<int> counter{5};
std::atomic_flag flag = ATOMIC_FLAG_INIT;

struct Pair {
    int a, b;
};

int main() {
    int before = counter.fetch_add(3);
    std::printf("%d %d\n", before, counter.load());
    counter += 2;
    --counter;
    before = counter.exchange(100);
    std::printf("%d %d\n", before, static_cast<int>(counter));
    int expected = 7;
    bool ok = counter.compare_exchange_strong(expected, 8);
    std::printf("%d %d\n", ok, expected);
    ok = counter.compare_exchange_strong(expected, 8, std::memory_order_acq_rel);
    std::printf("%d %d\n", ok, counter.load(std::memory_order_acquire));
    bool set = flag.test_and_set();
    std::printf("%d %d\n", set, flag.test_and_set());
    flag.clear();
    std::printf("%d\n", flag.test_and_set());
    std::atomic<unsigned> bits{0xf0};
    bits |= 0x0f;
    bits &= 0x3c;
    unsigned old = bits.fetch_xor(0xff);
    std::printf("%u %u\n", old, bits.load());
    std::atomic<Pair> pair{Pair{1, 2}};
    pair.store({3, 4});
    std::printf("%d\n", pair.load().b);
    int x = 0;
    std::atomic<int *> pointer{&x};
    pointer.fetch_add(1);
    std::printf("%d\n", static_cast<int>(pointer.load() - &x));
    std::atomic<bool> done{false};
    done = true;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    std::printf("%d %d\n", done.load(), static_cast<int>(sizeof(counter)));
}
