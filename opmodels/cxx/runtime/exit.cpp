// The end of the program (C++17 [basic.start.term], Itanium C++ ABI 3.3.6): what was registered runs last
// in, first out, destructors of objects with static storage and functions of atexit in one order.

#include <cstdlib>

namespace {

struct Entry {
    Entry *before;
    void (*with_argument)(void *) noexcept;
    void (*plain)() noexcept;
    void *argument;
};

Entry *registered;
Entry *registered_quick;

}  // namespace

extern "C" {

void *__cudabmc_allocate(unsigned long size) noexcept;
void __cudabmc_release(void *memory) noexcept;
void *__cudabmc_in_flight() noexcept;
void __cudabmc_uncaught(void *exception) noexcept;

void *__dso_handle = nullptr;

using WithArgument = void (*)(void *) noexcept;
using Plain = void (*)() noexcept;

static void add(Entry **list, void (*with_argument)(void *), void (*plain)(), void *argument) noexcept {
    Entry *entry = static_cast<Entry *>(__cudabmc_allocate(sizeof(Entry)));
    *entry = Entry{*list, reinterpret_cast<WithArgument>(with_argument), reinterpret_cast<Plain>(plain), argument};
    *list = entry;
}

// A function that throws ends the program by std::terminate. It is called as one that does not, and asked
// afterwards: handlers here would make every program, in C too, need the exceptions of C++.
static void run(Entry **list) noexcept {
    while (Entry *entry = *list) {
        *list = entry->before;
        Entry now = *entry;
        __cudabmc_release(entry);
        if (now.plain)
            now.plain();
        else
            now.with_argument(now.argument);
        if (void *exception = __cudabmc_in_flight())
            __cudabmc_uncaught(exception);
    }
}

int __cxa_atexit(void (*function)(void *), void *argument, void *) noexcept {
    add(&registered, function, nullptr, argument);
    return 0;
}

// There is one thread, which ends with the program.
int __cxa_thread_atexit(void (*function)(void *), void *argument, void *) noexcept {
    add(&registered, function, nullptr, argument);
    return 0;
}

int atexit(void (*function)()) noexcept {
    add(&registered, nullptr, function, nullptr);
    return 0;
}

// glibc declares this one twice; the name is the same.
int register_quick(void (*function)()) noexcept __asm__("at_quick_exit");
int register_quick(void (*function)()) noexcept {
    add(&registered_quick, nullptr, function, nullptr);
    return 0;
}

void exit(int status) noexcept {
    run(&registered);
    _Exit(status);
}

void quick_exit(int status) noexcept {
    run(&registered_quick);
    _Exit(status);
}

}  // extern "C"
