// std::cin, std::cout, std::cerr and std::clog (C++17 [iostream.objects]). Output is not buffered here; input
// comes character by character from stdin, so that it mixes with scanf. There are no wide streams.

#include "console.h"

#include <cstdio>
#include <istream>
#include <new>
#include <ostream>

template <class T> struct Room {
    alignas(T) unsigned char bytes[sizeof(T)];
};

// <iostream> declares these as streams; nothing destroys them.
Room<std::istream> cin __asm__("_ZNSt3__13cinE");
Room<std::ostream> cout __asm__("_ZNSt3__14coutE");
Room<std::ostream> cerr __asm__("_ZNSt3__14cerrE");
Room<std::ostream> clog __asm__("_ZNSt3__14clogE");

namespace {

class Console : public std::streambuf {
  protected:
    int_type overflow(int_type c) override {
        if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
        const char text = traits_type::to_char_type(c);
        __cudabmc_write(&text, 1);
        return c;
    }
    std::streamsize xsputn(const char *text, std::streamsize size) override {
        __cudabmc_write(text, static_cast<unsigned long>(size));
        return size;
    }
};

// One character, and the one before it for unget().
class Keyboard : public std::streambuf {
    char room[2] = {};

  protected:
    int_type underflow() override {
        const int c = std::getchar();
        if (c == EOF) return traits_type::eof();
        const bool first = !gptr();
        room[0] = room[1];
        room[1] = static_cast<char>(c);
        setg(first ? room + 1 : room, room + 1, room + 2);
        return traits_type::to_int_type(room[1]);
    }
};


Room<Keyboard> keyboard;
Room<Console> consoles[3];

std::ostream *make(Room<std::ostream> &stream, int number) {
    Console *buffer = ::new (consoles[number].bytes) Console;
    __cudabmc_consoles[number] = buffer;
    return ::new (stream.bytes) std::ostream(buffer);
}

struct Streams {
    Streams() {
        std::ostream *out = make(cout, 0), *error = make(cerr, 1);
        make(clog, 2);
        error->setf(std::ios_base::unitbuf);
        error->tie(out);
        (::new (cin.bytes) std::istream(::new (keyboard.bytes) Keyboard))->tie(out);
    }
} streams;

}  // namespace

// <iostream> of other versions of the library makes one of these in each file.
_LIBCPP_BEGIN_NAMESPACE_STD
ios_base::Init::Init() {}
ios_base::Init::~Init() {}
_LIBCPP_END_NAMESPACE_STD
