import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { settleSession } from '@sqrl/squirrel/ingest/episodes/settle.ts';
import { addEvents, type NewEvent } from '@sqrl/squirrel/store/events/events.ts';
import {
  failurePatterns,
  failureSeen,
  filesTogether,
  fileUse,
  stepsOnFile,
  stepsOnFilesLike,
  toolUseRows,
} from '@sqrl/squirrel/store/events/history.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import type { Bench } from './bench.ts';
import { hundredths, times } from './percentiles.ts';

/** The questions of the history over a million events, compared with one plain scan, which a question must never be. */
export const history: Bench = {
  summary: 'Latency of questions about past work with a million events (--rows N for fewer)',
  async run({ flags, print }) {
    const rows = Number(flags.rows ?? 1_000_000);
    const folder = mkdtempSync(join(tmpdir(), 'sqrl-bench-'));
    try {
      using store = openStore(join(folder, 'project.db'), { now: Date.now });
      const begun = performance.now();
      fill(store, rows);
      const seconds = hundredths((performance.now() - begun) / 1000);
      print(`${rows.toLocaleString('en')} events created, split into episodes and counted in ${seconds} s`);
      const figures: Record<string, { p50: number; p95: number }> = {};
      for (const [name, ask] of Object.entries(questions(store))) {
        figures[name] = await times(name === SCAN ? 5 : 200, ask);
        print(`${name.padEnd(24)} P50 ${figures[name].p50} ms   P95 ${figures[name].p95} ms`);
      }
      return { rows, seconds, milliseconds: figures };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const SCAN = 'for comparison: a scan';

const questions = (store: Store): Record<string, (i: number) => unknown> => ({
  'worked on this file?': (i) => [
    fileUse(store, fileAt(i * 7)),
    stepsOnFile(store, fileAt(i * 7), { limit: 10 }),
  ],
  'the busiest file': () => [fileUse(store, fileAt(0)), stepsOnFile(store, fileAt(0), { limit: 10 })],
  'edited together': (i) => filesTogether(store, [fileAt(i)], { way: 'changed', limit: 20, times: 1 }),
  'last work on a word': (i) => stepsOnFilesLike(store, WORDS[i % WORDS.length]!, { limit: 10 }),
  'last work on src': () => stepsOnFilesLike(store, 'src', { limit: 10 }),
  'success per tool': () => toolUseRows(store, 0),
  'failures that come back': () => failurePatterns(store, { limit: 20, sessions: 2 }),
  'one failure and its fixes': () =>
    failureSeen(store, failurePatterns(store, { limit: 1, sessions: 1 })[0]!.fingerprint, { limit: 500 }),
  [SCAN]: () =>
    store
      .sql("select tool, count(*), avg(outcome = 'ok') from event where kind = 'result' group by tool")
      .all(),
});

const WORDS = ['auth', 'cart', 'login', 'order', 'search', 'user', 'report', 'invoice', 'queue', 'cache'];
const FILES = 5000;
const fileAt = (i: number): string => {
  const n = i % FILES;
  return `src/${WORDS[n % 10]}/${WORDS[Math.floor(n / 10) % 10]}-${n}.ts`;
};

const SESSION = 500;

/** Sessions in which files of one corner are read and edited, and commands run that fail now and then. */
function fill(store: Store, rows: number): void {
  const random = generator(7);
  for (let s = 0; s * SESSION < rows; s++) {
    const id = `session-${s}`;
    const start = 1_700_000_000_000 + s * 3_600_000;
    const corner = Math.floor(FILES * random() ** 3);
    const events: NewEvent[] = [];
    for (let i = 0; i < SESSION / 2; i++) {
      const at = start + i * 5000;
      if (i % 25 === 0)
        events.push(event(s, id, at, { kind: 'prompt', text: `Now change ${fileAt(corner + i)}` }));
      const path = fileAt(corner + Math.floor(12 * random() ** 2));
      const way = random() < 0.4 ? 'edit' : 'read';
      const runs = random() < 0.25;
      const call = `${s}-${i}`;
      const step = runs
        ? ({ tool: 'run', toolName: 'Bash', call, command: `npm test -- ${path}`, files: [] } as const)
        : ({ tool: way, toolName: way, call, files: [{ path, outside: false, way, lines: null }] } as const);
      const failed = runs && random() < 0.2;
      events.push(
        event(s, id, at + 1, { ...step, files: [], kind: 'call', text: `${step.toolName} ${path}` }),
        event(s, id, at + 2, {
          ...step,
          files: [...(step.files ?? [])],
          kind: 'result',
          text: failed
            ? `Error: check ${Math.floor(200 * random() ** 2)} of ${WORDS[s % 10]} failed`
            : 'done',
          outcome: failed ? 'failed' : 'ok',
        }),
      );
    }
    store.transaction(() => {
      const facts = new Map([[id, { id, beganAt: start }]]);
      const { sessions } = addEvents(store, {
        client: 'claude-code',
        log: `/logs/${id}`,
        sessions: facts,
        events,
      });
      for (const session of sessions) settleSession(store, session);
    });
  }
}

let made = 0;

function event(s: number, session: string, at: number, given: Partial<NewEvent>): NewEvent {
  const id = Buffer.alloc(16);
  id.writeUInt32BE(++made, 12);
  // Ids are hashes: rows come in no order of theirs.
  id.writeUInt32BE(Math.imul(made ^ s, 2654435761) >>> 0, 0);
  return {
    id: id.toString('hex'),
    session,
    agent: null,
    at,
    kind: 'reply',
    tool: null,
    toolName: null,
    call: null,
    command: null,
    files: [],
    outcome: null,
    exitCode: null,
    text: '',
    length: 0,
    hash: null,
    tokens: null,
    durationMs: null,
    model: null,
    branch: null,
    offset: made,
    bytes: 100,
    part: 0,
    ...given,
  };
}

/** A small repeatable source of numbers from 0 to 1. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
