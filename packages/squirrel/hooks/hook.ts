// What clients call at points of their sessions: it hands on what they say to the daemon, and prints what that answers.
// It must cost next to nothing, never be in the way, and say nothing at all where anything is amiss.
import { writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { WRITER_GUARD } from '@sqrl/base/model/own-session.ts';
import { pauseAt, readPauses } from '@sqrl/base/pauses.ts';
import { eventOf } from '../clients/hook-events.ts';
import { readDaemonFile, stoppedAt } from '../protocol/daemon-file.ts';
import { noteTrouble } from './hook-log.ts';
import { readInput } from './input.ts';
import { hookLimit } from './limit.ts';
import { reach, type VerifiedDaemon } from './reach.ts';

/** Before its time is over it must be gone, and writing a line takes a moment. */
const MARGIN_MS = 20;

const { client, event, home } = calledWith(process.argv.slice(2));
const called = eventOf(client, event);
// Where everything takes longer, a person may grant it more; its client still ends it when it has enough.
const limitMs = Number(process.env.SQRL_HOOK_MS) || hookLimit(called, process.uptime() * 1000);

// What answers a question of the memory's own must not ask the memory.
if (process.env[WRITER_GUARD]) process.exit(0);
process.on('uncaughtException', (error) => leave(error.message));
process.on('unhandledRejection', (error) => leave((error as Error).message));
const leftMs = limitMs - MARGIN_MS - process.uptime() * 1000;
// A machine that takes so long to start it has better things to do.
if (leftMs <= 0) leave('started too late');
setTimeout(() => leave(`timed out after ${limitMs} ms`), leftMs);
void run();

async function run(): Promise<void> {
  if (client === '' || event === '') return leave('missing argument: expected a client and an event');
  // No daemon is started for that; it knows which projects are paused by themselves.
  if (pauseAt(readPauses(home), null, Date.now())) process.exit(0);
  // A person stopped it, which is no trouble to note.
  if (stoppedAt(home, Date.now()) !== undefined && !readDaemonFile(home)) process.exit(0);
  // The daemon proves itself while the client still writes.
  const request = { home, begins: called.begins ?? false, program: process.argv[1]! };
  const [input, reached] = await Promise.all([readInput(), reach(request)]);
  if (typeof reached === 'string') return leave(reached);
  if (input === undefined) return leave('input of the client is too large');
  if (input.length === 0) return leave('no input from the client');
  let to: VerifiedDaemon = reached;
  // Once it has answered, since it is asked to stop; one that does not answer is not waited for to the end.
  if (to.replace) setTimeout(to.replace, leftMs / 2);
  let { status, body, receipt } = await handOn(reached, input);
  if (status === 401) {
    // Another daemon started between reading the last one's token and this request.
    const anew = await reach(request);
    if (typeof anew === 'string') return leave(anew);
    to = anew;
    ({ status, body, receipt } = await handOn(anew, input));
  }
  if (status !== 200 && status !== 204) return leave(`the daemon responded with HTTP ${status}`);
  if (body !== '') writeSync(1, body);
  // A hook that its client has ended never gets here, and what it was to tell counts as not told.
  if (receipt !== undefined) to.line.tell(requestLine(to, `/v1/taken?receipt=${receipt}`, 0));
  await to.replace?.();
  process.exit(0);
}

function handOn(to: VerifiedDaemon, input: Buffer) {
  const query = `client=${encodeURIComponent(client)}&event=${encodeURIComponent(event)}&cwd=${encodeURIComponent(here())}&pid=${process.pid}`;
  return to.line.ask(requestLine(to, `/v1/hook?${query}`, input.length), input);
}

/** Shows the token only now that it is known to whom. */
const requestLine = ({ daemon }: VerifiedDaemon, path: string, size: number): string =>
  [
    `POST ${path} HTTP/1.1`,
    `host: 127.0.0.1:${daemon.port}`,
    `authorization: Bearer ${daemon.token}`,
    'content-type: application/json',
    `content-length: ${size}`,
    '\r\n',
  ].join('\r\n');

/** Ends as if nothing had happened, for to the client nothing has. */
function leave(because: string): void {
  noteTrouble(home, `${client} ${event}: ${because}`);
  process.exit(0);
}

function calledWith(args: readonly string[]): { client: string; event: string; home: string } {
  const at = args.indexOf('--home');
  const [client = '', event = ''] = args.filter((_, i) => at < 0 || (i !== at && i !== at + 1));
  const { SQRL_HOME, HOME, USERPROFILE } = process.env;
  const chosen =
    (at < 0 ? undefined : args[at + 1]) || SQRL_HOME || join(HOME || USERPROFILE || '.', '.sqrl');
  return { client, event, home: resolve(chosen) };
}

/** Where the client stands; nowhere, where that folder has been removed. */
function here(): string {
  try {
    return process.cwd();
  } catch {
    return '';
  }
}
