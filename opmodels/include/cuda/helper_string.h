/* Stands for helper_string.h of the CUDA samples: flags of the command line, `-name`, `--name`, `-name=value`.
   It takes the place of the samples' own file, whose loops over arbitrary arguments would not end soon. */
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __cplusplus
#include <fstream> /* which helper_functions.h takes from here */
#include <string>
#endif
#include <strings.h>

/* Names of functions that are not the same on all systems. */
#define STRCASECMP strcasecmp
#define STRNCASECMP strncasecmp
#define STRCPY(target, length, source) strcpy(target, source)
#define FOPEN(file, name, mode) (file = fopen(name, mode))
#define FOPEN_FAIL(file) (file == NULL)
#define SSCANF sscanf
#define SPRINTF sprintf
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

/* What follows the flag in the arguments: "" if nothing does, NULL if it is not there. */
inline const char *__sdkFlagValue(const int argc, const char **argv, const char *name) {
    size_t length = strlen(name);
    if (length > 0 && name[length - 1] == '=') length--;
    for (int i = 1; i < argc; i++) {
        const char *text = argv[i];
        while (*text == '-') text++;
        if (strncmp(text, name, length) == 0 && (text[length] == 0 || text[length] == '='))
            return text[length] == '=' ? text + length + 1 : text + length;
    }
    return NULL;
}
/* Models, because arguments may be arbitrary. */
bool checkCmdLineFlag(int argc, const char **argv, const char *string_ref) __asm__("cudabmc:checkCmdLineFlag:0");
int getCmdLineArgumentInt(int argc, const char **argv, const char *string_ref)
    __asm__("cudabmc:getCmdLineArgumentInt:0");
inline float getCmdLineArgumentFloat(const int argc, const char **argv, const char *name) {
    const char *value = __sdkFlagValue(argc, argv, name);
    return value ? (float)atof(value) : 0.0f;
}
inline bool getCmdLineArgumentString(const int argc, const char **argv, const char *name, char **result) {
    const char *value = __sdkFlagValue(argc, argv, name);
    *result = (char *)value;
    return value != NULL;
}
template <class T>
inline bool getCmdLineArgumentValue(const int argc, const char **argv, const char *name, T *value) {
    if (!checkCmdLineFlag(argc, argv, name)) return false;
    *value = (T)getCmdLineArgumentInt(argc, argv, name);
    return true;
}
inline int stringRemoveDelimiter(char delimiter, const char *text) {
    int begin = 0;
    while (text[begin] == delimiter) begin++;
    return begin >= (int)strlen(text) - 1 ? 0 : begin;
}
/* Where the extension begins goes to *extension, and its place is the result; NULL and 0 if there is none. */
inline int getFileExtension(char *name, char **extension) {
    char *dot = strrchr(name, '.');
    *extension = dot && dot != name ? dot + 1 : NULL;
    return *extension ? (int)(*extension - name) : 0;
}
/* The file in the current folder, in data/ there, or in Common/data of the samples, two to four folders up; NULL if it is
   in none of them. Folders that have the name of the executable are left out. */
inline char *sdkFindFilePath(const char *name, const char *) {
    const char *folders[] = {"./", "./data/", "../../../../Common/data/", "../../../Common/data/", "../../Common/data/"};
    for (const char *folder : folders) {
        char *path = (char *)malloc(strlen(folder) + strlen(name) + 1);
        strcpy(path, folder);
        strcat(path, name);
        FILE *file = fopen(path, "rb");
        if (file != NULL) {
            fclose(file);
            return path;
        }
        free(path);
    }
    return NULL;
}
