#include <stdio.h>
#include <stdarg.h>
#ifndef va_arg
#define va_arg(list, type) __builtin_va_arg(list, type)
#endif
static double sum(int n, ...) {
  va_list a, b;
  double s = 0;
  va_start(a, n);
  va_copy(b, a);
  for (int i = 0; i < n; i++) s += i % 2 ? va_arg(a, double) : (double)va_arg(a, int);
  va_end(a);
  s += 100 * va_arg(b, int);
  va_end(b);
  return s;
}
static const char *last(int n, ...) {
  va_list a;
  va_start(a, n);
  const char *p = "none";
  while (n-- > 0) p = va_arg(a, const char *);
  return p;
}
int main(void) {
  const char *(*f)(int, ...) = last;
  printf("%g %g %s %s\n", sum(3, 1, 2.5f, 'a'), sum(1, -4), f(2, "x", "y"), f(0));
  return 0;
}
