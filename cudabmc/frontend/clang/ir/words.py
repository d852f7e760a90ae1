"""The words of LLVM assembly that stand in front of, between and behind what instructions say."""

ORDERINGS = frozenset({"unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"})
TAILS = frozenset({"tail", "musttail", "notail"})
FLAGS = frozenset({
    "nsw", "nuw", "exact", "disjoint", "nneg", "samesign", "fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn",
    "reassoc", "inbounds", "nusw", "inrange",
})  # fmt: skip
LINKAGE = frozenset({
    "private", "internal", "available_externally", "linkonce", "weak", "common", "appending", "extern_weak",
    "linkonce_odr", "weak_odr", "external", "dso_local", "dso_preemptable", "default", "hidden", "protected",
    "dllimport", "dllexport", "unnamed_addr", "local_unnamed_addr",
})  # fmt: skip
CONVENTIONS = frozenset({
    "ccc", "fastcc", "coldcc", "ptx_kernel", "ptx_device", "x86_64_sysvcc", "win64cc", "cc", "amdgpu_kernel",
    "preserve_mostcc", "swiftcc",
})  # fmt: skip
TYPED_ATTRIBUTES = frozenset({"byval", "sret", "byref", "inalloca", "preallocated", "elementtype"})
CALL_ATTRIBUTES = frozenset({
    "nounwind", "noreturn", "readnone", "readonly", "cold", "convergent", "noinline", "alwaysinline", "memory",
    "builtin", "nobuiltin",
})  # fmt: skip
CASTS = frozenset({
    "trunc", "zext", "sext", "fptrunc", "fpext", "fptoui", "fptosi", "uitofp", "sitofp", "ptrtoint", "ptrtoaddr",
    "inttoptr", "bitcast", "addrspacecast",
})  # fmt: skip
CONSTANT_BINARY = frozenset({"add", "sub", "mul", "shl", "xor", "and", "or", "lshr", "ashr"})
BINARY = CONSTANT_BINARY | {"sdiv", "udiv", "srem", "urem", "fadd", "fsub", "fmul", "fdiv", "frem"}
CONSTANTS = frozenset({"true", "false", "null", "undef", "poison", "zeroinitializer", "none"})
VALUE_STARTS = (
    CONSTANTS | CASTS | CONSTANT_BINARY
    | {"getelementptr", "splat", "asm", "blockaddress", "dso_local_equivalent", "no_cfi"}
)  # fmt: skip
TYPES = frozenset({
    "ptr", "void", "half", "bfloat", "float", "double", "x86_fp80", "fp128", "metadata", "label", "token", "target",
})  # fmt: skip
