// The C library through its C++ headers.
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>

int main() {
    char buffer[32];
    std::strcpy(buffer, "hello");
    std::strcat(buffer, " there");
    std::printf("%s %zu %d\n", buffer, std::strlen(buffer), std::strncmp(buffer, "help", 3));
    std::printf("%s %s\n", std::strchr(buffer, 't'), std::strstr(buffer, "lo"));
    std::memmove(buffer + 2, buffer, 5);
    std::printf("%s\n", buffer);
    std::memset(buffer, 'x', 3);
    std::printf("%s %d\n", buffer, std::memcmp("abc", "abd", 3) < 0);
    std::printf("%d %ld %.2f\n", std::atoi("-12"), std::strtol("ff", nullptr, 16), std::atof("2.75"));
    std::printf("%d %d %c\n", std::isdigit('7') != 0, std::isalpha('7') != 0, std::toupper('q'));
    std::printf("%d %ld\n", std::abs(-5), std::labs(-6L));
    int *p = static_cast<int *>(std::calloc(4, sizeof(int)));
    p[3] = 8;
    p = static_cast<int *>(std::realloc(p, 8 * sizeof(int)));
    std::printf("%d %d\n", p[0], p[3]);
    std::free(p);
    char text[] = "a,b;c";
    for (char *t = std::strtok(text, ",;"); t; t = std::strtok(nullptr, ",;")) std::printf("%s ", t);
    std::printf("\n");
}
