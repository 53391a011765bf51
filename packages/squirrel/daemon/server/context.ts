import { Problem } from '@sqrl/base/problem.ts';
import { DELETE_UNDO_MS, eraseDeleted } from '../../learn/verbs/delete.ts';
import type { CallOptions } from '../../protocol/client.ts';
import type { DaemonStatus, LiveHello } from '../../protocol/live.ts';
import type { Input, Output, Verb, WireNotice } from '../../protocol/verbs.ts';
import { type CallScope, PROTOCOL } from '../../protocol/wire.ts';
import { HOOK_NOTE_INTERVAL_MS, homeOf, noteHookCall } from '../../workspace/home.ts';
import { isPaused } from '../../workspace/resolve-project.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { Engines, Lease } from '../engines.ts';
import { type SessionEndQueue, settlingOf, UntakenAnswers } from '../hooks/session-ends.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { LogFile } from '../log-file.ts';
import type { NewsFeed } from './news.ts';
import type { PageAccess } from './page-access.ts';

/** What the server answers from. */
export interface ServerContext {
  version: string;
  token: string;
  port(): number;
  /** False once the home of this daemon was removed or replaced: its clients then belong to another daemon. */
  isCurrent(): boolean;
  /** What happened while the memory of a place was opened. */
  open(place: CallScope): Promise<{ notices: readonly WireNotice[] }>;
  call<V extends Verb>(place: CallScope, verb: V, input: Input<V>, options: CallOptions): Promise<Output<V>>;
  /** Works with the engine of a place itself. */
  at<T>(place: CallScope, work: (engine: Engine) => Promise<T>): Promise<T>;
  isPaused(folder: string): boolean;
  hookCalled(client: string): void;
  learnSoon(projects: readonly string[]): void;
  settling: SessionEndQueue;
  untaken: UntakenAnswers;
  stop(because: string): void;
  log: LogFile;
  access: PageAccess;
  /** What changes, for open pages. */
  news: NewsFeed;
  hello(): LiveHello;
}

interface ServerContextOptions
  extends Pick<ServerContext, 'version' | 'token' | 'log' | 'access' | 'news' | 'stop' | 'isCurrent'> {
  home: string;
  engines: Engines;
  jobs: Jobs;
  startedAt: number;
  now: () => number;
  onCall: () => void;
}

/** Longer than this, a call is worth a line in the log. */
const SLOW_MS = 2000;
/** A timer may fire a little early by the clock that the deletion was noted by. */
const TIMER_SLACK_MS = 500;
/** Asking how things are is not working on them. */
const LOOKING = new Set<Verb>(['status', 'stats', 'sources']);

/** What the server answers from: the engines, with what the daemon knows of itself. */
export function createServerContext({
  home,
  engines,
  jobs,
  startedAt,
  now,
  onCall,
  ...options
}: ServerContextOptions): ServerContext & { listen(port: number): void; isIdle(): boolean } {
  const { version, log, access, news } = options;
  let port = 0;
  let calls = 0;
  let underWay = 0;
  let lastCallAt: number | null = null;
  const hookCalls = new Map<string, number>();
  let seen = { at: startedAt, cpu: cpuMs(), share: 0 };

  function status(): DaemonStatus {
    const cpu = cpuMs();
    // Two looks in a row would measure each other.
    if (now() - seen.at > 1000)
      seen = { at: now(), cpu, share: Math.max(0, (cpu - seen.cpu) / (now() - seen.at)) };
    return {
      pid: process.pid,
      port,
      version,
      protocol: PROTOCOL,
      startedAt,
      uptimeMs: now() - startedAt,
      memory: process.memoryUsage.rss(),
      cpuMs: cpu,
      cpuShare: seen.share,
      embedderLoaded: engines.embedderLoaded(),
      open: engines.open(),
      calls,
      underWay,
      lastCallAt,
      jobs: jobs.list(),
    };
  }

  async function leased<T>(
    place: Parameters<ServerContext['open']>[0],
    work: (lease: Lease) => Promise<T>,
  ): Promise<T> {
    underWay++;
    try {
      using lease = await engines.lease(place);
      try {
        return await work(lease);
      } catch (error) {
        // Its file may have been repaired or replaced by another process; the next call opens it anew.
        if (error instanceof Problem && error.code === 'store') lease.doubt();
        throw error;
      }
    } finally {
      underWay--;
      onCall();
    }
  }

  const at: ServerContext['at'] = (place, work) => leased(place, ({ engine }) => work(engine));
  /** Erases what was just deleted once it can no longer be undone. */
  function eraseSoon(place: CallScope): void {
    const erase = () =>
      at(place, async (engine) => {
        if (eraseDeleted(engine) > 0) news.tell(['memories'], engine.project?.id ?? null);
      });
    setTimeout(
      () => void erase().catch((error: Error) => log.line(`could not erase a memory: ${error.message}`)),
      DELETE_UNDO_MS + TIMER_SLACK_MS,
    ).unref();
  }
  const learnSoon: ServerContext['learnSoon'] = (projects) => jobs.learn(projects);

  return {
    ...options,
    hello: () => ({ version, startedAt, jobs: jobs.list(), file: access.lasting }),
    port: () => port,
    listen: (at) => {
      port = at;
    },
    isIdle: () => underWay === 0 && !jobs.isBusy(),
    at,
    isPaused: (folder) => isPaused(home, folder, now()),
    hookCalled(client) {
      // Read from disk at most once in ten minutes: hooks are called at every step of an agent.
      if (now() - (hookCalls.get(client) ?? 0) < HOOK_NOTE_INTERVAL_MS) return;
      hookCalls.set(client, now());
      noteHookCall(homeOf(home).hookCalls, client, now());
    },
    learnSoon,
    settling: settlingOf({ at, learnSoon, log }),
    untaken: new UntakenAnswers(),
    open: (place) => leased(place, async ({ client }) => ({ notices: client.notices })),
    call: (place, verb, input, callOptions) =>
      leased(place, async ({ engine, client }) => {
        calls++;
        const began = now();
        lastCallAt = began;
        if (engine.project && !LOOKING.has(verb)) jobs.touch(engine.project);
        const output = await client.call(verb, input, callOptions);
        const took = now() - began;
        news.done(verb, engine.project?.id ?? null);
        if (verb === 'bulk' && (input as Input<'bulk'>).action === 'forget')
          if ((output as Output<'bulk'>).action !== null) eraseSoon(place);
        if (took > SLOW_MS) log.line(`${verb} took ${took} ms`);
        return verb === 'status'
          ? ({ ...(output as Output<'status'>), daemon: status() } as typeof output)
          : output;
      }),
  };
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
