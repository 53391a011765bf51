import { expect, test } from 'vitest';
import type { Node } from 'web-tree-sitter';
import { readerOf } from '../languages/languages.ts';
import { flatTreeOf } from './copy-tree.ts';
import { END, type FlatTree, NEXT, START, STRIDE, TYPE } from './flat-tree.ts';
import { openParsers } from './grammars.ts';

const SOURCES: Record<string, string> = {
  ts: `// é\n@d() export default class A<T> extends B { #p?: T = 1; async *m({ a, b: [c] = [] }, ...r) { label: for (const x of r) x?.[0]!.y\`\${c}\`; } }
    export type U = { [K in keyof T]?: T[K] } | (() => void); namespace N { export = 1 } if (a) { b } else if (c d) {`,
  tsx: `export const F = () => <><A b={c} {...d}>text &amp; {e}</A></>;`,
  js: `const { a = 1, ...b } = require('x'); module.exports = function* () { yield* b; /* c */ }; a ? b : (c, d)`,
  py: `@d\nclass A(B, metaclass=C):\n    async def f(self, *a: int, **k) -> int:\n        return [x for x in a if x]  # é\nf"{a!r}"\n`,
  go: `package p\nfunc (s *S[T]) F(a, b int, c ...string) (x error) { go func() { <-c }(); return a.b[1:2] }`,
  rs: `impl<T: A> B for C<T> { fn f(&self, x: u8) -> Result<(), E> { match x { 1..=2 => m!(a, b), _ => return Err(e)?, } } }`,
  java: `class A<T> extends B implements C { @D int x = 1; <U> void m(U... u) throws E { for (var v : u) v.w(); } }`,
  c: `#include <a.h>\nstatic int *f(struct s *p, ...) { return p->x ? (int *)p : 0; }`,
  cpp: `template <typename T> class A : public B<T> { A() : b(1) {} auto f() const -> int { return [=](auto x) { return x; }(1); } };`,
  cs: `namespace N { class A : B { int P { get; set; } = 1; async Task F<T>() => await g?.H(out var x); } }`,
  rb: `class A < B\n  def f(a, *b, k: 1, &c) = a.map { |x| "#{x}" }\nend\n`,
  php: `<?php namespace N; class A extends B { use T; public function f(int ...$a): ?int { return $this->b?->c($a); } }`,
};

test.each(Object.entries(SOURCES))(
  'a copy of a tree of .%s has every node in its place',
  async (ending, source) => {
    const { grammar } = readerOf(`a.${ending}`)!;
    const parsers = await openParsers();
    const tree = parsers.parser(grammar).parse(`${source}\n`.repeat(3))!;

    const nodes = nodesOf(flatTreeOf(tree));

    expect(nodes.length).toBeGreaterThan(20);
    expect(nodes).toEqual(nodesBelow(tree.rootNode));
    tree.delete();
    parsers.close();
  },
);

const nodesOf = ({ nodes, end }: FlatTree): number[][] =>
  Array.from({ length: end / STRIDE }, (_, i) =>
    [TYPE, START, END, NEXT].map((what) => nodes[i * STRIDE + what]! / (what === NEXT ? STRIDE : 1)),
  );

/** The same, asked of the parser node by node. */
function nodesBelow(node: Node, place = 0): number[][] {
  const inside: number[][] = [];
  for (const child of node.children) inside.push(...nodesBelow(child, place + 1 + inside.length));
  return [[node.typeId, node.startIndex, node.endIndex, place + 1 + inside.length], ...inside];
}
