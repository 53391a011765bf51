import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import { printed } from '@sqrl/base/model/printed.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { redactedStart } from '@sqrl/base/redact/shorten.ts';
import type { HookOutput } from '../../clients/hooks/dialect.ts';
import type { CallScope } from '../../protocol/wire.ts';
import type { ServerContext } from '../server/context.ts';
import { wireErrorOf } from '../server/trouble.ts';

/** Keeps what a person wants remembered, and says to both what came of it. */
export async function rememberAtOnce(
  context: ServerContext,
  place: CallScope,
  wish: { text: string; client: HookClient },
): Promise<HookOutput> {
  try {
    return await kept(context, place, wish);
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'cancelled') throw error;
    const { message, hint } = wireErrorOf(error).error;
    return {
      agent: `Squirrel could not save what the user asked to /remember: ${message} Tell the user, and do not retry with other words.`,
      person: `Squirrel: not remembered. ${message} ${hint}`.trim(),
    };
  }
}

async function kept(
  context: ServerContext,
  place: CallScope,
  { text, client }: { text: string; client: HookClient },
): Promise<HookOutput> {
  const { id, did, memory, redacted } = await context.call(
    place,
    'remember',
    { text: shortened(text), source: 'user_taught', tags: [`from ${client}`] },
    {},
  );
  const what = did === 'known' ? 'already knew' : 'saved';
  const without = redacted.length === 0 ? '' : ' Possible secrets were redacted.';
  return {
    agent: `Squirrel ${what} what the user asked to /remember (Memory #${id}) and will show it in later sessions: do not write another note or file for it.${without}`,
    person: `Squirrel: ${did === 'known' ? 'already known' : 'remembered'}: “${printed(memory.text, 100)}”.${without} Undo: \`sqrl forget ${id}\`.`,
  };
}

/** Characters of a wish that are kept. */
const MAX_WISH_CHARS = 20_000;

const shortened = (text: string): string =>
  text.length > MAX_WISH_CHARS ? redactedStart(text, MAX_WISH_CHARS) : text;
