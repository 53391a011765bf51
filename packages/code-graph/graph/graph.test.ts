import { join } from 'node:path';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openIndexer } from '../index/indexer.ts';
import { symbolsNamed } from '../tables/symbols.ts';
import { repository } from '../testing/repository.ts';
import { type CodeGraph, openGraph } from './graph.ts';
import { impactOf } from './impact.ts';
import { filesNear, filesTied } from './near.ts';
import { readTag } from './reach.ts';
import { testsOf } from './tests.ts';

const FILES = {
  'a.ts': 'export function base() {}\nexport function other() {}',
  'b.ts': 'import { base } from "./a";\nexport function middle() { base(); }',
  'c.ts': 'import { middle } from "./b";\nexport function top() { middle(); }',
  'd.ts': 'import { base, other } from "./a";\nexport function side() {\n  base();\n  other();\n}',
  'test/c.ts': 'import { top } from "../c";\nexport function checks() { top(); }',
};

async function indexed(files: Readonly<Record<string, string>> = FILES) {
  const repo = repository(files);
  const path = join(repository().root, 'project.db');
  const store = openStore(path, { now: () => 1 });
  const indexer = openIndexer(store, { root: repo.root, env: {}, now: () => 1 });
  onTestFinished(() => store.close());
  await indexer.update();
  return { ...repo, store, indexer };
}

const nodeOf = (store: Store, graph: CodeGraph, name: string): number =>
  graph.nodeOf(symbolsNamed(store, name, 1)[0]!.id);
const namesOf = (store: Store, graph: CodeGraph, nodes: Iterable<number>): string[] =>
  [...nodes].map((node) => {
    const id = graph.idOf(node);
    return store.sql('select name from code_symbol where id = ?').get(id)!.name as string;
  });

function usersOf(store: Store, graph: CodeGraph, name: string): string[] {
  const users: number[] = [];
  graph.eachInto(nodeOf(store, graph, name), (other, tag) => {
    if (readTag(tag).kind === 'calls') users.push(other);
  });
  return namesOf(store, graph, users);
}

test('a graph is read again once a row has changed, and not before', async () => {
  const { store, indexer, write, remove } = await indexed();
  const first = openGraph(store);
  expect(openGraph(store, first)).toBe(first);
  const gone = symbolsNamed(store, 'side', 1)[0]!.id;
  remove('d.ts');
  write('e.ts', 'import { top } from "./c";\nexport function late() { top(); }');
  await indexer.update();
  const graph = openGraph(store, first);
  expect(graph.nodeOf(gone)).toBe(-1);
  expect(usersOf(store, graph, 'base')).toEqual(['middle']);
  expect(usersOf(store, graph, 'top').sort()).toEqual(['checks', 'late']);
});

test('impact goes from what is changed to all that uses it, code before tests, and says along which way', async () => {
  const { store } = await indexed();
  const graph = openGraph(store);
  const { order, reach, byDepth, tests, files } = impactOf(graph, [nodeOf(store, graph, 'base')], 3);
  expect(
    namesOf(
      store,
      graph,
      Array.from(order, (at) => reach.nodes[at]!),
    ),
  ).toEqual(['middle', 'side', 'top', 'checks']);
  expect({ byDepth, tests, files }).toEqual({ byDepth: [2, 1, 1], tests: 1, files: 4 });
  const way: number[] = [];
  for (let at = order.at(-1)!; at !== -1; at = reach.vias[at]!) way.push(reach.nodes[at]!);
  expect(namesOf(store, graph, way)).toEqual(['checks', 'top', 'middle', 'base']);
  const { sure: found } = testsOf(store, graph, [nodeOf(store, graph, 'middle')], 5);
  expect(
    namesOf(
      store,
      graph,
      Array.from(found.order, (at) => found.reach.nodes[at]!),
    ),
  ).toEqual(['checks']);
});

test('files are tied by imports and by what they use of each other', async () => {
  const { store } = await indexed();
  const graph = openGraph(store);
  const tied = (name: string, way: 'into' | 'out') =>
    filesTied(graph, nodeOf(store, graph, name), way).map(({ file, kinds }) => [
      ...namesOf(store, graph, [file]),
      kinds,
    ]);
  expect(tied('a.ts', 'into')).toEqual([
    ['d.ts', { imports: 1, calls: 2 }],
    ['b.ts', { imports: 1, calls: 1 }],
  ]);
  expect(tied('b.ts', 'out')).toEqual([['a.ts', { imports: 1, calls: 1 }]]);
  const near = filesNear(graph, [nodeOf(store, graph, 'b.ts'), nodeOf(store, graph, 'd.ts')]);
  expect(
    namesOf(
      store,
      graph,
      near.map(({ file }) => file),
    )[0],
  ).toBe('a.ts');
});
