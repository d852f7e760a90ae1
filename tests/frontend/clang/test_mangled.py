"""Symbols are told by the names of the source, which binutils know too."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cudabmc.source.mangled import plain_name

NAMES = {
    "_ZNK4cuda10atomic_refIiLNS_12thread_scopeE0EE8exchangeEiNS_3std12memory_orderE": "cuda::atomic_ref::exchange",
    "_ZL10tex1DfetchIfET_yi": "tex1Dfetch",
    "_ZN4mine1fEi": "mine::f",
    "_ZSt9terminatev": "std::terminate",
    "_ZNSt3__19to_stringEi": "std::__1::to_string",
    "_ZN1aILi10ELb1EE1fILj12EEEvv": "a::f",
    "_ZN1aIJiSt5arrayIiLm3EEEE1gEA10_i": "a::g",
    "_ZN1aIXplT_Li2EEE1hEv": "a::h",
    "_Z1fPFvNS_1aEE": "f",
    "malloc": "malloc",
    "_ZN1aC1Ev": "_ZN1aC1Ev",
    "_ZTI1a": "_ZTI1a",
    "_ZN1aIiE": "_ZN1aIiE",
    "_ZN": "_ZN",
}

SOURCE = """
#include <map>
#include <string>
#include <vector>
#include <functional>
namespace mine {
enum Kind { A, B };
template <typename T, Kind K, int N, bool... B> struct Box {
    T held[N];
    template <typename... U> int take(U... u) const { return sizeof...(u) + N; }
    static int put(int (&a)[N], T *const *p) { return a[0]; }
};
}
int use(std::map<std::string, std::vector<int>> &m, std::function<int(const char *)> f) {
    m["a"].push_back(f("b"));
    mine::Box<std::vector<int>, mine::B, 10, true, false> box;
    int a[10] = {0};
    return box.take(1, 'c', std::string("d"), &m) + box.put(a, nullptr) + std::stoi("4");
}
"""


@pytest.mark.parametrize(("symbol", "name"), NAMES.items())
def test_a_name_has_no_arguments(symbol: str, name: str) -> None:
    assert plain_name(symbol) == name


@pytest.mark.skipif(not all(map(shutil.which, ("g++", "nm", "c++filt"))), reason="needs g++ and binutils")
def test_names_are_those_that_binutils_find(tmp_path: Path) -> None:
    (tmp_path / "use.cpp").write_text(SOURCE)
    subprocess.run(["g++", "-c", "use.cpp"], cwd=tmp_path, check=True)
    listed = subprocess.run(["nm", "use.o"], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    symbols = sorted(set(re.findall(r"\b_Z\w+", listed)))
    told = subprocess.run(["c++filt"], input="\n".join(symbols), check=True, capture_output=True, text=True).stdout
    named = {symbol: _stripped(full) for symbol, full in zip(symbols, told.splitlines(), strict=True)}
    ours = {symbol: name for symbol in symbols if (name := plain_name(symbol)) != symbol}
    assert len(ours) > 100
    assert ours == {symbol: named[symbol] for symbol in ours}


def _stripped(full: str) -> str:
    """Without arguments, tags and the type of the result."""
    text, before = re.sub(r"\[abi:\w+\]", "", full), ""
    while text != before:
        text, before = re.sub(r"<[^<>]*>", "", text), text
    return text.partition("(")[0].split(" ")[-1]
