// std::locale with the classic locale alone (C++17 [locale]). A facet of the classic locale is there when
// the program can ask for it: the files that define the facets' ids add them to `classic`.

#include "locale_facets.h"

#include <new>
#include <string>
#include <typeinfo>

_LIBCPP_BEGIN_NAMESPACE_STD

namespace {

// Facets by number; further ones are in front of those that they hide.
struct Entry {
    Entry *next;
    long id;
    const locale::facet *facet;
};

Entry *classic_facets;

}  // namespace

class locale::__imp {
  public:
    // One use of its own, so that it is never dropped.
    static __imp *classic() {
        static __imp only{nullptr, 1, "C"};
        return &only;
    }

    Entry *facets;
    long users;
    const char *title;

    const locale::facet *find(long id) const {
        for (Entry *entry = facets; entry; entry = entry->next)
            if (entry->id == id) return entry->facet;
        for (Entry *entry = classic_facets; entry; entry = entry->next)
            if (entry->id == id) return entry->facet;
        return nullptr;
    }

    void add(long id, const locale::facet *f) {
        const_cast<locale::facet *>(f)->__add_shared();
        facets = new Entry{facets, id, f};
    }

    void drop() {
        if (--users) return;
        while (Entry *entry = facets) {
            facets = entry->next;
            const_cast<locale::facet *>(entry->facet)->__release_shared();
            delete entry;
        }
        delete this;
    }

    // A locale with all facets of another one.
    static __imp *copy(const __imp *other, const char *title) {
        __imp *made = new __imp{nullptr, 0, title};
        made->add_all(other->facets);
        return made;
    }

  private:
    void add_all(Entry *entry) {
        if (!entry) return;
        add_all(entry->next);
        add(entry->id, entry->facet);
    }
};

namespace {

bool is_classic(const char *name) {
    return !*name || (name[0] == 'C' && !name[1]) || __builtin_strcmp(name, "POSIX") == 0;
}

}  // namespace

void __cudabmc_add_facet(locale::id &id, const locale::facet *facet) {
    classic_facets = new (__cudabmc_allocate(sizeof(Entry))) Entry{classic_facets, id.__get(), facet};
}

const locale &locale::classic() {
    static __imp *implementation = __imp::classic();
    return reinterpret_cast<const locale &>(implementation);
}

locale &locale::__global() {
    static __imp *implementation = __imp::classic();
    return reinterpret_cast<locale &>(implementation);
}

locale::locale() noexcept : __locale_(__global().__locale_) { ++__locale_->users; }
locale::locale(const locale &other) noexcept : __locale_(other.__locale_) { ++__locale_->users; }
locale::~locale() { __locale_->drop(); }

const locale &locale::operator=(const locale &other) noexcept {
    ++other.__locale_->users;
    __locale_->drop();
    __locale_ = other.__locale_;
    return *this;
}

locale::locale(const char *name) : __locale_(__imp::classic()) {
    if (!name) __throw_runtime_error("locale constructed with null");
    if (!is_classic(name)) __cudabmc_unsupported("a std::locale other than \"C\"");
    ++__locale_->users;
}

locale::locale(const string &name) : locale(name.c_str()) {}

locale::locale(const locale &other, const char *name, category) : locale(other) {
    if (!name) __throw_runtime_error("locale constructed with null");
    if (!is_classic(name)) __cudabmc_unsupported("a std::locale other than \"C\"");
}

locale::locale(const locale &other, const string &name, category c) : locale(other, name.c_str(), c) {}

locale::locale(const locale &other, const locale &one, category) : locale(other) {
    if (one.__locale_->facets) __cudabmc_unsupported("a std::locale combined of two");
}

void locale::__install_ctor(const locale &other, facet *f, long id) {
    __locale_ = other.__locale_;
    if (f) {
        __locale_ = __imp::copy(other.__locale_, "*");
        __locale_->add(id, f);
    }
    ++__locale_->users;
}

string locale::name() const { return __locale_->title; }

bool locale::operator==(const locale &other) const {
    return __locale_ == other.__locale_ || (*__locale_->title != '*' && *other.__locale_->title != '*');
}

locale locale::global(const locale &next) {
    locale &global = __global();
    locale before = global;
    global = next;
    return before;
}

bool locale::has_facet(id &which) const { return __locale_->find(which.__get()) != nullptr; }

const locale::facet *locale::use_facet(id &which) const {
    const facet *found = __locale_->find(which.__get());
    if (!found) __cudabmc_unsupported("this facet of std::locale");
    return found;
}

locale::facet::~facet() {}
void locale::facet::__on_zero_shared() noexcept { delete this; }

int32_t locale::id::__next_id = 0;

// The C library's locale of that name; the models do not look into it.
__locale::__locale_t __cloc() {
    static char classic;
    return reinterpret_cast<__locale::__locale_t>(&classic);
}

long locale::id::__get() {
    if (!__id_) __id_ = ++__next_id;
    return __id_;
}

_LIBCPP_END_NAMESPACE_STD
