// std::call_once for one thread (C++17 [thread.once.callonce]): 0 not called, 1 running, all ones done.

#include <mutex>

_LIBCPP_BEGIN_NAMESPACE_STD

void __call_once(volatile once_flag::_State_type &flag, void *argument, void (*function)(void *)) {
    if (flag != once_flag::_Unset) return;
    flag = once_flag::_Pending;
    try {
        function(argument);
    } catch (...) {
        flag = once_flag::_Unset;
        throw;
    }
    flag = once_flag::_Complete;
}

_LIBCPP_END_NAMESPACE_STD
