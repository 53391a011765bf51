import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { edgeRows, nodeRows } from '../../store/code/graph.ts';
import { codeGeneration } from '../../store/code/state.ts';
import { symbolsNamed } from '../../store/code/symbols.ts';
import { openStore } from '../../store/open.ts';
import type { Store } from '../../store/store.ts';
import { freeze } from '../facts/frozen.ts';
import { openIndexer } from '../index/indexer.ts';
import { loadSnapshot, saveSnapshot } from '../index/snapshot.ts';
import { repository } from '../testing/repository.ts';
import { openToyReader, toyLinker } from '../testing/toy.ts';
import { type CodeGraph, openGraph } from './graph.ts';
import { impactOf } from './impact.ts';
import { filesNear, filesTied } from './near.ts';
import { readTag } from './reach.ts';
import { testsOf } from './tests.ts';

const FILES = {
  'a.toy': 'def base\ndef other',
  'b.toy': 'use ./a\ndef middle\ncall base',
  'c.toy': 'use ./b\ndef top\ncall middle',
  'd.toy': 'use ./a\ndef side\ncall base\ncall other',
  'test/c.toy': 'use ../c\ndef checks\ncall top',
};

async function indexed(files: Readonly<Record<string, string>> = FILES) {
  const repo = repository(files);
  const path = join(repository().root, 'project.db');
  const store = openStore(path, { now: () => 1 });
  const indexer = openIndexer(store, {
    root: repo.root,
    env: {},
    now: () => 1,
    linkers: [toyLinker],
    openReader: openToyReader,
  });
  onTestFinished(() => store.close());
  await indexer.update();
  return { ...repo, store, indexer, path };
}

/** All edges of a graph by the ids of their ends, told from both ends. */
function edgesIn(store: Store, graph: CodeGraph): { out: string[]; into: string[] } {
  const out: string[] = [];
  const into: string[] = [];
  for (const id of nodeRows(store).ids) {
    const node = graph.nodeOf(id);
    const file = graph.idOf(graph.fileOf(node));
    const of = `${id} of ${file} ${graph.kindOf(node)} ${graph.isTest(node)}`;
    graph.eachOut(node, (other, tag) => out.push(`${of} ${tag} ${graph.idOf(other)}`));
    graph.eachInto(node, (other, tag) => into.push(`${of} ${tag} ${graph.idOf(other)}`));
  }
  return { out: out.sort(), into: into.sort() };
}

const whole = (store: Store) => freeze(nodeRows(store), edgeRows(store), codeGeneration(store));
const nodeOf = (store: Store, graph: CodeGraph, name: string): number =>
  graph.nodeOf(symbolsNamed(store, name, 1)[0]!.id);
const namesOf = (store: Store, graph: CodeGraph, nodes: Iterable<number>): string[] =>
  [...nodes].map((node) => {
    const id = graph.idOf(node);
    return store.sql('select name from code_symbol where id = ?').get(id)!.name as string;
  });

test('changes laid over a graph answer as a graph made anew does', async () => {
  const { store, indexer, write, remove } = await indexed();
  let graph = openGraph(store);
  const changes = [
    () => write('b.toy', 'use ./a\ndef first\ncall other\ndef middle\ncall base\ncall first'),
    () => write('a.toy', 'def other\ndef base\ncall other'),
    () => write('e.toy', 'use ./c\ndef late\ncall top'),
    () => remove('d.toy'),
    () => write('a.toy', 'def base'),
    () => remove('e.toy'),
    () => write('d.toy', 'use ./b\ndef side\ncall middle'),
  ];
  for (const change of changes) {
    change();
    await indexer.update();
    graph = openGraph(store, graph);
    const anew = freeze(nodeRows(store), edgeRows(store), codeGeneration(store));
    saveSnapshot(store, anew);
    const loaded = openGraph(store);
    expect(loaded.frozen.generation).toBe(codeGeneration(store));
    expect(graph.frozen.generation).toBeLessThan(codeGeneration(store));
    expect(edgesIn(store, graph)).toEqual(edgesIn(store, loaded));
    // Another process wrote it down; whoever still holds the one from before it takes that.
    graph = openGraph(store, graph);
    expect(edgesIn(store, graph)).toEqual(edgesIn(store, loaded));
  }
});

test('what went since a graph was written down is not in it', async () => {
  const { store, indexer, remove } = await indexed();
  openGraph(store);
  const gone = symbolsNamed(store, 'side', 1)[0]!.id;
  remove('d.toy');
  await indexer.update();
  const graph = openGraph(store);
  expect(graph.frozen.generation).toBeLessThan(graph.generation);
  expect(graph.nodeOf(gone)).toBe(-1);
  const users: string[] = [];
  graph.eachInto(nodeOf(store, graph, 'base'), (other, tag) => {
    if (readTag(tag).kind === 'calls') users.push(...namesOf(store, graph, [other]));
  });
  expect(users).toEqual(['middle']);
});

test('a graph is written down once, and only taken for that of its own rows', async () => {
  const { store, path } = await indexed();
  openGraph(store);
  expect(existsSync(`${path}.graph`)).toBe(true);
  expect(loadSnapshot(store)).toEqual(whole(store));
  const other = await indexed({ 'a.toy': 'def alone' });
  openGraph(other.store);
  writeFileSync(`${path}.graph`, 'torn');
  expect(loadSnapshot(store)).toBeUndefined();
  expect(openGraph(store).size).toBe(nodeRows(store).ids.length);
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
  expect(tied('a.toy', 'into')).toEqual([
    ['d.toy', { imports: 1, calls: 2 }],
    ['b.toy', { imports: 1, calls: 1 }],
  ]);
  expect(tied('b.toy', 'out')).toEqual([['a.toy', { imports: 1, calls: 1 }]]);
  const near = filesNear(graph, [nodeOf(store, graph, 'b.toy'), nodeOf(store, graph, 'd.toy')]);
  expect(
    namesOf(
      store,
      graph,
      near.map(({ file }) => file),
    )[0],
  ).toBe('a.toy');
});
