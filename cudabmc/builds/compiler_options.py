"""The options of nvcc, and those of clang and gcc beside them, by what they mean for a verifier.

Names and values are those that `nvcc --help` prints ("NVCC Command Options" in the manual), and those of clang's
"Clang command line argument reference". They stand here without dashes: nvcc takes `-arch` and `--gpu-architecture`,
and either number of dashes for most.
"""

LISTS = {
    "I": "include_dirs",
    "include-path": "include_dirs",
    "iquote": "include_dirs",
    "isystem": "system_dirs",
    "system-include": "system_dirs",
    "idirafter": "system_dirs",
    "isystem-after": "system_dirs",
    "cxx-isystem": "system_dirs",
    "stdlib++-isystem": "system_dirs",
    "D": "defines",
    "define-macro": "defines",
    "U": "undefines",
    "undefine-macro": "undefines",
    "include": "force_includes",
    "pre-include": "force_includes",
}
"""What adds to a list of ours. nvcc splits the values at commas, clang does not."""

SETTINGS = {
    "std": "std",
    "x": "language",
    "cuda-path": "cuda_path",
    "default-stream": "default_stream",
    "fgpu-default-stream": "default_stream",
}
"""What sets an option of ours."""

ARCHITECTURES = {"arch", "gpu-architecture", "gencode", "generate-code", "cuda-gpu-arch", "offload-arch"}

FOR_HOST = {"Xcompiler", "compiler-options"}
"""Their values are options of the host's compiler."""

OPTION_FILES = {"optf", "options-file"}

RUN_ARGUMENTS = {"run-args"}

FAST_MATH = {
    "use_fast_math", "ffast-math", "fast-math", "Ofast", "funsafe-math-optimizations", "fgpu-flush-denormals-to-zero",
    "fcuda-flush-denormals-to-zero", "ftz=true", "prec-div=false", "prec-sqrt=false",
}  # fmt: skip
"""Results of floating point are others with these; some only with a value."""

WITHOUT_FMAD = {"fmad=false", "ffp-contract=off"}
"""Products and sums of the device are rounded each."""

OF_VALUES = {"ftz", "prec-div", "prec-sqrt", "fmad"}
"""What has a value that may be one of FAST_MATH."""

REFUSED = {
    "m32": "programs of 32 bits",
    "mx32": "pointers of 32 bits",
    "funsigned-char": "unsigned plain char",
    "fpack-struct": "structs without padding",
    "fshort-enums": "enums of the smallest size",
    "fshort-wchar": "wchar_t of 16 bits",
}
"""Options with which a program means something else than is verified, and what they ask for."""

VALUED = OF_VALUES | {
    # nvcc
    "MF", "dependency-output", "MT", "dependency-target-name", "o", "output-file", "l", "library", "L", "library-path",
    "odir", "output-directory", "ccbin", "compiler-bindir", "arbin", "archiver-binary", "cudart", "cudadevrt", "ldir",
    "libdevice-directory", "target-dir", "target-directory", "opt-info", "optimization-info", "optimize", "Ofc",
    "Ofast-compile", "dopt", "ftemplate-backtrace-limit", "ftemplate-depth", "m", "machine", "Xlinker",
    "linker-options", "Xarchive", "archive-options", "Xptxas", "ptxas-options", "Xnvlink", "nvlink-options",
    "static-global-template-stub", "device-entity-has-hidden-visibility", "t", "threads", "split-compile",
    "split-compile-extended", "fdevice-time-trace", "keep-dir", "time", "idp", "input-drive-prefix", "ddp",
    "dependency-drive-prefix", "dp", "drive-prefix", "code", "gpu-code", "rdc", "relocatable-device-code", "e",
    "entries", "maxrregcount", "diag-error", "diag-suppress", "diag-warn", "hls", "host-linker-script", "brief-diag",
    "brief-diagnostics", "jtd", "jump-table-density", "device-stack-protector", "compress-mode", "frandom-seed",
    "sanitize",
    # clang and gcc
    "MQ", "Xclang", "Xassembler", "Xpreprocessor", "Xcuda-ptxas", "Xcuda-fatbinary", "Xopenmp-target", "target",
    "mllvm", "param", "isysroot", "imacros", "iprefix", "iwithprefix", "sysroot", "F", "u", "z", "T", "B",
    "cuda-include-ptx", "no-cuda-include-ptx", "gcc-toolchain", "gcc-install-dir", "working-directory",
    "serialize-diagnostics", "rtlib", "unwindlib", "stdlib", "aux-info", "dumpbase", "dumpdir", "Xarch_host",
    "Xarch_device", "analyzer-output", "b", "darwin-target-variant", "darwin-target-variant-triple", "dependency-dot",
    "dependency-file", "dsym-dir", "fexperimental-openacc-macro-override", "fmodules-user-build-path",
    "iapinotes-modules", "iframework", "iframeworkwithsysroot", "include-pch", "ivfsoverlay", "iwithprefixbefore",
    "iwithsysroot", "meabi", "MJ", "mmlir", "module-dependency-dir", "mthread-model", "resource-dir", "vfsoverlay",
    "Xanalyzer", "Xclangas", "hlsl-entry",
}  # fmt: skip
"""What has a value and changes nothing here."""

SWITCHES = {
    # nvcc
    "cuda", "cubin", "fatbin", "ptx", "optix-ir", "ltoir", "E", "preprocess", "M", "generate-dependencies", "MM",
    "generate-nonsystem-dependencies", "MD", "generate-dependencies-with-compile", "MMD",
    "generate-nonsystem-dependencies-with-compile", "MP", "generate-dependency-targets", "c", "compile", "dc",
    "device-c", "dw", "device-w", "dlink", "device-link", "link", "lib", "run", "objtemp", "objdir-as-tempdir",
    "allow-unsupported-compiler", "use-local-env", "force-cl-env-setup", "pg", "profile", "g", "debug", "G",
    "device-debug", "lineinfo", "generate-line-info", "dlto", "dlink-time-opt", "lto", "gen-opt-lto", "noeh",
    "no-exceptions", "shared", "nohdinitlist", "no-host-device-initializer-list", "nohdmoveforward",
    "no-host-device-move-forward", "expt-relaxed-constexpr", "extended-lambda", "expt-extended-lambda", "m64",
    "forward-unknown-to-host-compiler", "forward-unknown-to-host-linker", "forward-unknown-opts", "noprof",
    "dont-use-profile", "dryrun", "v", "verbose", "fdevice-syntax-only", "keep", "save-temps", "clean",
    "clean-targets", "no-align-double", "nodlink", "no-device-link", "extra-device-vectorization", "w",
    "disable-warnings", "keep-device-functions", "src-in-ptx", "source-in-ptx", "restrict", "res-usage",
    "resource-usage", "ewp", "extensible-whole-program", "no-compress", "qpp-config", "astoolspatch",
    "compile-as-tools-patch", "code-ls", "list-gpu-code", "arch-ls", "list-gpu-arch", "err-no",
    "display-error-number", "no-err-no", "no-display-error-number", "aug-hls", "augment-host-linker-script", "r",
    "relocatable-link", "reloc-ptx", "relocatable-ptx", "jobserver", "h", "help", "V", "version",
    # clang and gcc
    "S", "ansi", "pedantic", "pedantic-errors", "p", "pipe", "pthread", "static", "static-libgcc",
    "static-libstdc++", "static-pie", "pie", "no-pie", "s", "rdynamic", "nostdinc", "nostdinc++", "nostdlib",
    "nostdlibinc", "nodefaultlibs", "nocudainc", "nocudalib", "nogpuinc", "nogpulib", "emit-llvm", "ObjC", "P", "C",
    "CC", "H", "Q", "undef", "traditional-cpp", "trigraphs", "cuda-host-only", "cuda-device-only",
    "cuda-compile-host-device", "cuda-path-ignore-env", "cuda-noopt-device-debug", "offload-host-only",
    "offload-device-only", "offload-new-driver", "no-offload-new-driver", "relocatable-pch", "save-stats",
    "analyze", "coverage", "qopenmp", "mp",
}  # fmt: skip
"""What has no value and changes nothing here."""

WARNINGS = {
    "all-warnings", "cross-execution-space-call", "reorder", "default-stream-launch", "missing-launch-bounds",
    "ext-lambda-captures-this", "deprecated-declarations",
}  # fmt: skip
"""What nvcc takes behind -Werror."""

ATTACHED = ("isystem-after", "isystem", "iquote", "idirafter", "include", "I", "D", "U", "L", "l", "o", "B", "x")
"""What may stand in one word with its value, as in -Iinclude."""

FAMILIES = (
    r"O[0-9sgz]?|W.*|f.+|t\d+|std=.*|Xarch_.+|d[A-Z]"
    r"|m(?:arch|tune|cpu|abi|fpmath|cmodel|stack[\w-]*|prefer[\w-]*)=.+|m(?:no-)?[\w.]{2,8}"
    r"|g(?:\d|gdb|dwarf|line|no-|split|z|simple|embed|modules|strict|column)[\w=.-]*"
)
"""Words with one dash that change nothing here: levels, warnings, flags of code generation, of the debugger."""

OBJECTS = (".o", ".obj", ".a", ".so", ".lib", ".dll", ".dylib", ".ptx", ".cubin", ".fatbin", ".res", ".ltoir")
"""How names of files end that are linked and not compiled."""

COMPILERS = r"(?:.*[-_])?(?:nvcc|nvc\+\+|clang(?:\+\+)?|gcc|g\+\+|cc|c\+\+|icpx?|hipcc|mpicxx)(?:-[\d.]+)?(?:\.exe)?"
LAUNCHERS = {"ccache", "sccache", "distcc", "icecc", "env", "time", "nice"}
"""What may stand in front of a compiler."""
