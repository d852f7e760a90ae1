// Adapters over other containers.
#include <cstdio>
#include <functional>
#include <queue>
#include <stack>
#include <vector>

struct Job {
    int priority;
    char name;
    bool operator<(const Job &o) const { return priority < o.priority; }
};

int main() {
    std::stack<int> s;
    for (int i = 0; i < 4; ++i) s.push(i);
    while (!s.empty()) {
        std::printf("%d ", s.top());
        s.pop();
    }
    std::queue<int> q;
    for (int i = 0; i < 4; ++i) q.push(i * i);
    q.pop();
    std::printf("| %d %d %zu\n", q.front(), q.back(), q.size());
    std::priority_queue<Job> jobs;
    jobs.push({2, 'b'});
    jobs.push({9, 'z'});
    jobs.push({5, 'm'});
    while (!jobs.empty()) {
        std::printf("%c", jobs.top().name);
        jobs.pop();
    }
    std::priority_queue<int, std::vector<int>, std::greater<int>> low;
    for (int x : {5, 1, 8, 3, 2}) low.push(x);
    std::printf(" ");
    while (low.size() > 1) {
        std::printf("%d ", low.top());
        low.pop();
    }
    std::printf("\n");
}
