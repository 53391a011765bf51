import type { HookClient } from '../../model/hook-events.ts';
import type { Place } from '../../protocol/wire.ts';
import { inTag } from '../../sources/claude-code-words.ts';
import type { House } from '../server/house.ts';
import type { Said } from './dialect.ts';

/** What a person wants remembered with `/remember …`; undefined where a prompt is none. */
export function toRemember(prompt: string): string | undefined {
  const command = inTag(prompt, 'command-name');
  const typed = command === '' ? prompt : `${command} ${inTag(prompt, 'command-args')}`;
  const wanted = REMEMBER.exec(typed)?.[1]?.trim();
  return wanted === undefined || wanted === '' ? undefined : wanted.slice(0, LONGEST);
}

/** A plugin's commands may bear its name. */
const REMEMBER = /^\s*\/(?:[\w-]{1,40}:)?remember(?:\s+|:\s*)([\s\S]+)$/;
const LONGEST = 20_000;

/** Keeps what a person wants remembered, and says so to both. */
export async function rememberAtOnce(
  house: House,
  place: Place,
  { text, client }: { text: string; client: HookClient },
): Promise<Said> {
  const { id, did, memory, redacted } = await house.call(
    place,
    'remember',
    { text, source: 'user_taught', tags: [`from ${client}`] },
    {},
  );
  const what = did === 'known' ? 'was known already' : 'is noted';
  const without = redacted.length === 0 ? '' : ' What looked like a secret was left out.';
  return {
    agent: `What the person asked for with /remember ${what} in their memory (Memory #${id}) and comes back in later sessions: it needs no other note, and no file is to be written for it.${without}`,
    person: `Squirrel: ${did === 'known' ? 'known already' : 'remembered'}: “${clip(memory.text)}”.${without} \`sqrl forget ${id}\` takes it back.`,
  };
}

const clip = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > 100 ? `${flat.slice(0, 99)}…` : flat;
};
