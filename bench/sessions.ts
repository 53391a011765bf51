import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ingest, sources as surveyed } from '@sqrl/squirrel/ingest/work/ingest.ts';
import { eventsOf } from '@sqrl/squirrel/store/events/events.ts';
import { sessionsWhere } from '@sqrl/squirrel/store/events/sessions.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import type { Bench } from './bench.ts';
import { openBenchEngine } from './engine.ts';
import { unpacked } from './ingest/unpack.ts';
import { countPlainly, KINDS, type PlainCounts } from './sessions/count-plainly.ts';

/** Reads logs of Claude Code and compares every session with an independent count. */
export const sessions: Bench = {
  summary: 'Steps of every session (--data DIR) as read, compared with a count by JSON.parse alone',
  async run({ data, print }) {
    if (data === undefined) {
      print('sessions: needs --data DIR, a folder with logs of Claude Code (.jsonl, .jsonl.gz); skipped.');
      return undefined;
    }
    const work = mkdtempSync(join(tmpdir(), 'sqrl-bench-logs-'));
    try {
      const folder = await unpacked(data, work);
      const plain = countPlainly(
        readdirSync(folder)
          .sort()
          .map((name) => join(folder, name)),
      );
      const read = await readAll(folder);
      const differences = compare(plain.sessions, read.sessions);
      for (const line of differences) print(line);
      const total = Object.fromEntries(
        KINDS.map((kind) => [
          kind,
          [...plain.sessions.values()].reduce((sum, counts) => sum + counts[kind], 0),
        ]),
      );
      print(`${plain.records} records, ${plain.sessions.size} sessions: ${JSON.stringify(total)}`);
      print(
        `${read.records} records accounted for, ${read.unknown} of an unknown type, ${read.broken} broken`,
      );
      print(differences.length === 0 ? 'All sessions agree.' : `${differences.length} differences.`);
      if (differences.length > 0 || read.records !== plain.records) process.exitCode = 1;
      return { ...total, ...read, sessions: plain.sessions.size, differences: differences.length };
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  },
};

async function readAll(folder: string) {
  await using engine = openBenchEngine();
  const { projects } = await ingest(engine, { paths: [folder], mine: true });
  const sessions = new Map<string, PlainCounts>();
  for (const id of projects) {
    using store = openStore(engine.home.project({ id }), { now: Date.now });
    for (const session of sessionsWhere(store)) {
      const kinds = eventsOf(store, session.row).map(({ kind }) => kind as string);
      const before = sessions.get(session.id);
      const counts = KINDS.map((kind) => [
        kind,
        (before?.[kind] ?? 0) + kinds.filter((each) => each === kind).length,
      ]);
      sessions.set(session.id, Object.fromEntries(counts));
    }
  }
  const { sources } = await surveyed(engine);
  const sum = (pick: (records: (typeof sources)[number]['records']) => number) =>
    sources.reduce((total, { records }) => total + pick(records), 0);
  return {
    sessions,
    records: sum(({ read, passed, unknown, broken }) => read + passed + unknown + broken),
    unknown: sum(({ unknown }) => unknown),
    broken: sum(({ broken }) => broken),
  };
}

function compare(plain: Map<string, PlainCounts>, read: Map<string, PlainCounts>): string[] {
  const ids = new Set([...plain.keys(), ...read.keys()]);
  return [...ids].flatMap((id) =>
    KINDS.flatMap((kind) => {
      const [a, b] = [plain.get(id)?.[kind] ?? 0, read.get(id)?.[kind] ?? 0];
      return a === b ? [] : [`${id}: ${a} × ${kind} counted plainly, ${b} read`];
    }),
  );
}
