import { type Message, message } from '../../base/messages.ts';
import { isPlainFact } from '../../base/text/plain-fact.ts';
import type { Memory, MemoryType } from '../../model/memory.ts';
import { recordSentences } from '../../model/record.ts';

/**
 * Why an agent's word waits for the person, whatever the agent has read; undefined for a plain fact about the project.
 * A text that orders would be obeyed by every agent to come, and nobody can tell who put it into the agent's mouth.
 * `declared`: the type the agent gave it, if any.
 */
export function needsPerson(memory: Memory, declared: MemoryType | undefined): Message | undefined {
  const { scope, type, key, tier, record } = memory;
  const text = `${memory.text}\n${recordSentences(record)}`.trim();
  if (scope === 'global') return message('wait.everyProject');
  if (type === 'preference' || (declared !== undefined && RULE_TYPES.has(declared)))
    return message('wait.ruleType', { type: type.replaceAll('_', ' ') });
  if (key?.startsWith('command.') || tier === 'emergency') return message('wait.standingRule');
  if ((text.match(ADDRESS) ?? []).some((address) => !LOOPBACK.test(address))) return message('wait.address');
  return isPlainFact(text) ? undefined : message('wait.instruction');
}

/** Types that say what is to be done. */
const RULE_TYPES: ReadonlySet<MemoryType> = new Set(['preference', 'requirement', 'workflow_recipe']);

/** Narrower than what the Memory Writer looks for: `build.sh` and `socket.io` are names of files and libraries. */
const ADDRESS =
  /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s`'"<>)]+|\b[\w.+-]{1,64}@[\w-]+\.[\w.]+|\b(?:[a-z0-9-]{1,63}\.)+(?:com|net|org|xyz|ru|cn|info|biz|site|online|top|tk)\b|\b(?:[a-z0-9-]{1,63}\.)+[a-z]{2,10}\/\w/gi;

const LOOPBACK = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/]*@)?(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/i;
