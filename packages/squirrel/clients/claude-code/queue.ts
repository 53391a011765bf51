import { createHash } from 'node:crypto';
import { redactedStart } from '@sqrl/base/redact/shorten.ts';
import { personsPart } from '@sqrl/base/text/persons-part.ts';
import { type ForeignRecord, textOrEmpty } from '../reading/record.ts';
import { keepLatest } from '../reading/state.ts';
import type { RecordResult } from '../reading/step.ts';
import type { ClaudeCodeSession } from './session.ts';

// What the person types while the model works waits in a queue. Taken out by `dequeue`, it becomes a record of the
// user's; by `popAll`, the person took it back. `remove` means that it was slipped into the running turn: versions that
// log attachments say so there, older ones nowhere else.

const MAX_WAITING_ITEMS = 8;
const MAX_PROMPT_CHARS = 6000;

export function readQueue(entry: ForeignRecord, memory: ClaudeCodeSession): RecordResult {
  const operation = textOrEmpty(entry.operation);
  const type = `queue-operation/${operation}`;
  if (memory.agent !== null || memory.kept.attaches) return { type, fate: 'passed' };
  if (operation === 'enqueue') {
    const words = personsPart(textOrEmpty(entry.content));
    keepLatest(memory.kept.queue, waiting(words, memory.kept.at), MAX_WAITING_ITEMS);
    return { type, fate: 'read' };
  }
  if (operation === 'popAll') memory.kept.queue = [];
  if (operation !== 'remove' && operation !== 'dequeue')
    return { type, fate: operation === 'popAll' ? 'read' : 'unknown' };
  // Notices of background tasks wait here too, and some are never seen to leave: a person's prompt goes first.
  const index = memory.kept.queue.findLastIndex(({ text }) => isPrompt(text));
  const [taken] = memory.kept.queue.splice(index < 0 ? -1 : index, 1);
  if (operation === 'dequeue' || taken === undefined || !isPrompt(taken.text)) return { type, fate: 'read' };
  return { type, fate: 'read', events: [memory.step({ kind: 'prompt', text: taken.text, key: taken.key })] };
}

// Its records have no ids; named now, since what is kept between two readings may have been redacted.
const waiting = (words: string, at: number): { key: string; text: string } => ({
  key: `queued/${at}/${createHash('sha256').update(words).digest('hex').slice(0, 16)}`,
  text: words.length > MAX_PROMPT_CHARS ? redactedStart(words, MAX_PROMPT_CHARS) : words,
});

const isPrompt = (words: string): boolean => words !== '' && !/^(?:\/|\{"task_id"|<)/.test(words);
