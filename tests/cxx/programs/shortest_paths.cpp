// Dijkstra's algorithm with a priority queue.
#include <climits>
#include <cstdio>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

using Edge = std::pair<int, int>;

std::vector<int> distances(const std::vector<std::vector<Edge>> &graph, int from) {
    std::vector<int> best(graph.size(), INT_MAX);
    std::priority_queue<Edge, std::vector<Edge>, std::greater<Edge>> open;
    best[from] = 0;
    open.push({0, from});
    while (!open.empty()) {
        auto [d, at] = open.top();
        open.pop();
        if (d > best[at]) continue;
        for (auto [to, length] : graph[at]) {
            if (d + length < best[to]) {
                best[to] = d + length;
                open.emplace(best[to], to);
            }
        }
    }
    return best;
}

int main() {
    std::vector<std::vector<Edge>> graph(6);
    auto road = [&](int a, int b, int l) {
        graph[a].push_back({b, l});
        graph[b].push_back({a, l});
    };
    road(0, 1, 7);
    road(0, 2, 9);
    road(0, 5, 14);
    road(1, 2, 10);
    road(1, 3, 15);
    road(2, 3, 11);
    road(2, 5, 2);
    road(3, 4, 6);
    for (int d : distances(graph, 0)) std::printf("%d ", d);
    std::printf("\n");
}
