#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stddef.h>
struct P { int x, y; };
typedef struct { char c; int b1:5; unsigned b2:7; int b3:20; long l; short s[3]; union { int i; float f; char ch[4]; } u; struct P p; } S;
enum E { A, B = 7, C };
static struct P mk(int x, int y) { struct P p = {x, y}; return p; }
static int sum(struct P p) { p.x += 100; return p.x + p.y; }
static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
int garr[3][4] = {{1,2},{[2]=5},{7,8,9,10}};
struct { int a; int b[3]; struct P p; } gs = { 1, .b[1] = 2, 3, {4, 5} };
int *gp = &garr[1][2];
const char *msgs[] = {"zero", "one", [3] = "three"};
int (*fp)(int) = fact;
static int counter(void) { static int n = 10; return n++; }
static int duff(int count) { int r = 0; int n = (count + 3) / 4; switch (count % 4) { case 0: do { r += 1; case 3: r += 10; case 2: r += 100; case 1: r += 1000; } while (--n > 0); } return r; }
static int gotos(int n) { int i = 0, s = 0; again: if (i < n) { int k = i * 2; int *q = &k; s += *q; i++; if (s > 50) goto out; goto again; } out: return s; }
static void vla(int n, int m, int a[n][m]) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = i * m + j; }
int main(void) {
  S s; memset(&s, 0, sizeof s);
  s.b1 = -3; s.b2 = 200; s.b3 = 123456; s.l = -5; s.s[2] = 70000; s.u.f = 1.5f; s.p = mk(3, 4);
  printf("%d %u %d %ld %d %x %d %d\n", s.b1, s.b2, s.b3, s.l, s.s[2], s.u.i, s.p.x, sum(s.p));
  printf("%zu %zu %zu %zu\n", sizeof(S), offsetof(S, l), offsetof(S, s[1]), offsetof(S, p.y));
  unsigned char *b = (unsigned char *)&s; for (size_t i = 0; i < 8; i++) printf("%02x ", b[i]); printf("\n");
  s.b1++; s.b2 += 5; s.b3 <<= 2; printf("%d %d %d %d\n", s.b1, s.b2, s.b3, s.l);
  for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) printf("%d ", garr[i][j]);
  printf("\n%d %d %d %d %d %d %d\n", gs.a, gs.b[0], gs.b[1], gs.b[2], gs.p.x, gs.p.y, *gp);
  printf("%s %s %d %s\n", msgs[0], msgs[1], msgs[2] == 0, msgs[3]);
  printf("%d %d %d\n", fp(5), (*fp)(6), (**fp)(3));
  printf("%d ", counter()); printf("%d ", counter()); printf("%d\n", counter());
  printf("%d %d %d %d\n", duff(5), duff(7), duff(8), duff(1));
  printf("%d\n", gotos(20));
  int n = 3, m = 5; int a[n][m]; vla(n, m, a); printf("%d %zu %zu\n", a[2][3], sizeof a, sizeof a[0]);
  int loc[20] = {1, 2, [10] = 7, n}; int t = 0; for (int i = 0; i < 20; i++) t = t * 3 + loc[i]; printf("%d\n", t);
  struct P ps[2] = {{1, 2}, mk(8, 9)}; struct P q = ps[1]; q.x++; printf("%d %d %d\n", ps[1].x, q.x, ((struct P){5, 6}).y);
  char str[] = "hello"; char str2[10] = "ab"; printf("%s %zu %d %d\n", str, sizeof str, str2[5], str[1] == 'e');
  int x = 5; x += x++ > 3 ? 2 : 1; int y = (x, x + 1); printf("%d %d\n", x, y);
  unsigned u = 3; int neg = -4; printf("%d %d %u\n", u > neg, neg / 3, u - 4);
  printf("%d %d %d\n", -7 % 3, -7 >> 1, (unsigned char)300);
  signed char sc = 127; sc++; unsigned short us = 0; us--; printf("%d %d\n", sc, us);
  long long big = 1LL << 40; printf("%lld %lld %llu\n", big, -big / 7, 1ULL << 63);
  double d = 1.0 / 3; float f = d; printf("%.17g %.9g %d %d\n", d, f, (int)3.99, (int)-3.99);
  int *pa = &loc[2], *pb = &loc[10]; printf("%td %d %d\n", pb - pa, pa < pb, *(pb - 8 + 0));
  switch (n) { case 1: printf("one\n"); break; case 3: printf("three\n"); default: printf("dflt\n"); case 9: printf("nine\n"); break; case 10: printf("no\n"); }
  int k = 0; while (1) { if (++k == 3) continue; if (k > 6) break; } do k--; while (k > 2); printf("%d\n", k);
  printf("%d %d %d\n", A, B, C); enum E e = C; printf("%d\n", e == 8 && e > B || n);
  int r = ({ int z = 4; z * z; }); printf("%d\n", r);
  printf("%s\n", __func__); printf("%d\n", _Generic(d, int: 1, double: 2, default: 3));
  { int x = 77; { int x = 88; printf("%d ", x); } printf("%d\n", x); }
  for (int i = 0, j = 10; i < j; i += 3, j--) printf("%d%d ", i, j); printf("\n");
  int arr2[] = {5, 4, 3}; int *ip = arr2; printf("%d ", *ip++); printf("%d ", *++ip); printf("%d\n", (*ip)--); printf("%d\n", 2[arr2]);
  const char *pp = "abc" "def"; printf("%c %c %d\n", pp[4], *(pp + 1), '\x41' + '\n' + '\101');
  printf("%d %d\n", sizeof(int[3]) == 12, (int)sizeof(char));
  uint64_t h = 14695981039346656037ULL; for (const char *c = "fnv"; *c; c++) h = (h ^ (unsigned char)*c) * 1099511628211ULL; printf("%llu\n", (unsigned long long)h);
  _Bool bo = 5; bo += 0; printf("%d %d %d\n", bo, !bo, (_Bool)0.5); 
  int nn = 0; if (n > 5 && (nn = 1)) nn = 2; if (n < 5 || (nn = 7)) nn += 1; printf("%d\n", nn);
  struct P *hp = &ps[0]; hp->x = hp->y = 9; printf("%d %d\n", hp->x, (*hp).y); 
  int w = 0x7fffffff; unsigned long ul = (unsigned long)w * 2 + 1; printf("%lu %ld\n", ul, (long)(int)ul); printf("%d\n", (int)(char)0xff);
  return 3;
}
