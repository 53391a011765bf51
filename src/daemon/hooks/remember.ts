import { Problem } from '../../base/problem.ts';
import type { HookOutput } from '../../clients/hooks/dialect.ts';
import type { HookClient } from '../../model/hook-events.ts';
import { printed } from '../../model/printed.ts';
import type { CallScope } from '../../protocol/wire.ts';
import { redactedStart } from '../../redact/shorten.ts';
import type { ServerContext } from '../server/context.ts';
import { wireErrorOf } from '../server/trouble.ts';

/** Keeps what a person wants remembered, and says to both what came of it. */
export async function rememberAtOnce(
  house: ServerContext,
  place: CallScope,
  wish: { text: string; client: HookClient },
): Promise<HookOutput> {
  try {
    return await kept(house, place, wish);
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'cancelled') throw error;
    const { message, hint } = wireErrorOf(error).error;
    return {
      agent: `What the person asked for with /remember is not in their memory: ${message} Tell them so, and do not try it again with other words.`,
      person: `Squirrel: not remembered. ${message} ${hint}`.trim(),
    };
  }
}

async function kept(
  house: ServerContext,
  place: CallScope,
  { text, client }: { text: string; client: HookClient },
): Promise<HookOutput> {
  const { id, did, memory, redacted } = await house.call(
    place,
    'remember',
    { text: shortened(text), source: 'user_taught', tags: [`from ${client}`] },
    {},
  );
  const what = did === 'known' ? 'was known already' : 'is noted';
  const without = redacted.length === 0 ? '' : ' What looked like a secret was left out.';
  return {
    agent: `What the person asked for with /remember ${what} in their memory (Memory #${id}) and comes back in later sessions: it needs no other note, and no file is to be written for it.${without}`,
    person: `Squirrel: ${did === 'known' ? 'known already' : 'remembered'}: “${printed(memory.text, 100)}”.${without} \`sqrl forget ${id}\` takes it back.`,
  };
}

/** Characters of a wish that are kept. */
const MAX_WISH = 20_000;

const shortened = (text: string): string => (text.length > MAX_WISH ? redactedStart(text, MAX_WISH) : text);
