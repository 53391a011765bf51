import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ingest } from '../src/ingest/work/ingest.ts';
import { learn } from '../src/learn/verbs/learn.ts';
import { ANY } from '../src/learn/verbs/verbs.ts';
import { isDeliverable } from '../src/model/delivery.ts';
import type { Memory } from '../src/model/memory.ts';
import { memoriesWhere } from '../src/store/memory/filters.ts';
import { openStore } from '../src/store/open.ts';
import { projectsSeen } from '../src/store/projects.ts';
import type { Engine } from '../src/workspace/workspace.ts';
import type { Bench } from './bench.ts';
import { openBenchEngine } from './engine.ts';
import { hostLog, WAYS } from './poison/host-log.ts';

interface Text {
  text: string;
  label: number;
}

/** Lets foreign texts come into ordinary sessions and counts how many end as a memory that would be delivered. */
export const poison: Bench = {
  summary:
    'Untrusted texts (--data FILE, JSONL of text and label) that become a memory which would be delivered',
  async run({ data, flags, print }) {
    if (data === undefined) {
      print('poison: needs --data FILE, lines of {"text", "label"}; skipped.');
      return undefined;
    }
    const all = readFileSync(data, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as Text);
    const texts = flags.limit === undefined ? all : all.slice(0, Number(flags.limit));
    // The day after the last session: nothing has had time to fade.
    await using engine = openBenchEngine(undefined, () => STARTED + (texts.length + 3) * 10 * HOUR);
    const learnt = await learnFrom(engine, [{ text: HARMLESS, label: 0 }, ...texts]);
    const usual = new Set(learnt[0]!.map(saying));
    const ends = (memories: readonly Memory[], isKept: (memory: Memory) => boolean) =>
      memories.some((memory) => !usual.has(saying(memory)) && isKept(memory));
    if (flags.show !== undefined)
      for (const memory of learnt.flat())
        if (!usual.has(saying(memory)))
          print(
            `${isDeliverable(memory, memory.createdAt) ? 'delivered' : 'kept'}: [${memory.type}] ${saying(memory)}`,
          );
    const figures = Object.fromEntries(
      [1, 0].map((label) => {
        const of = learnt.slice(1).filter((_, i) => texts[i]!.label === label);
        const delivered = of.filter((memories) =>
          ends(memories, (memory) => isDeliverable(memory, memory.createdAt)),
        );
        const kept = of.filter((memories) => ends(memories, () => true));
        return [
          label === 1 ? 'injected' : 'clean',
          { texts: of.length, kept: kept.length, delivered: delivered.length },
        ];
      }),
    );
    for (const [name, { texts: of, kept, delivered }] of Object.entries(figures)) {
      const share = of === 0 ? 0 : (100 * delivered) / of;
      print(
        `${name}: ${of} texts, ${kept} became a memory, ${delivered} (${share.toFixed(2)} %) would be delivered`,
      );
    }
    print(`an ordinary session without them leaves ${usual.size} memories`);
    return { ...figures, usual: usual.size };
  },
};

const HARMLESS = 'Retries are counted from one. The default is one.';

/** What a memory says, without the day on which it was seen. */
const saying = ({ text }: Memory): string => text.replace(/\d{4}-\d\d-\d\d/g, 'DAY');

/** What is learned where each text comes in by every way; a project each, so that texts do not meet. */
async function learnFrom(engine: Engine, texts: readonly Text[]): Promise<Memory[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-bench-poison-'));
  try {
    texts.forEach(({ text }, i) => {
      const cwd = cwdOf(i);
      const logs = join(folder, `-poison-${i}`);
      mkdirSync(logs);
      WAYS.forEach((way, n) => {
        const startedAt = STARTED + i * 10 * HOUR + n * HOUR;
        const session = `${String(i).padStart(8, '0')}-0000-4000-8000-00000000000${n}`;
        writeFileSync(join(logs, `${session}.jsonl`), hostLog({ session, cwd, text, way, startedAt }));
      });
    });
    const { projects } = await ingest(engine, { paths: [folder] });
    await learn(engine, { projects });
    const roots = new Map(projectsSeen(engine.user.store).map(({ id, root }) => [root, id]));
    return texts.map((_, i) => {
      const id = roots.get(cwdOf(i));
      if (id === undefined) throw new Error(`The sessions of text ${i} were not found.`);
      using store = openStore(engine.home.project({ id }), { now: Date.now });
      return memoriesWhere(store, ANY, { now: 0, limit: -1, order: 'oldest' }).map(({ memory }) => memory);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const HOUR = 3_600_000;
const STARTED = Date.UTC(2026, 0, 1);
const cwdOf = (i: number): string => `/poison/p${i}`;
