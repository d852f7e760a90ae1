// A simulation: events ordered by time in a priority queue of unique pointers.
#include <cstdio>
#include <memory>
#include <queue>
#include <vector>

struct Event {
    int time;
    explicit Event(int t) : time(t) {}
    virtual ~Event() = default;
    virtual int run() = 0;
};
struct Tick : Event {
    int period;
    Tick(int t, int p) : Event(t), period(p) {}
    int run() override {
        std::printf("%d:tick%d ", time, period);
        return time + period < 10 ? time + period : -1;
    }
};
struct Later {
    bool operator()(const std::shared_ptr<Event> &a, const std::shared_ptr<Event> &b) const { return a->time > b->time; }
};

int main() {
    std::priority_queue<std::shared_ptr<Event>, std::vector<std::shared_ptr<Event>>, Later> queue;
    queue.push(std::make_shared<Tick>(1, 3));
    queue.push(std::make_shared<Tick>(2, 5));
    int steps = 0;
    while (!queue.empty()) {
        auto event = queue.top();
        queue.pop();
        ++steps;
        int next = event->run();
        if (next > 0) {
            event->time = next;
            queue.push(event);
        }
    }
    std::printf("\n%d\n", steps);
}
