import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestEngine } from '@sqrl/hub/testing/engines.ts';
import { stopDaemonOf } from '@sqrl/squirrel/daemon/control.ts';
import { removeLogin, writeLogin } from '@sqrl/squirrel/exchange/hub/login.ts';
import { connectDaemon } from '@sqrl/squirrel/protocol/http-client.ts';
import { reachDaemon } from '@sqrl/squirrel/protocol/reach-daemon.ts';
import { memoryMbOf } from '../../steady.ts';
import { openHome } from './homes.ts';
import { cpuOfProcess, serve } from './served.ts';

type Answer = (response: ServerResponse) => void;

const json =
  (value: unknown): Answer =>
  (response) =>
    void response.end(JSON.stringify(value));
const reply = { now: 1, device: 'd', person: { id: 'p', name: 'Eve' }, refused: [], live: 'x' };

/** What a hub can do to its devices; undefined: nothing listens there. */
const HUBS: Record<string, Answer | undefined> = {
  down: undefined,
  'never answers': () => {},
  'a byte a second': (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(' '), 1000);
    response.on('close', () => clearInterval(timer));
  },
  garbage: (response) => void response.end('<html>'),
  'a huge body': (response) => void response.end('x'.repeat(50_000_000)),
  'deep JSON': (response) => void response.end('['.repeat(1_000_000)),
  'a redirect': (response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
  'wrong ids': json({
    ...reply,
    spaces: [
      {
        ...{
          id: '../..',
          kind: 'team',
          name: 'crew',
          role: 'owner',
          sealed: false,
          head: 9,
          cursor: 9,
          mark: 'm',
        },
        ...{ more: true, rewound: true, records: [['memory', '../../x', {}, {}], [1], null] },
      },
    ],
  }),
  'a failure': (response) => void response.writeHead(500).end('{}'),
};

const EVENTS: readonly [string, object][] = [
  ['SessionStart', { source: 'startup' }],
  ['UserPromptSubmit', { prompt: 'How do the tests reach redis, and when do we deploy?' }],
  ['PreToolUse', { tool_name: 'Bash', tool_input: { command: 'npm test' } }],
];

const KNOWN = [
  'Tests need REDIS_URL, or they hang',
  'Deploys happen on Tuesdays only',
  'Run `npm test` with --runInBand, never in parallel',
];

/** What hooks and answers say with each kind of hub, compared with none at all; and how many hooks waited for it. */
export async function hostileHubs(program: string) {
  const root = mkdtempSync(join(tmpdir(), 'sqrl-bench-hostile-'));
  const { home, project } = await taught(root);
  const changed: string[] = [];
  const requests: Record<string, number> = {};
  let waited = 0;
  const place = { program, root, home, project };
  /** What is said by a daemon of its own, after it has said it once: a first session may be told more. */
  const byDaemon = async (name: string, isReady = async () => {}, onSaid = () => {}) => {
    await using _daemon = await startDaemon(program, root, home);
    await said(place, `${name} first`);
    await isReady();
    const texts = await said(place, name);
    onSaid();
    return texts;
  };
  try {
    await byDaemon('warm');
    const plain = await byDaemon('plain');
    for (const [name, answer] of Object.entries(HUBS)) {
      const open = new Set<ServerResponse>();
      requests[name] = 0;
      const server = createServer((request, response) => {
        requests[name]!++;
        open.add(response);
        response.on('close', () => open.delete(response));
        request.resume();
        answer?.(response);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      if (!answer) server.close();
      const person = { id: 'p', name: 'Ann' };
      writeLogin(home, {
        ...{ url: `http://127.0.0.1:${port}`, key: 'x'.repeat(40), org: person, device: 'd', person },
      });
      let [held, left] = [0, 0];
      const now = await byDaemon(
        name,
        async () => {
          for (let i = 0; i < 100 && answer && requests[name] === 0; i++) await sleep(100);
          held = open.size;
        },
        () => (left = open.size),
      );
      // The daemon's exchange was still waiting for the hub when all was answered.
      if ((name === 'never answers' || name === 'a byte a second') && (held === 0 || left === 0)) waited++;
      for (const [what, text] of Object.entries(now))
        if (text !== plain[what]) changed.push(`${name}: ${what}`);
      removeLogin(home);
      server.closeAllConnections();
      server.close();
    }
    const hubs = Object.keys(HUBS).length;
    return {
      ...{ hubs, requests, hooks: hubs * EVENTS.length, answers: hubs * 2, changed, waited },
      'bytes without a hub': Object.fromEntries(
        Object.entries(plain).map(([what, text]) => [what, text.length]),
      ),
    };
  } finally {
    await stopDaemonOf(home);
    rmSync(root, { recursive: true, force: true });
  }
}

async function taught(root: string): Promise<{ home: string; project: string }> {
  const { client, close, home, project } = openHome(root);
  for (const text of KNOWN) await client.call('remember', { text, source: 'user_taught' });
  await close();
  return { home, project };
}

async function startDaemon(program: string, root: string, home: string) {
  const env = { PATH: process.env.PATH, HOME: root, SQRL_HOME: home };
  const start = { node: process.execPath, args: [program, 'start', '--foreground'], env };
  const file = (await reachDaemon({
    home,
    version: '0.0.0',
    ifMissing: 'start',
    start,
    patienceMs: 60_000,
  }))!;
  return { pid: file.pid, [Symbol.asyncDispose]: async () => void (await stopDaemonOf(home)) };
}

/** A busy machine may take a while to answer. */
async function reached(home: string, project: string) {
  const start = { node: '', args: [], env: {} };
  for (let i = 0; i < 60; i++) {
    const client = await connectDaemon({ home, version: '0.0.0', ifMissing: 'leave', start }, { project });
    if (client) return client;
    await sleep(500);
  }
  throw new Error('the daemon does not answer');
}

interface Place {
  program: string;
  root: string;
  home: string;
  project: string;
}

/** What the hook program prints at each event, and two answers. */
async function said({ program, root, home, project }: Place, session: string) {
  const texts: Record<string, string> = {};
  const env = { PATH: process.env.PATH, HOME: root, SQRL_HOME: home, SQRL_HOOK_MS: '20000' };
  for (const [event, input] of EVENTS) {
    const known = {
      session_id: `${session} ${event}`.replaceAll(' ', '-'),
      cwd: project,
      hook_event_name: event,
    };
    const child = spawn(process.execPath, [join(dirname(program), 'hooks/hook.js'), 'claude-code', event], {
      env,
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (out += piece));
    child.stdin.end(JSON.stringify({ ...known, ...input }));
    await new Promise((resolve) => child.on('close', resolve));
    texts[event] = out;
  }
  await using client = await reached(home, project);
  texts.recall = (await client.call('recall', { question: 'what do tests need?' })).text;
  texts.list = (await client.call('list', {})).memories
    .map(({ id, text }) => `${id} ${text}`)
    .sort()
    .join('\n');
  return texts;
}

/** Threads of the daemon linger for a minute at most. */
const QUIET_S = 65;

/** How much more memory the daemon has with a hub that it follows, in megabytes; medians of several looks. */
export async function daemonMemory(engine: TestEngine, program: string, records: number) {
  await (await engine.open()).close();
  const place = await engine.place();
  const hub = await serve(place);
  const root = mkdtempSync(join(tmpdir(), 'sqrl-bench-memory-'));
  const { home, project } = await taught(root);
  const measure = async (withHub: boolean): Promise<number> => {
    await using daemon = await startDaemon(program, root, home);
    await using client = await reached(home, project);
    for (let i = 0; i < records; i++) {
      await client.call('remember', {
        text: `The ${i % 2 ? 'amber' : 'birch'} worker number ${i} reads QUEUE_${i} ${withHub ? 'late' : 'early'}`,
      });
      if (i % 10 === 9) await sleep(1200);
    }
    // Until all that it began has come to rest, and no thread lingers for more work.
    for (let still = 0, before = -1; still < QUIET_S; await sleep(1000)) {
      const cpu = cpuOfProcess(daemon.pid);
      still = cpu - before <= 20 ? still + 1 : 0;
      before = cpu;
    }
    const looks: number[] = [];
    for (let i = 0; i < 9; i++) {
      looks.push(memoryMbOf(daemon.pid));
      await sleep(1000);
    }
    return looks.sort((a, b) => a - b)[4]!;
  };
  try {
    const without = await measure(false);
    const setUp = openHome(root);
    await setUp.client.call('hubLogin', { url: hub.url, code: hub.code!, person: 'Ann', device: 'laptop' });
    await setUp.client.call('hubLink', { create: true, auto: true });
    await setUp.close();
    const following = await measure(true);
    return {
      withoutMb: Math.round(without),
      withHubMb: Math.round(following),
      moreMb: Math.round(following - without),
    };
  } finally {
    await stopDaemonOf(home);
    await hub.stop();
    for (const folder of [root, place.folder]) rmSync(folder, { recursive: true, force: true });
  }
}
