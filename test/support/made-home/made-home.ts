import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientFolders } from '@sqrl/base/model/reader.ts';
import type { Embedder } from '@sqrl/embedder/embedder.ts';
import { foldersIn } from '@sqrl/squirrel/clients/reading/testing/fixtures.ts';
import { DAILY_CARE_JOB } from '@sqrl/squirrel/daemon/jobs/care-work.ts';
import { learn } from '@sqrl/squirrel/learn/verbs/learn.ts';
import { holdoutOf } from '@sqrl/squirrel/recall/deliver/deliver.ts';
import { addRuleBreach } from '@sqrl/squirrel/store/delivery/receipts.ts';
import { setJob } from '@sqrl/squirrel/store/marks.ts';
import { inProcess } from '@sqrl/squirrel/verbs.ts';
import { readSettings } from '@sqrl/squirrel/workspace/config.ts';
import { embedPassages } from '@sqrl/squirrel/workspace/embed-passages.ts';
import { locateProject } from '@sqrl/squirrel/workspace/locate.ts';
import { reembed } from '@sqrl/squirrel/workspace/reembed.ts';
import { type Engine, openEngine } from '@sqrl/squirrel/workspace/workspace.ts';
import { type ToldSession, tellSessions } from './deliveries.ts';
import { fillHostile, writeHostile } from './hostile.ts';
import { madeJudge } from './judge.ts';
import { lived } from './lived.ts';
import { LOGGERS } from './logs.ts';
import { addMass } from './memories.ts';
import { type MadeProject, PROJECTS } from './projects.ts';
import { proofsIn } from './proofs.ts';
import { type Random, randomFrom } from './random.ts';
import { scriptOf } from './script.ts';
import { writeSourceTree } from './source-tree.ts';

const DAY = 24 * 3600 * 1000;

export interface MadeHomeOptions {
  /** An empty folder, or one that is to be made: a person's home, with the projects in it. */
  folder: string;
  embedder: Embedder;
  seed?: number;
  /** Of all projects together, or of each, besides what is learned from the sessions. */
  memories?: number | readonly number[];
  sessions?: number;
  /** What the time is; everything happened before. */
  now?: number;
  /** Whether a daemon that is started over it finds all its work done: for those who look at a page, not at that work. */
  atRest?: boolean;
  /** A few memories hold markup and control characters, and a fourth project holds it wherever it can. */
  hostile?: boolean;
  env?: NodeJS.ProcessEnv;
  say?: (what: string) => void;
}

/** A home that looks lived in. */
export interface MadeHome {
  /** The person's home: clients keep their logs below it, Squirrel its files in `.sqrl`. */
  folder: string;
  home: string;
  clients: ClientFolders;
  /** Roots of the projects, the busiest first; the hostile one last, where it was wanted. */
  projects: string[];
}

/** How sessions and memories are spread over the projects. */
const SHARES = [0.5, 0.3, 0.2];

/**
 * Makes a home as a person has after some months: projects with real code and git history, logs of three clients that are
 * really read and learned from, a mass of memories, what was told and what came of it, and what people said of some. The
 * same seed and time make the same home.
 */
export async function makeHome(options: MadeHomeOptions): Promise<MadeHome> {
  const { folder, seed = 1, memories = 5000, sessions = 200, now = Date.now(), say = () => {} } = options;
  const random = randomFrom(seed);
  const env = options.env ?? { PATH: process.env.PATH };
  say('writing source trees and logs');
  const { home, held } = writeHome({ folder, random, sessions, now, env });
  const hostile = options.hostile ? writeHostile(folder, { random, now, env }) : undefined;
  const open = (root?: string): Engine =>
    openEngine({
      home: home.home,
      ...(root !== undefined && { project: locateProject(root) }),
      settings: readSettings('', 'config.toml'),
      // It is whoever made it that lets go of it.
      embedder: Object.assign(Object.create(options.embedder), { unload: async () => {} }),
      judge: options.atRest ? madeJudge() : undefined,
      clients: home.clients,
      env,
      now: () => now,
      timeZone: 'UTC',
      copies: false,
    });
  say('reading the logs and learning from them');
  {
    await using first = open(home.projects[0]!);
    await inProcess(first).call('ingest', {});
  }
  for (const [i, project] of PROJECTS.entries()) {
    say(`${project.name}: code, memories, what was told and what came of it`);
    await using engine = open(home.projects[i]!);
    await fill(engine, {
      project,
      sessions: held[i]!,
      memories: typeof memories === 'number' ? Math.round(memories * SHARES[i]!) : memories[i]!,
      random,
      now,
      embedder: options.embedder,
      hostile: options.hostile ?? false,
    });
    meetRule(engine, now);
  }
  if (hostile) {
    await using engine = open(hostile);
    await fillHostile(inProcess(engine));
    home.projects.push(hostile);
  }
  if (options.atRest) {
    say('doing what a daemon would begin with');
    for (const root of [...home.projects, undefined]) {
      await using engine = open(root);
      await careFor(engine, now);
    }
  }
  return home;
}

/** Has agents run into a rule: twice they took it to heart, once they did not. */
function meetRule({ own: { store } }: Engine, now: number): void {
  const rule = store.sql(`select id from memory where type = 'preference' order by row limit 1`).get();
  const about = { memory: rule!.id as string, client: 'claude-code', session: 'met', about: 'npm install' };
  for (const did of ['stopped', 'stopped', 'broken'] as const)
    addRuleBreach(store, { ...about, did, at: now - DAY });
}

/** Does the daemon's daily work in a project, or outside of all. */
async function careFor(engine: Engine, now: number): Promise<void> {
  await learn(engine);
  await reembed(engine);
  await embedPassages(engine);
  setJob(engine.user.store, {
    ...{ name: DAILY_CARE_JOB, state: 'done', done: 1, total: 1, note: null, updatedAt: now },
  });
}

/** Writes what there is before Squirrel comes: source trees and logs, the same for the same seed in whatever folder. */
export function writeHome({
  folder,
  random,
  sessions,
  now,
  env,
}: {
  folder: string;
  random: Random;
  sessions: number;
  now: number;
  env: NodeJS.ProcessEnv;
}): { home: MadeHome; held: ToldSession[][] } {
  const home: MadeHome = {
    folder,
    home: join(folder, '.sqrl'),
    clients: foldersIn(folder),
    projects: PROJECTS.map(({ name }) => join(folder, 'projects', name)),
  };
  const held = PROJECTS.map((project, i) => {
    const root = home.projects[i]!;
    mkdirSync(root, { recursive: true });
    writeSourceTree(root, project, { random, since: now - 120 * DAY, until: now - 70 * DAY, env });
    return holdSessions(home, project, { root, many: Math.round(sessions * SHARES[i]!), random, now });
  });
  return { home, held };
}

/** Has a project's sessions be logged, spread over the last two months, more on work days. */
function holdSessions(
  { folder }: MadeHome,
  project: MadeProject,
  { root, many, random, now }: { root: string; many: number; random: Random; now: number },
): ToldSession[] {
  return Array.from({ length: many }, () => {
    const client = random.weighted({ 'claude-code': 6, codex: 25 / 10, gemini: 15 / 10 });
    const id = `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-8${random.hex(3)}-${random.hex(12)}`;
    const startedAt = workTime(now, random);
    // By the project's name, not by its id, which tells of the folder: the same home is made anywhere.
    const holdout = holdoutOf(id, project.name);
    const told = holdout === 'full';
    const script = scriptOf(project, random, { told });
    const tokens = Math.round((told ? 900 : 1300) * (0.6 + random.next()));
    LOGGERS[client](folder, { id, cwd: root, startedAt, script, random, tokens });
    return { client, id, startedAt, holdout };
  });
}

function workTime(now: number, random: Random): number {
  for (;;) {
    const day = now - random.next() ** 1.5 * 60 * DAY;
    const at = Math.floor(day / DAY) * DAY + (8 + random.next() * 10) * 3600_000;
    const isWeekend = [0, 6].includes(new Date(at).getUTCDay());
    if (at < now - 3600_000 && (!isWeekend || random.chance(0.2))) return Math.floor(at);
  }
}

async function fill(
  engine: Engine,
  wanted: {
    project: MadeProject;
    sessions: readonly ToldSession[];
    memories: number;
    random: Random;
    now: number;
    embedder: Embedder;
    hostile: boolean;
  },
): Promise<void> {
  const { project, random } = wanted;
  const client = inProcess(engine);
  await client.call('graphIndex', {});
  const ids = await addMass(engine, { ...wanted, many: wanted.memories, proofs: proofsIn(engine) });
  const known = new Set(ids);
  const learned = (await client.call('list', { limit: 100_000 })).memories.filter(({ id }) => !known.has(id));
  tellSessions(engine, wanted.sessions, {
    random,
    memories: [...ids.slice(0, 300), ...learned.map(({ id }) => id)],
    guards: learned.filter(({ trigger }) => trigger?.expects).map(({ id }) => id),
    command: project.failure.tried,
  });
  await lived(engine, client, { project, random });
}
