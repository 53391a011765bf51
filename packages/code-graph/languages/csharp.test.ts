import { expect, test } from 'vitest';
import { outline, readSource } from '../testing/outline.ts';
import { testLinks } from '../testing/small-world.ts';

test('every construct of C# that has a name is a symbol', async () => {
  const facts = await readSource(
    'Cart.cs',
    `using System;
using static System.Math;
using Alias = Acme.Core.Thing;
global using Foo.Bar;
namespace Acme.Shop {
  public record Point(int X, int Y);
  public class Cart<T> : Base<T>, IDisposable, Acme.IFoo where T : class {
    private readonly int a, b = 2;
    const int K = 1;
    public string Name { get; set; }
    public event EventHandler Changed;
    public Cart(int x) : base(x) { void Local() {} using var f = Open(); int v = 1; }
    internal async Task<int> Run<U>(U u) { return 1; }
    enum Kind { A, B = 2 }
  }
  interface IFoo { void Go(); }
  struct S { public int x; }
  public delegate void Handler(object o);
}
`,
  );

  expect(facts.broken).toBe(false);
  expect(outline(facts)).toEqual([
    'namespace Acme.Shop 5-19',
    '  class Point 6-6',
    '  class Cart 7-15',
    '    field a 8-8 hidden',
    '    field b 8-8 hidden',
    '    field K 9-9 hidden',
    '    field Name 10-10',
    '    field Changed 11-11',
    '    method Cart 12-12',
    '      function Local 12-12',
    '    method Run 13-13',
    '    enum Kind 14-14 hidden',
    '      field A 14-14',
    '      field B 14-14',
    '  interface IFoo 16-16',
    '    method Go 16-16',
    '  class S 17-17',
    '    field x 17-17',
    '  type Handler 18-18',
  ]);
  expect(facts.imports.map(({ specifier }) => specifier)).toEqual([
    'System',
    'System.Math',
    'Acme.Core.Thing',
    'Foo.Bar',
  ]);
});

test('a supertype is found where only one type has its name, and not where two do', async () => {
  const links = await testLinks({
    'Base.cs': 'namespace A; public class Base {} class Twin {}',
    'More.cs': 'namespace B; class Twin {} class Method { void Lonely() {} }',
    'Cart.cs': 'namespace C; class Cart : Base, IDisposable {} class Other : Twin {} class Third : Lonely {}',
  });

  expect(links).toEqual(['Cart.cs:Cart -inherits-> Base.cs:Base (import)']);
});
