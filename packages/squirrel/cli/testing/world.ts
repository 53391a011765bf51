import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullMemory } from '@sqrl/base/model/memory.ts';
import type { ProcessChain } from '@sqrl/base/terminal/process-chain.ts';
import type { VerbClient } from '../../protocol/client.ts';
import type { Input, Verb } from '../../protocol/verbs.ts';
import { main } from '../cli.ts';
import type { CommandScope, World } from '../world.ts';

/** The noon all of these tests happen at. */
export const NOON = Date.UTC(2026, 10, 15, 12);

/** What the engine would have said. A verb without an answer must not be called. */
/** What the daemon would answer, as far as a test needs it. */
type Answers = { [V in Verb]?: (input: Input<V>) => object | Promise<object> };

/** How a run differs from an ordinary one without a terminal. */
export interface Circumstances {
  answers?: Answers;
  stdin?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** Notices that opening the memory returns. */
  notices?: VerbClient['notices'];
  /** A person sits in front of it. */
  terminal?: boolean;
  columns?: number;
  env?: Record<string, string>;
  /** What started it; a terminal of the person's unless given. */
  processes?: ProcessChain;
  cwd?: string;
  signal?: AbortSignal;
  /** Standard output takes nothing: its reader has gone, or its disk is full. */
  fails?: 'EPIPE' | 'ENOSPC';
}

/** Runs the command line in process, against answers instead of an engine. */
export async function typed(argv: string[], circumstances: Circumstances = {}) {
  const { terminal, columns, env = {}, cwd = '/', answers = {} } = circumstances;
  const calls: { verb: Verb; input: unknown }[] = [];
  const places: CommandScope[] = [];
  const served: { project?: string | undefined; all: boolean }[] = [];
  let out = '';
  let err = '';
  let closed = 0;
  const troubled: ((error: NodeJS.ErrnoException) => void)[] = [];
  const write = (text: string) => {
    if (circumstances.fails === undefined) out += text;
    else process.nextTick(fail, circumstances.fails);
  };
  const fail = (code: string) => {
    for (const listener of troubled) listener(Object.assign(new Error(`${code}: write`), { code }));
  };
  const client = (): VerbClient => ({
    notices: circumstances.notices ?? [],
    async call(verb, input) {
      if (places.length > 0 && closed >= places.length)
        throw new Error(`${verb} was asked of a closed memory`);
      calls.push({ verb, input });
      const answer = answers[verb];
      if (!answer) throw new Error(`${verb} was not expected`);
      return (await answer(input as never)) as never;
    },
    close: async () => void closed++,
    [Symbol.asyncDispose]: async () => void closed++,
  });
  const world: World = {
    open: async (place) => {
      places.push(place);
      return client();
    },
    openDemo: async () => ({ ...client(), folder: '/demo' }),
    samples: '/samples',
    ...bareMachine(),
    mcp: { ...MCP, serve: async ({ project, all }) => void served.push({ project, all }) },
    stdin: inputOf(circumstances.stdin ?? '', terminal),
    stdout: { write, isTTY: terminal, columns, on: (_, listener) => troubled.push(listener) },
    stderr: { write: (text) => (err += text), isTTY: terminal, columns },
    processes: () => circumstances.processes ?? { above: [], hasTerminal: true },
    env,
    cwd,
    version: '1.2.3',
    now: () => NOON,
    signal: circumstances.signal ?? new AbortController().signal,
  };
  const exit = await main(argv, world);
  return { exit, out, err, calls, places, served, opened: places.length, closed };
}

const MCP: World['mcp'] = {
  cost: { bytes: 2400, tokens: 600, instructions: 200 },
  serve: async () => {},
  program: { node: '/opt/node', script: '/opt/squirrel/bin/sqrl.mjs' },
};

/** A machine on which nothing is set up, and a daemon that does nothing. */
export const bareMachine = () =>
  ({
    mcp: MCP,
    daemon: {
      run: async () => 'stopped',
      start: async () => ({ pid: 1, port: 1, version: '1.2.3', started: true }),
      stop: async () => ({ stopped: false, pid: null }),
      launch: async () => ({ url: 'http://127.0.0.1:1/', file: null }),
    },
    browse: async () => false,
    machine: { person: person(), platform: 'linux', memory: join(person(), '.sqrl') },
    projectAt: async () => ({ id: 'shop-1', name: 'shop' }),
    settings: { path: join(person(), '.sqrl/config.toml'), keys: async () => [], check: async () => {} },
  }) satisfies Partial<World>;

let home: string | undefined;

/** The home folder of the person who types; removed with the process. */
function person(): string {
  if (home) return home;
  const made = mkdtempSync(join(tmpdir(), 'sqrl-person-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  home = made;
  return made;
}

/** A memory with everything on it, but for what a test says. */
export const testMemory = (given: Partial<FullMemory> = {}): FullMemory => ({
  id: '7k3f9x2m4p5q',
  type: 'gotcha',
  scope: 'project',
  scopeOf: null,
  reach: 'project',
  owner: 'user',
  ownerId: null,
  userId: null,
  via: null,
  tier: 'long_term',
  status: 'active',
  polarity: 0,
  key: null,
  text: 'The staging database is wiped every Sunday',
  tags: ['staging'],
  files: ['src/db.ts'],
  symbols: [],
  module: null,
  confidence: 0.9,
  source: 'user_taught',
  pinned: false,
  verified: false,
  needsReview: false,
  tainted: false,
  halfLifeDays: 60,
  expiresAt: null,
  trigger: null,
  record: null,
  branch: null,
  createdAt: NOON - 3 * 24 * 3600_000,
  updatedAt: NOON - 3 * 24 * 3600_000,
  evidence: [],
  relations: [],
  metrics: { opportunities: 0, uses: 0, regretHits: 0, regretSaved: 0, lastUsedAt: null },
  ...given,
});

function inputOf(content: NonNullable<Circumstances['stdin']>, isTTY: boolean | undefined): World['stdin'] {
  const parts =
    typeof content === 'string'
      ? [Buffer.from(content)]
      : content instanceof Uint8Array
        ? [content]
        : content;
  return {
    isTTY,
    async *[Symbol.asyncIterator]() {
      yield* parts;
    },
  };
}
