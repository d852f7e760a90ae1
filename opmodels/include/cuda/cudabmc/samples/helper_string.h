/* Stands for helper_string.h of the CUDA samples: flags of the command line, `-name`, `--name`, `-name=value`. */
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
inline bool checkCmdLineFlag(const int argc, const char **argv, const char *name) {
    return __sdkFlagValue(argc, argv, name) != NULL;
}
inline int getCmdLineArgumentInt(const int argc, const char **argv, const char *name) {
    const char *value = __sdkFlagValue(argc, argv, name);
    return value ? atoi(value) : 0;
}
inline float getCmdLineArgumentFloat(const int argc, const char **argv, const char *name) {
    const char *value = __sdkFlagValue(argc, argv, name);
    return value ? (float)atof(value) : 0.0f;
}
inline bool getCmdLineArgumentString(const int argc, const char **argv, const char *name, char **result) {
    const char *value = __sdkFlagValue(argc, argv, name);
    *result = (char *)value;
    return value != NULL;
}
/* The file itself, if it is there. */
inline char *sdkFindFilePath(const char *name, const char *) {
    FILE *file = fopen(name, "rb");
    if (file == NULL) return NULL;
    fclose(file);
    return strdup(name);
}
