import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { columnsOf } from '@sqrl/base/sqlite/tables.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { beginSharing, noteSharedChange } from '@sqrl/squirrel/learn/sharing/note-shared.ts';
import { newMemoryAction, recordMemoryAction } from '@sqrl/squirrel/learn/verbs/note-change.ts';
import { addEvidence } from '@sqrl/squirrel/store/memory/belongings.ts';
import {
  addMemory,
  memoryAt,
  type Row,
  replaceMemory,
  rowById,
} from '@sqrl/squirrel/store/memory/memories.ts';
import { addStep } from '@sqrl/squirrel/store/memory/steps.ts';
import { wordsWithin } from '@sqrl/squirrel/store/memory/words.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { aMemory } from '@sqrl/squirrel/store/testing/a-memory.ts';
import type { Bench } from '../bench.ts';

const ROUNDS = 9;
const WRITES = 400;
const SINCE_SYNC = ['owner_id', 'user_id'];

/** What sharing costs a write: without it as before, with it unshared, and shared. CPU time, the ways in turn, medians. */
export const syncWrites: Bench = {
  summary: 'What states and outbox cost a write of a memory, shared and not',
  async run({ print }) {
    const folder = mkdtempSync(join(tmpdir(), 'sqrl-bench-'));
    const store = openStore(join(folder, 'project.db'), { now: Date.now });
    const old = insertWithout(store, SINCE_SYNC);
    const ways: Record<string, number[]> = {};
    let n = 0;
    const measure = (way: string, work: () => void) => {
      const begin = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(begin);
      ways[way] = [...(ways[way] ?? []), (user + system) / WRITES];
    };
    const fresh = (): Memory =>
      aMemory({
        id: `bench${String(n++).padStart(9, '0')}`,
        text: `Service ${n} needs port ${n * 7}`,
        files: ['src/a.ts'],
      });
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const added: Memory[][] = [[], []];
        const adds = [old, (memory: Memory) => addMemory(store, memory, hashOf(memory.text))] as const;
        for (const i of turns(round, 2))
          measure(i === 0 ? 'add, before' : 'add, now', () => {
            for (let k = 0; k < WRITES; k++) {
              const memory = fresh();
              added[i]!.push(memory);
              store.transaction(() => addEvidence(store, adds[i]!(memory), [proof]));
            }
          });
        const shared = added[0]!;
        store.transaction(() => shared.forEach((memory) => void beginSharing(store, memory, 1)));
        const edits = [
          ['edit, before', added[1]!, () => {}],
          ['edit, now', added[1]!, noteSharedChange],
          ['edit, shared', shared, noteSharedChange],
        ] as const;
        for (const i of turns(round, 3)) {
          const [way, memories, note] = edits[i]!;
          measure(way, () => {
            for (const { id } of memories) edit(store, rowById(store, id)!, `${round} ${i} of ${id}`, note);
          });
        }
      }
    } finally {
      store.close();
      rmSync(folder, { recursive: true, force: true });
    }
    const us = Object.fromEntries(Object.entries(ways).map(([way, all]) => [way, Math.round(median(all))]));
    const ratio = (a: string, b: string) => Number((median(ways[a]!) / median(ways[b]!)).toFixed(2));
    const figures = {
      us,
      addRatio: ratio('add, now', 'add, before'),
      editRatio: ratio('edit, now', 'edit, before'),
      sharedRatio: ratio('edit, shared', 'edit, before'),
    };
    for (const [way, time] of Object.entries(us)) print(`${way.padEnd(14)} ${time} µs CPU`);
    print(
      `not shared: an added memory costs ${figures.addRatio} times as much as before, an edited one ${figures.editRatio}; shared ${figures.sharedRatio}`,
    );
    return figures;
  },
};

const proof = { proof: 'explicit_statement', episode: null, events: [], quote: null, at: 1 };

/** Each way is first as often as last. */
const turns = (round: number, ways: number): number[] =>
  Array.from({ length: ways }, (_, i) => (i + round) % ways);

/** The statements of a write before memories had these columns. */
function insertWithout(store: Store, left: readonly string[]): (memory: Memory) => Row {
  const names = columnsOf(store.db, 'memory')
    .map(({ name }) => name)
    .filter((name) => name !== 'row' && !left.includes(name));
  const insert = `insert into memory (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`;
  const fieldOf = (name: string) =>
    name === 'trigger_when' ? 'trigger' : name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return (memory) => {
    const more: Record<string, unknown> = {
      ...memory,
      hash: hashOf(memory.text),
      words: wordsWithin(memory),
    };
    const values = names.map((name) => {
      const value = more[fieldOf(name)];
      return typeof value === 'boolean'
        ? Number(value)
        : Array.isArray(value)
          ? JSON.stringify(value)
          : value;
    });
    const { lastInsertRowid } = store.sql(insert).run(...(values as string[]));
    store
      .sql('insert into memory_words (rowid, text, tags, files, words) values (?, ?, ?, ?, ?)')
      .run(lastInsertRowid, memory.text, '[]', JSON.stringify(memory.files), more.words as string);
    const place = store.sql('insert or ignore into memory_place (kind, name, memory) values (?, ?, ?)');
    for (const file of memory.files) place.run('file', file, lastInsertRowid);
    return Number(lastInsertRowid);
  };
}

/** What an edit writes; its vector aside. */
function edit(store: Store, row: Row, text: string, note: typeof noteSharedChange): void {
  store.transaction(() => {
    const before = memoryAt(store, row)!;
    const after = { ...before, text, updatedAt: before.updatedAt + 1 };
    replaceMemory(store, row, after, hashOf(text));
    const { id, updatedAt: at, confidence } = after;
    addStep(store, {
      memory: id,
      at,
      did: 'changed',
      why: 'a person edited it',
      before: before.text,
      confidence,
    });
    note(store, before, after, at);
    recordMemoryAction(
      store,
      { action: newMemoryAction(), did: 'changed', at },
      { memory: before },
      { memory: after },
    );
  });
}

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1]!;
