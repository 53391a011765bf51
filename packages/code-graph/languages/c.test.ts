import { expect, test } from 'vitest';
import { outline, readSource } from '../testing/outline.ts';
import { testLinks } from '../testing/small-world.ts';

test('functions, prototypes, types, macros and globals of C are symbols; what is static is hidden', async () => {
  const facts = await readSource(
    'a.c',
    `#include "a.h"
#include <stdio.h>
#define GUARD
#define MAX 10
#define SQ(x) ((x)*(x))
typedef struct node { int v; struct node *next; } node_t;
typedef int (*callback)(int);
struct point { int x, y; char *name; int (*done)(int); };
union u { int a; };
enum color { RED, GREEN = 2 };
static int helper(int a) { int local = 1; return a; }
char *dup(const char *s);
char **dup2(const char *s) { return 0; }
extern int shared;
int table[3] = {1,2,3};
static node_t *head = NULL, *tail;
#ifdef X
int cond(void) { return 1; }
#else
int other;
#endif
`,
  );

  expect(facts.broken).toBe(false);
  expect(outline(facts)).toEqual([
    'variable MAX 4-4',
    'function SQ 5-5',
    'type node_t 6-6',
    '  class node 6-6',
    '    field v 6-6',
    '    field next 6-6',
    'type callback 7-7',
    'class point 8-8',
    '  field x 8-8',
    '  field y 8-8',
    '  field name 8-8',
    '  field done 8-8',
    'class u 9-9',
    '  field a 9-9',
    'enum color 10-10',
    '  field RED 10-10',
    '  field GREEN 10-10',
    'function helper 11-11 hidden',
    'function dup 12-12',
    'function dup2 13-13',
    'variable shared 14-14',
    'variable table 15-15',
    'variable head 16-16 hidden',
    'variable tail 16-16 hidden',
    'function cond 18-18',
    'variable other 20-20',
  ]);
  expect(facts.imports.map(({ specifier }) => specifier)).toEqual(['a.h', 'include/stdio.h']);
});

test('a file of C that does not parse yields the functions around the trouble', async () => {
  const facts = await readSource(
    'a.c',
    'int before(void) { return 1; }\nint %%% ;;; )(\nint after(void) { return 2; }\n',
  );

  expect(facts.broken).toBe(true);
  expect(outline(facts)).toEqual(['function before 1-1', 'function after 3-3']);
});

test('includes are found beside the file, nearest of several, and in an include folder', async () => {
  const links = await testLinks({
    'src/a.c':
      '#include "a.h"\n#include "util/b.h"\n#include <lib/c.h>\n#include <string.h>\n#include "twin.h"\n',
    'src/a.h': 'int a(void);',
    'lib/util/b.h': 'int b(void);',
    'include/lib/c.h': 'int c(void);',
    'compat/string.h': 'int d(void);',
    'one/twin.h': '',
    'two/twin.h': '',
  });

  expect(links).toEqual([
    'src/a.c -imports-> src/a.h (import)',
    'src/a.c -imports-> lib/util/b.h (import)',
    'src/a.c -imports-> include/lib/c.h (import)',
  ]);
});
