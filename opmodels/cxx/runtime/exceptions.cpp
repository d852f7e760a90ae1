// The run time of exceptions (Itanium C++ ABI: Exception Handling, sections 2.2 to 2.5) for one thread.
//
// The unwinder is outside: __cudabmc_throw makes an exception the one in flight and unwinds to the next
// landing pad, which asks __cudabmc_can_catch for each of its clauses. An exception that is thrown again
// through an exception_ptr gets a record of its own that refers to the same object.

#include <cxxabi.h>
#include <exception>
#include <typeinfo>

#include "private_typeinfo.h"

using __cxxabiv1::__shim_type_info;

namespace {

struct Object;

// What is in flight or being handled; the pointer that landing pads see.
struct Record {
    Object *object;
    Record *outer;  // the exception whose handler was entered before
    long handlers;  // entered and not left; negative while it is thrown again
    void *adjusted;  // the object as the handler's type sees it
};

// In front of each thrown object.
struct alignas(16) Object {
    Record first;
    const __shim_type_info *type;
    void (*destructor)(void *);
    long references;
    char *place;  // of the throw, as text
};

Record *caught;  // the exception of the innermost handler
unsigned in_flight;

void *value_of(Object *object) { return object + 1; }
Object *object_of(void *value) { return static_cast<Object *>(value) - 1; }

}  // namespace

extern "C" {

void *__cudabmc_allocate(unsigned long size);
void __cudabmc_release(void *memory);
[[noreturn]] void __cudabmc_throw(void *record);
void __cudabmc_caught();
char *__cudabmc_place();
[[noreturn]] void __cudabmc_terminate(const char *type, const char *what, const char *place);

void *__cxa_allocate_exception(unsigned long size) noexcept {
    return value_of(static_cast<Object *>(__cudabmc_allocate(sizeof(Object) + size)));
}

void __cxa_free_exception(void *value) noexcept { __cudabmc_release(object_of(value)); }

// The result's type is private to the library that defines it.
__cxxabiv1::__cxa_exception *__cxa_init_primary_exception(void *value, std::type_info *type,
                                                          void (*destructor)(void *)) noexcept {
    Object *object = object_of(value);
    object->first = Record{object, nullptr, 0, value};
    object->type = static_cast<const __shim_type_info *>(type);
    object->destructor = destructor;
    object->references = 0;
    object->place = __cudabmc_place();
    return reinterpret_cast<__cxxabiv1::__cxa_exception *>(object);
}

void __cxa_increment_exception_refcount(void *value) noexcept {
    if (value) ++object_of(value)->references;
}

void __cxa_decrement_exception_refcount(void *value) noexcept {
    if (!value) return;
    Object *object = object_of(value);
    if (--object->references) return;
    if (object->destructor) object->destructor(value);
    __cudabmc_release(object->place);
    __cudabmc_release(object);
}

void __cxa_throw(void *value, std::type_info *type, void (*destructor)(void *)) {
    __cxa_init_primary_exception(value, type, destructor);
    Object *object = object_of(value);
    object->references = 1;
    ++in_flight;
    __cudabmc_throw(&object->first);
}

int __cudabmc_can_catch(const std::type_info *type, void *exception) noexcept {
    Record *record = static_cast<Record *>(exception);
    void *adjusted = value_of(record->object);
    if (!static_cast<const __shim_type_info *>(type)->can_catch(record->object->type, adjusted)) return 0;
    record->adjusted = adjusted;
    return 1;
}

void *__cxa_get_exception_ptr(void *exception) noexcept { return static_cast<Record *>(exception)->adjusted; }

void *__cxa_begin_catch(void *exception) noexcept {
    Record *record = static_cast<Record *>(exception);
    record->handlers = record->handlers < 0 ? 1 - record->handlers : 1 + record->handlers;
    if (record != caught) {
        record->outer = caught;
        caught = record;
    }
    --in_flight;
    return record->adjusted;
}

void __cxa_end_catch() {
    Record *record = caught;
    if (!record) return;
    if (record->handlers < 0) {
        // It was thrown again and leaves its handler: it is in flight, and no handler's any more.
        if (++record->handlers == 0) caught = record->outer;
        return;
    }
    if (--record->handlers) return;
    caught = record->outer;
    Object *object = record->object;
    if (record != &object->first) __cudabmc_release(record);
    __cxa_decrement_exception_refcount(value_of(object));
}

void __cxa_rethrow() {
    Record *record = caught;
    if (!record) std::terminate();
    record->handlers = -record->handlers;
    ++in_flight;
    __cudabmc_throw(record);
}

void *__cxa_current_primary_exception() noexcept {
    if (!caught) return nullptr;
    void *value = value_of(caught->object);
    __cxa_increment_exception_refcount(value);
    return value;
}

void __cxa_rethrow_primary_exception(void *value) {
    if (!value) return;
    Record *record = static_cast<Record *>(__cudabmc_allocate(sizeof(Record)));
    *record = Record{object_of(value), nullptr, 0, value};
    __cxa_increment_exception_refcount(value);
    ++in_flight;
    __cudabmc_throw(record);
}

std::type_info *__cxa_current_exception_type() {
    return caught ? const_cast<__shim_type_info *>(caught->object->type) : nullptr;
}

bool __cxa_uncaught_exception() noexcept { return in_flight != 0; }
unsigned __cxa_uncaught_exceptions() noexcept { return in_flight; }

// An exception that no handler of its thread takes, or that would leave a function that promised not to throw.
[[noreturn]] void __cudabmc_uncaught(void *exception) noexcept {
    Record *record = static_cast<Record *>(exception);
    __cudabmc_caught();
    record->adjusted = value_of(record->object);
    __cxa_begin_catch(exception);
    std::terminate();
}

}  // extern "C"

namespace {

// Says what the exception of the innermost handler is; its what() is asked for if it has one.
[[noreturn]] void terminate_by_default() {
    if (!caught) __cudabmc_terminate(nullptr, nullptr, nullptr);
    void *value = value_of(caught->object);
    const auto &standard = static_cast<const __shim_type_info &>(typeid(std::exception));
    const char *what = nullptr;
    if (standard.can_catch(caught->object->type, value)) what = static_cast<std::exception *>(value)->what();
    __cudabmc_terminate(caught->object->type->name(), what, caught->object->place);
}

std::terminate_handler handler = terminate_by_default;

}  // namespace

namespace std {

terminate_handler set_terminate(terminate_handler next) noexcept {
    terminate_handler old = handler;
    handler = next ? next : terminate_by_default;
    return old;
}

terminate_handler get_terminate() noexcept { return handler; }

[[noreturn]] void terminate() noexcept {
    handler();
    // A handler may not return (C++17 [terminate.handler]).
    __cudabmc_terminate(nullptr, nullptr, nullptr);
}

}  // namespace std
