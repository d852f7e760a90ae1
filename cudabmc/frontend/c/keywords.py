"""The words of the CUDA dialect: keywords, C++ words that are refused, names that std:: may precede."""

from pycparser.c_lexer import CLexer

# Token types are pycparser's where its grammar has the place for the word: a function specifier is
# an INLINE whatever its spelling, for the parser keeps the spelling.
_OURS = {
    "bool": "_BOOL",
    "true": "BOOL_CONST",
    "false": "BOOL_CONST",
    "nullptr": "NULLPTR",
    "alignof": "_ALIGNOF",
    "__alignof__": "_ALIGNOF",
    "__alignof": "_ALIGNOF",
    "alignas": "_ALIGNAS",
    "__align__": "_ALIGNAS",
    "static_assert": "_STATIC_ASSERT",
    "thread_local": "_THREAD_LOCAL",
    "__thread": "_THREAD_LOCAL",
    "typeof": "TYPEOF",
    "__typeof__": "TYPEOF",
    "__typeof": "TYPEOF",
    "decltype": "TYPEOF",
    "__builtin_offsetof": "OFFSETOF",
    "__global__": "INLINE",
    "__device__": "INLINE",
    "__host__": "INLINE",
    "__shared__": "INLINE",
    "__constant__": "INLINE",
    "__managed__": "INLINE",
    "__forceinline__": "INLINE",
    "__noinline__": "INLINE",
    "__inline__": "INLINE",
    "__inline": "INLINE",
    "constexpr": "INLINE",
    "__launch_bounds__": "LAUNCH_BOUNDS",
    "__cluster_dims__": "CLUSTER_DIMS",
    "__const": "CONST",
    "__const__": "CONST",
    "__restrict__": "RESTRICT",
    "__restrict": "RESTRICT",
    "__volatile__": "VOLATILE",
    "__volatile": "VOLATILE",
    "__signed__": "SIGNED",
    "using": "USING",
    "static_cast": "CXX_CAST",
    "reinterpret_cast": "CXX_CAST",
    "const_cast": "CXX_CAST",
}

KEYWORDS: dict[str, str] = {**CLexer(lambda *_: None)._keyword_map, **_OURS}

# One spelling for words that mean the same.
SPELLING = {
    "__restrict__": "restrict",
    "__restrict": "restrict",
    "__const": "const",
    "__const__": "const",
    "__volatile__": "volatile",
    "__volatile": "volatile",
    "__inline__": "inline",
    "__inline": "inline",
    "__signed__": "signed",
    "__thread": "thread_local",
    "alignof": "_Alignof",
    "__alignof__": "_Alignof",
    "__alignof": "_Alignof",
    "__typeof__": "typeof",
    "__typeof": "typeof",
    "_Bool": "bool",
    "__builtin_offsetof": "offsetof",
}

DROPPED = frozenset({"__extension__", "noexcept", "__cdecl", "__grid_constant__"})

# What the word means, for the message.
REFUSED = {
    "template": "templates",
    "typename": "templates",
    "concept": "concepts",
    "class": "classes",
    "operator": "operator overloading",
    "namespace": "namespaces",
    "new": "operator new",
    "delete": "operator delete",
    "try": "exceptions",
    "catch": "exceptions",
    "throw": "exceptions",
    "virtual": "virtual functions",
    "this": "member functions",
    "friend": "friend declarations",
    "mutable": "mutable members",
    "explicit": "constructors",
    "private": "access specifiers",
    "protected": "access specifiers",
    "public": "access specifiers",
    "typeid": "run-time type information",
    "dynamic_cast": "run-time type information",
    "asm": "inline assembly",
    "__asm__": "inline assembly",
    "__asm": "inline assembly",
    "__block_size__": "clusters of blocks whose number is that of the launch (__block_size__)",
    "co_await": "coroutines",
    "co_return": "coroutines",
    "co_yield": "coroutines",
}

# The C library names that the C++ library has in std (C++ 20.5.1.2), and the few of its own that
# the device library has too.
_STD_NAMES = """
    abort abs acos acosf acosh asin asinf asinh assert atan atan2 atan2f atanf atanh atexit atof atoi atol atoll
    calloc cbrt cbrtf ceil ceilf clock clock_t copysign copysignf cos cosf cosh coshf div div_t erf erfc erff exit exp
    exp2 exp2f expf expm1 expm1f fabs fabsf fclose fdim fdimf feof fflush fgets FILE floor floorf fma fmaf fmax fmaxf
    fmin fminf fmod fmodf fopen fprintf fputc fputs fread free frexp fscanf fwrite getchar getenv hypot hypotf ilogb
    int8_t int16_t int32_t int64_t intmax_t intptr_t isalnum isalpha isdigit isfinite isinf islower isnan isprint
    isspace isupper isxdigit labs ldexp ldexpf lgamma llabs llround log log10 log10f log1p log1pf log2 log2f logb logf
    lrint lround malloc max memchr memcmp memcpy memmove memset min modf nan nearbyint nextafter nullptr_t perror pow
    powf printf ptrdiff_t putc putchar puts qsort rand realloc remainder rint rintf round roundf scanf signbit sin sinf
    sinh sinhf size_t snprintf sprintf sqrt sqrtf srand sscanf strcat strchr strcmp strcpy strlen strncat strncmp
    strncpy strrchr strstr strtod strtof strtok strtol strtoll strtoul strtoull system tan tanf tanh tanhf tgamma time
    time_t tolower toupper trunc truncf uint8_t uint16_t uint32_t uint64_t uintmax_t uintptr_t va_list vfprintf vprintf
    vsnprintf
"""
STD_NAMES = frozenset(_STD_NAMES.split())

# Names that only the C++ library has: what comes after them tells them from a variable.
_STD_CLASSES = """
    array bitset complex deque function ifstream list map mutex ofstream ostringstream pair queue set shared_ptr stack
    string stringstream thread tuple unique_ptr unordered_map unordered_set vector
"""
STD_CLASSES = frozenset(_STD_CLASSES.split())
STD_STREAMS = frozenset(("cin", "cout", "cerr", "clog"))
