import { isPlainFact } from '../../../base/text/plain-fact.ts';
import type { Memory, MemoryType } from '../../../model/memory.ts';

/**
 * Why an agent's word waits for the person, whatever the agent has read; undefined for a plain fact about the project.
 * A text that orders would be obeyed by every agent to come, and nobody can tell who put it into the agent's mouth.
 * `declared`: the type the agent gave it, if any.
 */
export function needsPerson(memory: Memory, declared: MemoryType | undefined): string | undefined {
  const { scope, type, key, tier, text } = memory;
  if (scope === 'global') return 'an agent says that it holds in every project';
  if (type === 'preference' || (declared !== undefined && RULE_TYPES.has(declared)))
    return `an agent says a ${type.replaceAll('_', ' ')}, which only a person can make a rule`;
  if (key?.startsWith('command.') || tier === 'emergency') return 'an agent says a standing rule';
  if ((text.match(ADDRESS) ?? []).some((address) => !LOOPBACK.test(address)))
    return 'an agent says it, and it leads to an address outside';
  return isPlainFact(text) ? undefined : 'an agent says it, and it may tell its reader what to do';
}

/** Types that say what is to be done. */
const RULE_TYPES: ReadonlySet<MemoryType> = new Set(['preference', 'requirement', 'workflow_recipe']);

/** Narrower than what the Memory Writer looks for: `build.sh` and `socket.io` are names of files and libraries. */
const ADDRESS =
  /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s`'"<>)]+|\b[\w.+-]{1,64}@[\w-]+\.[\w.]+|\b(?:[a-z0-9-]{1,63}\.)+(?:com|net|org|xyz|ru|cn|info|biz|site|online|top|tk)\b|\b(?:[a-z0-9-]{1,63}\.)+[a-z]{2,10}\/\w/gi;

const LOOPBACK = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/]*@)?(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/i;
