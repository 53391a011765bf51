import { expect, test } from 'vitest';
import { outline, readSource } from '../testing/outline.ts';
import { testLinks } from '../testing/small-world.ts';

test('every construct of C++ that has a name is a symbol', async () => {
  const facts = await readSource(
    'box.cpp',
    `#include "b.hpp"
namespace app::core {
template <typename T> class Box : public Base, private std::vector<T>, Other<T> {
 public:
  Box(int a) : a_(a) {}
  ~Box();
  int get() const;
  static Box *make();
  T &ref() { return t; }
  bool operator==(const Box &o) const;
  int a_ = 0;
  std::string s, t;
};
struct P { int x; };
enum class Color { Red, Green };
using Id = unsigned;
template <class T> T max(T a, T b) { return a; }
int Box<int>::get() const { return 1; }
Box::~Box() {}
void app::Foo::bar() { int local(1); }
std::string &Foo::name() { static int n; return n; }
inline constexpr int kMax = 3;
int free_fn(int x);
}
extern "C" { void cfn(void); }
`,
  );

  expect(facts.broken).toBe(false);
  expect(outline(facts)).toEqual([
    'namespace app::core 2-24',
    '  class Box 3-13',
    '    method Box 5-5',
    '    method ~Box 6-6',
    '    method get 7-7',
    '    method make 8-8',
    '    method ref 9-9',
    '    method operator== 10-10',
    '    field a_ 11-11',
    '    field s 12-12',
    '    field t 12-12',
    '  class P 14-14',
    '    field x 14-14',
    '  enum Color 15-15',
    '    field Red 15-15',
    '    field Green 15-15',
    '  type Id 16-16',
    '  function max 17-17',
    '  function get 18-18',
    '  function ~Box 19-19',
    '  function bar 20-20',
    '  function name 21-21',
    '  variable kMax 22-22',
    '  function free_fn 23-23',
    'function cfn 25-25',
  ]);
});

test('a header is read as C++ where it has what C has not', async () => {
  expect((await readSource('a.h', 'class A { int b(); };')).language).toBe('cpp');
  expect((await readSource('a.h', 'struct a { int b; };')).language).toBe('c');
});

test('base classes are found through includes', async () => {
  const links = await testLinks({
    'src/box.cpp': '#include "base.hpp"\nclass Box : public app::Base, std::vector<int>, Far {};',
    'src/base.hpp': 'namespace app { class Base {}; }',
    'other/far.hpp': 'class Far {}; class vector {};',
  });

  expect(links).toEqual([
    'src/box.cpp -imports-> src/base.hpp (import)',
    'src/box.cpp:Box -inherits-> src/base.hpp:Base (import)',
    'src/box.cpp:Box -inherits-> other/far.hpp:Far (unique name)',
  ]);
});
