import { printed } from '@sqrl/base/model/printed.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { redactedStart } from '@sqrl/base/redact/shorten.ts';
import { isHookOfAgent } from '@sqrl/base/terminal/agents-shell.ts';
import { readProcessChain } from '@sqrl/base/terminal/process-chain.ts';
import type { HookOutput } from '../../clients/hooks/dialect.ts';
import { wireErrorOf } from '../server/trouble.ts';
import type { HookCaller } from './hook-actions.ts';

/** Keeps what a person wants remembered, and says to both what came of it. An agent that calls the hook itself is no person. */
export async function rememberAtOnce(caller: HookCaller, text: string): Promise<HookOutput> {
  try {
    if (isCalledByAgent(caller))
      throw new Problem(
        'An agent called the hook in a shell.',
        'Only the person can type /remember, in the client.',
        'forbidden',
      );
    return await kept(caller, text);
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'cancelled') throw error;
    const { message, hint } = wireErrorOf(error).error;
    return {
      agent: `Squirrel could not save what the user asked to /remember: ${message} Tell the user, and do not retry with other words.`,
      person: `Squirrel: not remembered. ${message} ${hint}`.trim(),
    };
  }
}

export const isCalledByAgent = ({ pid }: HookCaller): boolean =>
  pid > 0 && isHookOfAgent(readProcessChain(process.platform, { pid }));

async function kept({ context, place, client }: HookCaller, text: string): Promise<HookOutput> {
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
