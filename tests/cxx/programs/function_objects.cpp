// std::function, bind, ref, mem_fn, standard functors.
#include <cstdio>
#include <functional>
#include <string>

int area(int w, int h) { return w * h; }

struct Account {
    int balance = 100;
    int pay(int x) { return balance -= x; }
};

struct Big {
    long data[8] = {1, 2, 3};
    long operator()(int i) const { return data[i]; }
};

int main() {
    std::function<int(int, int)> f = area;
    std::printf("%d\n", f(3, 4));
    f = [](int a, int b) { return a - b; };
    std::printf("%d %d\n", f(3, 4), f ? 1 : 0);
    f = nullptr;
    std::printf("%d\n", f == nullptr);
    auto doubled = std::bind(area, std::placeholders::_1, 2);
    auto swapped = std::bind([](int a, int b) { return a * 10 + b; }, std::placeholders::_2, std::placeholders::_1);
    std::printf("%d %d\n", doubled(21), swapped(1, 2));
    Account account;
    auto pay = std::bind(&Account::pay, &account, std::placeholders::_1);
    pay(30);
    std::printf("%d ", account.balance);
    std::printf("%d\n", std::mem_fn(&Account::pay)(account, 5));
    std::function<int(Account &, int)> member = &Account::pay;
    std::printf("%d\n", member(account, 1));
    std::function<long(int)> big = Big();
    auto copy = big;
    std::printf("%ld %ld\n", big(1), copy(2));
    int n = 0;
    std::function<void()> increment = [&n] { ++n; };
    auto wrapped = std::ref(increment);
    wrapped();
    wrapped();
    std::printf("%d %d %d\n", n, std::plus<int>()(2, 3), std::less<>()(2, 3));
    std::function<std::string(const std::string &)> greet = [prefix = std::string("hello, ")](const std::string &s) {
        return prefix + s;
    };
    std::printf("%s\n", greet("you").c_str());
}
