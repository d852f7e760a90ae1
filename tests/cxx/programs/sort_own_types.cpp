// Sorting objects with strings by several keys.
#include <algorithm>
#include <cstdio>
#include <string>
#include <tuple>
#include <vector>

struct Person {
    std::string name;
    int age;
    bool operator<(const Person &o) const { return std::tie(age, name) < std::tie(o.age, o.name); }
};

int main() {
    std::vector<Person> people{{"eve", 30}, {"adam", 25}, {"bob with a very long second name", 30}, {"cleo", 19}};
    std::sort(people.begin(), people.end());
    for (auto &p : people) std::printf("%s/%d ", p.name.c_str(), p.age);
    std::printf("\n");
    std::sort(people.begin(), people.end(), [](const Person &a, const Person &b) { return a.name > b.name; });
    for (auto &p : people) std::printf("%c", p.name[0]);
    std::printf("\n");
    auto oldest = std::max_element(people.begin(), people.end());
    std::printf("%s\n", oldest->name.c_str());
    std::stable_sort(people.begin(), people.end(),
                     [](const Person &a, const Person &b) { return a.name.size() < b.name.size(); });
    for (auto &p : people) std::printf("%c", p.name[0]);
    std::printf("\n");
}
