// The one thread locks what it holds.
#include <mutex>

std::mutex m;

int helper() {
    std::lock_guard<std::mutex> guard(m);  // expect deadlock
    return 1;
}

int main() {
    std::lock_guard<std::mutex> guard(m);
    return helper();
}
