import type { EventEmitter } from 'node:events';
import { isAbsolute } from 'node:path';
import { parsedJson } from '@sqrl/base/json.ts';
import { HOOK_CLIENTS, type HookClient } from '@sqrl/base/model/hook-events.ts';
import { isWriterFolder, isWriterPrompt } from '@sqrl/base/model/own-session.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { clientNamed } from '../../clients/clients.ts';
import type { Dialect, HookInput } from '../../clients/hooks/dialect.ts';
import { harmless } from '../../clients/hooks/steps.ts';
import { type ForeignRecord, isRecord } from '../../clients/reading/record.ts';
import type { ServerContext } from '../server/context.ts';
import { tooManyRequests } from '../server/trouble.ts';
import { correctReceipts, type HookAnswer, handleHookAction } from './hook-actions.ts';

/** Answers a hook of a client: does what its event asks for, and says what is to be printed. Mostly that is nothing. */
export async function answerHook(
  context: ServerContext,
  request: Request,
  underWay: ActiveHooks,
  connection?: EventEmitter,
): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const client = clientIn(query.get('client'));
  const event = query.get('event') ?? '';
  const input = recordIn(await request.text());
  const isRefused = underWay.size >= MAX_HOOKS;
  if (!isRefused) underWay.add(request);
  try {
    const { signal } = request;
    const call = { client, event, input, cwd: query.get('cwd'), pid: Number(query.get('pid')), signal };
    const said = await answerOf(context, { ...call, isRefused });
    if (!said) return tooManyRequests(`${MAX_HOOKS} hooks`);
    const { text, withdraw } = said;
    const name = withdraw && connection && context.untaken.await(connection, withdraw);
    return printing(text, name);
  } catch (error) {
    // The client would show an error to the person. A missing folder or a stopping daemon is not even logged.
    if (!(error instanceof Problem) || !PASSING.has(error.code))
      context.log.line(`hook ${client} ${event} failed: ${(error as Error).stack ?? error}`);
    return printing('');
  } finally {
    underWay.delete(request);
  }
}

/** The hooks under way: a share of the daemon that no call takes. */
export type ActiveHooks = Set<Request>;

/** An agent waits for one at a time. */
export const MAX_HOOKS = 128;

const PASSING = new Set<Problem['code']>(['not_found', 'cancelled']);

interface HookCall {
  client: HookClient;
  event: string;
  input: ForeignRecord;
  /** Where the program was called, for clients that do not say. */
  cwd: string | null;
  /** Of the hook's process, which waits for the answer; 0 if it does not say. */
  pid: number;
  signal: AbortSignal;
  isRefused: boolean;
}

/** Undefined where it is refused; what its session was to be told then is told at the next prompt. */
async function answerOf(
  context: ServerContext,
  { client, event, input, cwd, pid, signal, isRefused }: HookCall,
): Promise<PrintedAnswer | undefined> {
  const dialect = await clientNamed(client).dialect();
  const heard = dialect.hear(event, input);
  const project = heard?.cwd ?? cwd ?? '';
  if (!heard || !isFolder(project) || heard.session.length > MAX_NAME_CHARS || isOwn(heard, project))
    return { text: '' };
  context.hookCalled(client);
  if (context.isPaused(project)) return { text: '' };
  const { session } = heard;
  const missed = () => {
    for (const action of heard.actions)
      if (action.do === 'tell' && action.moment.point === 'session start')
        context.untaken.miss(session, action.moment);
  };
  if (isRefused) return void missed();
  const caller = { context, client, pid, session, place: { project }, shows: dialect.shows, signal };
  const all: HookAnswer[] = [];
  for (const action of heard.actions) if (!signal.aborted) all.push(await handleHookAction(caller, action));
  const agent = harmless(all.flatMap((said) => said.agent || []).join('\n\n'));
  // First the answer to what the person has just done; a brief comes before it.
  const person = all
    .toReversed()
    .flatMap((said) => said.person || [])
    .join(' ');
  const [stop] = all.flatMap((said) => said.stop || []);
  const answer = dialect.answer(event, {
    agent: cutToClientLimit(agent, dialect.most),
    person,
    stop: stop && harmless(stop),
  });
  // A hook that timed out shows nothing, so nothing may be recorded as shown.
  const printed = signal.aborted ? '' : answer;
  const receipts = all.flatMap((said) => said.receipts ?? []);
  if (signal.aborted) missed();
  if (receipts.length === 0) return { text: printed };
  const correct = (told: string) =>
    context.at(caller.place, async (engine) => correctReceipts(engine, receipts, told));
  await correct(printed);
  const withdraw = async () => {
    missed();
    // A store that is closed or gone has no use for it.
    await correct('').catch(() => {});
  };
  return printed === '' ? { text: '' } : { text: printed, withdraw };
}

interface PrintedAnswer {
  text: string;
  withdraw?: () => Promise<void>;
}

/** Of sessions, as the verbs take them. */
const MAX_NAME_CHARS = 500;

const isFolder = (path: string): boolean =>
  isAbsolute(path) && !path.includes('\0') && path.length <= MAX_PATH_CHARS;
const MAX_PATH_CHARS = 4096;

function clientIn(name: string | null): HookClient {
  const client = HOOK_CLIENTS.find((one) => one === name);
  if (!client) throw new Problem('Unknown client.', `Supported: ${HOOK_CLIENTS.join(', ')}.`, 'usage');
  return client;
}

function recordIn(body: string) {
  const given = parsedJson(body);
  if (isRecord(given)) return given;
  throw new Problem('The hook input is not a JSON object.', '', 'usage');
}

/** Whether it is a session that answers a question of the memory's own. */
const isOwn = ({ actions }: HookInput, folder: string): boolean =>
  isWriterFolder(folder) ||
  actions.some(
    (action) =>
      action.do === 'tell' && action.moment.point === 'prompt' && isWriterPrompt(action.moment.text),
  );

const printing = (text: string, receipt?: string): Response =>
  new Response(text, {
    headers: {
      ...(receipt !== undefined && { 'sqrl-receipt': receipt }),
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
    },
  });

/** Cuts what is said to what a client hands on in one piece; whole lines, the first ones. */
export function cutToClientLimit(text: string, { characters, tokens }: Dialect['most']): string {
  let fitting = text;
  while (fitting.length > characters || estimateTokens(fitting) > tokens) {
    const end = fitting.lastIndexOf('\n');
    if (end <= 0) return '';
    fitting = fitting.slice(0, end);
  }
  return fitting;
}
