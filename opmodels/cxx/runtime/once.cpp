// std::call_once (C++17 [thread.once.callonce]): 0 not called, 1 running, all ones done. Who comes while it runs waits.

#include <mutex>

_LIBCPP_BEGIN_NAMESPACE_STD

void __call_once(volatile once_flag::_State_type &flag, void *argument, void (*function)(void *)) {
    for (;;) {
        once_flag::_State_type seen = once_flag::_Unset;
        if (__atomic_compare_exchange_n(&flag, &seen, once_flag::_Pending, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            break;
        if (seen == once_flag::_Complete) return;
        while (__atomic_load_n(&flag, __ATOMIC_ACQUIRE) == once_flag::_Pending) {
        }
    }
    try {
        function(argument);
    } catch (...) {
        __atomic_store_n(&flag, once_flag::_Unset, __ATOMIC_RELEASE);
        throw;
    }
    __atomic_store_n(&flag, once_flag::_Complete, __ATOMIC_RELEASE);
}

_LIBCPP_END_NAMESPACE_STD
