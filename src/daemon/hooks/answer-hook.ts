import { isAbsolute } from 'node:path';
import { HOOK_CLIENTS, type HookClient } from '../../model/hook-events.ts';
import { isWriterFolder, isWriterPrompt } from '../../model/own-session.ts';
import { Problem } from '../../model/problem.ts';
import { isRecord } from '../../sources/record.ts';
import type { House } from '../server/house.ts';
import { cutToFit } from './cut-to-fit.ts';
import { doDeed } from './deeds.ts';
import type { Heard, Said } from './dialect.ts';
import { dialects } from './dialects.ts';
import { harmless } from './harmless.ts';

/** Answers a hook of a client: does what its event asks for, and says what is to be printed. Mostly that is nothing. */
export async function answerHook(house: House, request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const client = clientIn(query.get('client'));
  const event = query.get('event') ?? '';
  const dialect = dialects[client];
  const heard = dialect.hear(event, recordIn(await request.text()));
  const project = heard?.cwd ?? query.get('cwd') ?? '';
  if (!heard || !isAbsolute(project) || project.includes('\0') || isOwn(heard, project)) return printing('');
  const { signal } = request;
  const { session } = heard;
  const caller = { house, client, session, place: { project }, shows: dialect.shows, signal };
  const all: Said[] = [];
  for (const deed of heard.deeds) {
    // Whoever was not answered in time has gone, and must not be noted as told.
    if (signal.aborted) return printing('');
    all.push(await doDeed(caller, deed));
  }
  const agent = harmless(all.flatMap((said) => said.agent || []).join('\n\n'));
  const person = all.flatMap((said) => said.person || []).join(' ');
  return printing(dialect.answer(event, { agent: await cutToFit(agent, dialect.most), person }));
}

function clientIn(name: string | null): HookClient {
  const client = HOOK_CLIENTS.find((one) => one === name);
  if (!client)
    throw new Problem(
      'There are no hooks of such a client.',
      `There are: ${HOOK_CLIENTS.join(', ')}.`,
      'usage',
    );
  return client;
}

function recordIn(body: string) {
  try {
    const given: unknown = JSON.parse(body);
    if (isRecord(given)) return given;
  } catch {
    // Told below.
  }
  throw new Problem('What the client handed in is no JSON object.', '', 'usage');
}

/** Whether it is a session that answers a question of the memory's own. */
const isOwn = ({ deeds }: Heard, folder: string): boolean =>
  isWriterFolder(folder) ||
  deeds.some(
    (deed) => deed.do === 'tell' && deed.moment.point === 'prompt' && isWriterPrompt(deed.moment.text),
  );

const printing = (text: string): Response =>
  new Response(text, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
    },
  });
