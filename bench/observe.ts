import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { settleSession } from '@sqrl/squirrel/ingest/episodes/settle.ts';
import { ingest } from '@sqrl/squirrel/ingest/work/ingest.ts';
import { observeSession } from '@sqrl/squirrel/learn/observe/observe-session.ts';
import { beginPad, finish, see, worthSeeing } from '@sqrl/squirrel/learn/observe/pad.ts';
import { addEvents } from '@sqrl/squirrel/store/events/events.ts';
import { sessionsWhere } from '@sqrl/squirrel/store/events/sessions.ts';
import { observedAfter } from '@sqrl/squirrel/store/events/steps.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import type { Bench } from './bench.ts';
import { openBenchEngine } from './engine.ts';
import { unpacked } from './ingest/unpack.ts';
import { learningCosts } from './observe/learning.ts';
import { madeSession } from './observe/made-session.ts';
import { hundredths, percentile } from './percentiles.ts';

/** What observing costs, compared with cutting the same sessions into episodes, which was always done. */
export const observe: Bench = {
  summary:
    'Cost of observing per event, per session and in memory, and of learning from a session (--data DIR; --events N of a generated session)',
  async run({ data, flags, print }) {
    const events = Number(flags.events ?? 100_000);
    const folder = mkdtempSync(join(tmpdir(), 'sqrl-bench-'));
    try {
      const made = ofMade(join(folder, 'made.db'), events);
      tell('one generated session', made, print);
      if (data === undefined)
        print('observe: with --data DIR, a folder with logs of Claude Code, also real sessions.');
      const real = data === undefined ? undefined : await ofLogs(await unpacked(data, folder));
      if (real) tell('real sessions', real, print);
      const learning = await learningCosts(folder, PROMPTS);
      print(
        `learning from one session of ${learning.prompts} prompts, models loaded: ${learning.cpuSeconds} s of CPU, goal 1.5; the models take ${learning.modelMegabytes} MB, goal 80`,
      );
      return { made, ...(real ? { real } : {}), learning };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const PROMPTS = 100;

interface Costs {
  sessions: number;
  events: number;
  sightings: number;
  /** Of all that observing does, reading the steps and writing the sightings included; and of looking at steps alone. */
  microsecondsPerEvent: { all: number; looking: number };
  finishMs: { p50: number; most: number };
  padKilobytes: number;
  heapMegabytes: number;
  /** What observing takes for each second of cutting into episodes. */
  ofEpisodes: number;
}

function ofMade(path: string, events: number): Costs {
  using store = openStore(path, { now: Date.now });
  store.transaction(() => {
    addEvents(store, {
      client: 'claude-code',
      log: '/logs/made',
      sessions: new Map([['made', { id: 'made', beganAt: 0 }]]),
      events: [...madeSession(events)],
    });
  });
  return costsOf(store);
}

async function ofLogs(folder: string): Promise<Costs | undefined> {
  await using engine = openBenchEngine();
  const { projects } = await ingest(engine, { paths: [folder], mine: true });
  const id = projects[0];
  if (id === undefined) return undefined;
  using store = openStore(engine.home.project({ id }), { now: Date.now });
  return costsOf(store);
}

function costsOf(store: Store): Costs {
  const sessions = sessionsWhere(store).map(({ row }) => row);
  const signals = worthSeeing();
  const cutting = cpu(() =>
    store.transaction(() => {
      for (const row of sessions) settleSession(store, row, { from: Number.MIN_SAFE_INTEGER });
    }),
  );
  const observing = cpu(() =>
    store.transaction(() => {
      for (const row of sessions) observeSession(store, row);
    }),
  );
  let [events, looking, kilobytes, megabytes] = [0, 0, 0, 0];
  const finishes: number[] = [];
  for (const row of sessions) {
    const steps = [...observedAfter(store, row, undefined)];
    const before = heap();
    const pad = beginPad();
    looking += cpu(() => {
      for (const step of steps) see(pad, { ...step, place: pad.steps }, signals);
    });
    // A collection a session is dear; short ones cannot be the largest.
    if (steps.length > 10_000 || sessions.length === 1)
      megabytes = Math.max(megabytes, (heap() - before) / 2 ** 20);
    finishes.push(
      cpu(() => {
        for (let i = 0; i < AGAIN; i++) finish(pad, [], signals);
      }) / AGAIN,
    );
    kilobytes = Math.max(kilobytes, serialize(pad).length / 1024);
    events += steps.length;
  }
  return {
    sessions: sessions.length,
    events,
    sightings: store.sql('select count(*) as n from sighting').get()!.n as number,
    microsecondsPerEvent: {
      all: hundredths((observing * 1000) / events),
      looking: hundredths((looking * 1000) / events),
    },
    finishMs: { p50: hundredths(percentile(finishes, 0.5)), most: hundredths(Math.max(...finishes)) },
    padKilobytes: Math.round(kilobytes),
    heapMegabytes: hundredths(megabytes),
    ofEpisodes: hundredths(observing / cutting),
  };
}

function tell(what: string, costs: Costs, print: (line: string) => void): void {
  const { sessions, events, sightings, microsecondsPerEvent, finishMs, ofEpisodes } = costs;
  print(`${what}: ${events.toLocaleString('en')} events in ${sessions} sessions, ${sightings} sightings`);
  print(
    `  per event ${microsecondsPerEvent.all} µs (looking alone ${microsecondsPerEvent.looking}), goal 100; ${ofEpisodes} of what cutting into episodes takes`,
  );
  print(
    `  summing up P50 ${finishMs.p50} ms, at most ${finishMs.most} ms, goal 100; pad ${costs.padKilobytes} KB as text, ${costs.heapMegabytes} MB in memory, goal 50`,
  );
}

/** Milliseconds of this thread’s processor time, which others on the machine hardly change. */
function cpu(work: () => void): number {
  const begun = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
}

/** Summing up is too short for that clock when done once. */
const AGAIN = 10;

function heap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
