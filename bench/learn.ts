import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from '../src/base/problem.ts';
import { ingest } from '../src/ingest/work/ingest.ts';
import { SAME } from '../src/learn/gate/gate/novelty.ts';
import { learn as learnFrom } from '../src/learn/verbs/learn.ts';
import { ANY } from '../src/learn/verbs/verbs.ts';
import { isDeliverable } from '../src/model/delivery.ts';
import type { FullMemory } from '../src/model/memory.ts';
import { allDrafts, type KeptDraft } from '../src/store/drafts/drafts.ts';
import { sessionsWhere } from '../src/store/events/sessions.ts';
import { fullMemoryAt } from '../src/store/memory/belongings.ts';
import { memoriesWhere } from '../src/store/memory/filters.ts';
import { openStore } from '../src/store/open.ts';
import { fullVectors } from '../src/store/vectors/vectors.ts';
import type { Engine } from '../src/workspace/workspace.ts';
import type { Bench } from './bench.ts';
import { openBenchEngine, refuse } from './engine.ts';
import { unpacked } from './ingest/unpack.ts';
import { addVerdicts, type Verdict, verdictKey, verdicts } from './learn/judged.ts';

/** Replays sessions in time order and looks at what was learned. */
export const learn: Bench = {
  summary: 'What is learned from sessions (--data DIR), and how much of it a reader found useful',
  async run({ data, flags, print }) {
    if (flags.verdicts !== undefined) {
      print(`${addVerdicts(flags.verdicts)} verdicts added.`);
      return undefined;
    }
    if (data === undefined) {
      print('learn: needs --data DIR, a folder with logs of Claude Code (.jsonl, .jsonl.gz); skipped.');
      return undefined;
    }
    const work = mkdtempSync(join(tmpdir(), 'sqrl-bench-logs-'));
    try {
      const folder = await unpacked(data, work);
      const clock = { now: 0 };
      await using engine = openBenchEngine(undefined, () => clock.now);
      const ever = new Map<string, FullMemory>();
      const projects = await replay(engine, { clock, folder, once: flags.once === 'true', ever });
      const seen = { ...lookAt(engine, projects), ever };
      if (flags.show !== undefined) show(flags.show, seen);
      return report(seen, print);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  },
};

/** Reads and learns log by log, oldest first, as it would have happened; or all at once, which comes to the same. */
async function replay(
  engine: Engine,
  {
    clock,
    folder,
    once,
    ever,
  }: { clock: { now: number }; folder: string; once: boolean; ever: Seen['ever'] },
): Promise<string[]> {
  const logs = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
  const projects = new Set<string>();
  for (const path of once ? [folder] : logs) {
    // What fades fades with the time of the sessions, not with that of the reading.
    clock.now = Math.max(clock.now, once ? Math.max(...logs.map(lastTimeIn)) : lastTimeIn(path));
    const read = await ingest(engine, { paths: [path], mine: true }).catch(notALog);
    if (!read) continue;
    for (const id of read.projects) projects.add(id);
    const { notices } = await learnFrom(engine, { projects: read.projects });
    refuse(notices);
    for (const memory of lookAt(engine, [...projects]).memories) ever.set(verdictKey(memory), memory);
  }
  return [...projects];
}

/** The time of the last record that has one. */
function lastTimeIn(path: string): number {
  const times = readFileSync(path, 'utf8').match(/"timestamp":"([^"]+)"/g) ?? [];
  return times.reduce((last, time) => Math.max(last, Date.parse(time.slice(13, -1)) || 0), 0);
}

/** The folder may hold other files too. */
function notALog(error: unknown): undefined {
  if (!(error instanceof Problem) || error.code !== 'invalid') throw error;
}

interface Seen {
  memories: FullMemory[];
  sessions: number;
  dropped: Record<string, number>;
  drafts: number;
  pairs: number;
  droppedDrafts: KeptDraft[];
  /** Everything that was a memory at some time of the replay, by what verdicts go by. */
  ever: Map<string, FullMemory>;
}

function lookAt(engine: Engine, projects: readonly string[]): Omit<Seen, 'ever'> {
  const seen: Omit<Seen, 'ever'> = {
    memories: [],
    sessions: 0,
    dropped: {},
    drafts: 0,
    pairs: 0,
    droppedDrafts: [],
  };
  const paths = [...projects.map((id) => engine.home.project({ id })), engine.home.user];
  for (const path of paths) {
    using store = openStore(path, { now: Date.now });
    const found = memoriesWhere(store, ANY, { now: 0, limit: -1, order: 'oldest' });
    seen.memories.push(...found.map(({ row }) => fullMemoryAt(store, row)!));
    seen.sessions += sessionsWhere(store).length;
    for (const draft of allDrafts(store)) {
      seen.drafts++;
      if (draft.step === null) continue;
      seen.dropped[draft.step] = (seen.dropped[draft.step] ?? 0) + 1;
      seen.droppedDrafts.push(draft);
    }
    const living = found.filter(({ memory }) => memory.status !== 'deprecated');
    const vectors = [
      ...fullVectors(
        store,
        engine.meaning.model,
        living.map(({ row }) => row),
      ).values(),
    ];
    seen.pairs += nearPairs(vectors);
  }
  return seen;
}

function nearPairs(vectors: readonly Float32Array[]): number {
  let pairs = 0;
  vectors.forEach((a, i) => {
    for (const b of vectors.slice(i + 1))
      if (a.reduce((sum, value, n) => sum + value * b[n]!, 0) > SAME) pairs++;
  });
  return pairs;
}

function report({ memories, sessions, dropped, drafts, pairs, ever }: Seen, print: (line: string) => void) {
  const living = memories.filter(({ status }) => status !== 'deprecated');
  const delivered = living.filter((memory) => isDeliverable(memory, memory.createdAt));
  const said = verdicts();
  const judged = (of: readonly FullMemory[]) => {
    const counts: Record<Verdict | 'unjudged', number> = { useful: 0, useless: 0, wrong: 0, unjudged: 0 };
    for (const memory of of) counts[said[verdictKey(memory)] ?? 'unjudged']++;
    return counts;
  };
  const share = (part: number, of: number) => (of === 0 ? 0 : Math.round((part / of) * 1000) / 10);
  const inDelivered = judged(delivered);
  const inEver = judged([...ever.values()]);
  const everJudged = ever.size - inEver.unjudged;
  const known = delivered.length - inDelivered.unjudged;
  const withProof = memories.filter(({ evidence }) =>
    evidence.some(({ events, quote }) => events.length > 0 || quote),
  );
  print(`${sessions} sessions: ${drafts} drafts, ${memories.length} memories, ${living.length} of them hold`);
  print(`kept per session: ${(living.length / sessions).toFixed(2)}`);
  print(`by type: ${counted(memories.map(({ type }) => type))}`);
  print(`by status: ${counted(memories.map(({ status }) => status))}`);
  print(
    `drafts dropped: ${Object.entries(dropped)
      .map(([step, n]) => `${step} ${n}`)
      .join(', ')}`,
  );
  print(`pairs above ${SAME}: ${pairs}; with evidence: ${share(withProof.length, memories.length)} %`);
  print(`would be delivered: ${delivered.length}, of which judged ${known}:`);
  print(
    `  useful ${share(inDelivered.useful, known)} %, true but useless ${share(inDelivered.useless, known)} %, ` +
      `wrong ${share(inDelivered.wrong, known)} %`,
  );
  print(`of the ${ever.size} that stood at some time judged ${everJudged}:`);
  print(
    `  useful ${share(inEver.useful, everJudged)} %, true but useless ${share(inEver.useless, everJudged)} %, ` +
      `wrong ${share(inEver.wrong, everJudged)} %`,
  );
  return {
    sessions,
    drafts,
    memories: memories.length,
    living: living.length,
    delivered: delivered.length,
    perSession: Math.round((living.length / sessions) * 100) / 100,
    dropped,
    pairs,
    evidence: share(withProof.length, memories.length),
    judged: { delivered: inDelivered, ever: inEver },
  };
}

const counted = (names: readonly string[]): string =>
  [...Map.groupBy(names, (name) => name)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, of]) => `${name} ${of.length}`)
    .join(', ');

/** Writes the memories for a reader to judge: outside the project, since they say what the sessions say. */
function show(path: string, { memories, droppedDrafts, ever }: Seen): void {
  const said = verdicts();
  const now = new Set(memories.map(verdictKey));
  const before = [...ever].filter(([key]) => !now.has(key)).map(([, memory]) => memory);
  const lines = [...memories, ...before].map((memory) => {
    const key = verdictKey(memory);
    const delivered = memory.status !== 'deprecated' && isDeliverable(memory, memory.createdAt);
    const proof = memory.evidence
      .slice(0, 3)
      .map(({ proof, quote }) => `    ${proof}: ${(quote ?? '').replaceAll('\n', ' ⏎ ').slice(0, 240)}`);
    const marks = [
      memory.type,
      memory.status,
      memory.confidence.toFixed(2),
      delivered ? 'DELIVERED' : '',
      memory.key ?? '',
    ];
    return [
      `${said[key] ?? '?'} ${key} [${marks.filter((mark) => mark !== '').join(' | ')}]`,
      `  ${memory.text}`,
      ...proof,
    ].join('\n');
  });
  for (const { proposal, step, reason, signal } of droppedDrafts) {
    const { type = 'gotcha', text } = proposal;
    const key = verdictKey({ type, text });
    lines.push(
      `${said[key] ?? '?'} ${key} [${type} | ${signal} | dropped at ${step}: ${reason?.text}]\n  ${text}`,
    );
  }
  writeFileSync(path, `${lines.join('\n')}\n`);
}
