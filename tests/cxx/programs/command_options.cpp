// Options of a command line: words in between, groups of letters, long names and their beginnings.
#include <getopt.h>
#include <cstdio>

static void show(int c) { printf("%d:%s:%d ", c, optarg ? optarg : "-", optind); }

static void plain(int n, const char **words, const char *letters) {
    char *copy[12];
    for (int i = 0; i < n; ++i) copy[i] = const_cast<char *>(words[i]);
    copy[n] = nullptr;
    optind = 0;
    int c;
    while ((c = getopt(n, copy, letters)) != -1) show(c);
    printf("end %d:", optind);
    for (int i = 0; i < n; ++i) printf(" %s", copy[i]);
    printf("\n");
}

static void named(int n, const char **words, const char *letters) {
    static int level;
    static const option names[] = {{"size", required_argument, nullptr, 's'}, {"seed", optional_argument, nullptr, 'e'},
        {"verbose", no_argument, &level, 7}, {"verify", no_argument, nullptr, 'v'}, {nullptr, 0, nullptr, 0}};
    char *copy[12];
    for (int i = 0; i < n; ++i) copy[i] = const_cast<char *>(words[i]);
    copy[n] = nullptr;
    optind = 0;
    level = 0;
    int c, index = -1;
    while ((c = getopt_long(n, copy, letters, names, &index)) != -1) { show(c); printf("[%d] ", index); }
    printf("end %d %d:", optind, level);
    for (int i = 0; i < n; ++i) printf(" %s", copy[i]);
    printf("\n");
}

int main() {
    opterr = 0;
    const char *a[] = {"p", "-a", "-b", "5", "file", "-c7", "-ab9", "other", "--", "-a"};
    plain(10, a, "ab:c::");
    plain(10, a, "+ab:c::");
    plain(10, a, "-ab:c::");
    const char *b[] = {"p", "one", "-x", "-b"};
    plain(4, b, "ab:");
    plain(4, b, ":ab:");
    plain(2, b, "a");
    plain(1, b, "a");
    const char *c[] = {"p", "x", "--size", "3", "y", "--size=4", "--seed", "5", "--see=6", "z"};
    named(10, c, "s:");
    const char *d[] = {"p", "--ver", "--verb", "--verify=1", "-s9", "--none", "--size"};
    named(7, d, "s:v");
    named(7, d, ":s:v");
}
