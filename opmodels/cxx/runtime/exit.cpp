// The end of the program (C++17 [basic.start.term], Itanium C++ ABI 3.3.6): what was registered runs last
// in, first out, destructors of objects with static storage and functions of atexit in one order.

#include <cstdlib>

namespace {

struct Entry {
    Entry *before;
    void (*with_argument)(void *);
    void (*plain)();
    void *argument;
};

Entry *registered;
Entry *registered_quick;

}  // namespace

extern "C" {

void *__cudabmc_allocate(unsigned long size);
void __cudabmc_release(void *memory);

void *__dso_handle = nullptr;

static void add(Entry **list, void (*with_argument)(void *), void (*plain)(), void *argument) {
    Entry *entry = static_cast<Entry *>(__cudabmc_allocate(sizeof(Entry)));
    *entry = Entry{*list, with_argument, plain, argument};
    *list = entry;
}

// A function that throws ends the program by std::terminate.
static void run(Entry **list) noexcept {
    while (Entry *entry = *list) {
        *list = entry->before;
        Entry now = *entry;
        __cudabmc_release(entry);
        if (now.plain)
            now.plain();
        else
            now.with_argument(now.argument);
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
