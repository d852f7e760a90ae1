// std::cin, std::cout, std::cerr and std::clog (C++17 [iostream.objects]). Output is not buffered here; input
// comes character by character from stdin, so that it mixes with scanf. There are no wide streams.

#include "console.h"
#include "outside.h"

#include <cstdio>
#include <istream>
#include <new>
#include <ostream>

// The next character of standard input, when so many of its line were read; EOF at its end.
extern "C" int __cudabmc_key(int in_line);

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

// One character, and the one before it for unget(). Lines and words end somewhere: reading one would not.
class Keyboard : public std::streambuf {
    char room[2] = {};
    int in_line = 0;

  protected:
    int_type underflow() override {
        const int c = __cudabmc_key(in_line);
        if (c == EOF) return traits_type::eof();
        in_line = c == '\n' ? 0 : in_line + 1;
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
        __cudabmc_keyboard = ::new (keyboard.bytes) Keyboard;
        (::new (cin.bytes) std::istream(__cudabmc_keyboard))->tie(out);
    }
} streams;

}  // namespace

// <iostream> of other versions of the library makes one of these in each file.
_LIBCPP_BEGIN_NAMESPACE_STD
ios_base::Init::Init() {}
ios_base::Init::~Init() {}
_LIBCPP_END_NAMESPACE_STD
