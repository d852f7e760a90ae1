// Options on the command line: getopt (POSIX.1-2017, System Interfaces) and GNU's getopt_long (getopt(3)), which
// moves what is no option behind the options unless POSIXLY_CORRECT or a `+` in front of the letters forbids it.

#include <getopt.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
char *optarg = nullptr;
int optind = 1;
int opterr = 1;
int optopt = '?';
}

namespace {

enum class Order { permute, stop, in_place };

struct Words {  // what one call of the program gives to one of the functions
    int count;
    char **text;
    const char *letters;
    const option *names;
    int *index;
    bool single_dash;  // long options may begin with one dash
    Order order;
    bool silent;
};

char *rest;              // of a word with several letters
int moved, moved_end;    // the words that are no options and were passed over

void rotate(char **words, int first, int middle, int last) {
    for (int from = middle; from < last; ++from) {
        char *word = words[from];
        for (int to = from; to > from - (middle - first); --to) words[to] = words[to - 1];
        words[from - (middle - first)] = word;
    }
}

bool is_option(const char *word) { return word[0] == '-' && word[1] != '\0'; }

void begin() {
    if (optind == 0) {
        optind = 1;
        rest = nullptr;
    }
    if (optind == 1 && (rest == nullptr || *rest == '\0')) moved = moved_end = 1;
}

// Brings the words that were passed over behind the options that were read since.
void settle(const Words &w) {
    if (moved != moved_end && moved_end != optind) {
        rotate(w.text, moved, moved_end, optind);
        moved += optind - moved_end;
    } else if (moved_end != optind) {
        moved = optind;
    }
    moved_end = optind;
}

// The next word with an option is at optind; 0 if there is none, 1 for a word that stands for itself.
int advance(const Words &w, bool *found) {
    *found = false;
    if (moved_end > optind) moved_end = optind;
    if (moved > optind) moved = optind;
    if (w.order == Order::permute) {
        settle(w);
        while (optind < w.count && !is_option(w.text[optind])) ++optind;
        moved_end = optind;
    }
    if (optind < w.count && strcmp(w.text[optind], "--") == 0) {
        ++optind;
        if (moved != moved_end) {
            rotate(w.text, moved, moved_end, optind);
            moved += optind - moved_end;
        } else {
            moved = optind;
        }
        moved_end = optind = w.count;
    }
    if (optind >= w.count) {
        if (moved != moved_end) optind = moved;
        return -1;
    }
    if (!is_option(w.text[optind])) {
        if (w.order == Order::stop) return -1;
        optarg = w.text[optind++];
        return 1;
    }
    *found = true;
    return 0;
}

const option *matching(const Words &w, const char *name, size_t length, int *at, bool *ambiguous) {
    const option *found = nullptr;
    *ambiguous = false;
    for (int i = 0; w.names[i].name != nullptr; ++i) {
        const option *each = &w.names[i];
        if (strncmp(each->name, name, length) != 0) continue;
        if (strlen(each->name) == length) {
            *ambiguous = false;
            *at = i;
            return each;
        }
        if (found == nullptr) {
            found = each;
            *at = i;
        } else if (found->has_arg != each->has_arg || found->flag != each->flag || found->val != each->val) {
            *ambiguous = true;
        }
    }
    return found;
}

int missing(const Words &w) { return w.letters[0] == ':' ? ':' : '?'; }

int long_option(const Words &w, const char *dashes, char *name) {
    const char *program = w.text[0];
    size_t length = strcspn(name, "=");
    char *value = name[length] == '=' ? name + length + 1 : nullptr;
    int at = 0;
    bool ambiguous = false;
    const option *found = matching(w, name, length, &at, &ambiguous);
    rest = nullptr;
    ++optind;
    if (found == nullptr || ambiguous) {
        if (!w.silent) {
            const char *why = ambiguous ? "option '%s%s' is ambiguous\n" : "unrecognized option '%s%s'\n";
            fprintf(stderr, "%s: ", program);
            fprintf(stderr, why, dashes, name);
        }
        optopt = 0;
        return '?';
    }
    if (value != nullptr && found->has_arg == no_argument) {
        if (!w.silent) fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", program, dashes, found->name);
        optopt = found->val;
        return '?';
    }
    if (value == nullptr && found->has_arg == required_argument) {
        if (optind >= w.count) {
            if (!w.silent) fprintf(stderr, "%s: option '%s%s' requires an argument\n", program, dashes, found->name);
            optopt = found->val;
            return missing(w);
        }
        value = w.text[optind++];
    }
    optarg = value;
    if (w.index != nullptr) *w.index = at;
    if (found->flag == nullptr) return found->val;
    *found->flag = found->val;
    return 0;
}

int letter_option(const Words &w) {
    char letter = *rest++;
    bool last = *rest == '\0';
    const char *known = letter == ':' || letter == ';' ? nullptr : strchr(w.letters, letter);
    if (known == nullptr) {
        if (!w.silent) fprintf(stderr, "%s: invalid option -- '%c'\n", w.text[0], letter);
        optopt = letter;
        if (last) ++optind;
        return '?';
    }
    if (known[1] != ':') {
        if (last) ++optind;
        return letter;
    }
    ++optind;
    char *value = last ? nullptr : rest;
    rest = nullptr;
    if (value == nullptr && known[2] != ':') {
        if (optind >= w.count) {
            if (!w.silent) fprintf(stderr, "%s: option requires an argument -- '%c'\n", w.text[0], letter);
            optopt = letter;
            return missing(w);
        }
        value = w.text[optind++];
    }
    optarg = value;
    return letter;
}

int next_option(Words w) {
    if (w.count < 1) return -1;
    w.order = getenv("POSIXLY_CORRECT") != nullptr ? Order::stop : Order::permute;
    if (w.letters[0] == '-') w.order = Order::in_place;
    if (w.letters[0] == '+') w.order = Order::stop;
    if (w.letters[0] == '-' || w.letters[0] == '+') ++w.letters;
    w.silent = opterr == 0 || w.letters[0] == ':';
    begin();
    optarg = nullptr;
    if (rest == nullptr || *rest == '\0') {
        bool found = false;
        int answer = advance(w, &found);
        if (!found) return answer;
        char *word = w.text[optind];
        if (w.names != nullptr && word[1] == '-') return long_option(w, "--", word + 2);
        if (w.names != nullptr && w.single_dash && (word[2] != '\0' || strchr(w.letters, word[1]) == nullptr)) {
            int at = 0;
            bool ambiguous = false;
            const option *known = matching(w, word + 1, strcspn(word + 1, "="), &at, &ambiguous);
            if (known != nullptr || strchr(w.letters, word[1]) == nullptr) return long_option(w, "-", word + 1);
        }
        rest = word + 1;
    }
    return letter_option(w);
}

}  // namespace

extern "C" {

int getopt(int count, char *const *words, const char *letters) noexcept {
    return next_option({count, const_cast<char **>(words), letters, nullptr, nullptr, false, Order::permute, false});
}

int getopt_long(
    int count, char *const *words, const char *letters, const option *names, int *index) noexcept {
    return next_option({count, const_cast<char **>(words), letters, names, index, false, Order::permute, false});
}

int getopt_long_only(
    int count, char *const *words, const char *letters, const option *names, int *index) noexcept {
    return next_option({count, const_cast<char **>(words), letters, names, index, true, Order::permute, false});
}
}
