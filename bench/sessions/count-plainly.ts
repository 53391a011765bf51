import { readFileSync } from 'node:fs';

/** What is counted in a session. */
export const KINDS = ['prompt', 'reply', 'reasoning', 'call', 'result', 'compaction'] as const;

export type PlainCounts = Record<(typeof KINDS)[number], number>;

// biome-ignore lint/suspicious/noExplicitAny: it is another program's JSON, and looked at as plainly as can be
type Entry = any;

/**
 * Counts the steps in logs of Claude Code with nothing but JSON.parse and what the format is known to mean, to have
 * something that the real reader can disagree with. A record that stands in several logs counts once, for the session
 * that it was first met in.
 */
export function countPlainly(files: readonly string[]): {
  sessions: Map<string, PlainCounts>;
  records: number;
} {
  const sessions = new Map<string, PlainCounts>();
  const seen = new Set<string>();
  const queues = new Map<string, string[]>();
  let records = 0;
  for (const file of files)
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line.trim() === '') continue;
      records++;
      const entry = parsed(line);
      if (!entry?.sessionId || (entry.uuid && seen.has(entry.uuid))) continue;
      if (entry.uuid) seen.add(entry.uuid);
      const counts = sessions.get(entry.sessionId) ?? nothing();
      sessions.set(entry.sessionId, counts);
      for (const kind of kindsIn(entry)) counts[kind]++;
      if (isSlippedIn(entry, queues)) counts.prompt++;
    }
  return { sessions, records };
}

const nothing = (): PlainCounts => ({ prompt: 0, reply: 0, reasoning: 0, call: 0, result: 0, compaction: 0 });

function parsed(line: string): Entry {
  try {
    return JSON.parse(line);
  } catch {
    try {
      // Some real lines hold a backslash that escapes nothing.
      return JSON.parse(line.replace(/\\(?!["\\/bfnrtu])/g, '\\\\'));
    } catch {
      return undefined;
    }
  }
}

/** What was typed while the model worked, and given to it in the middle of its turn, stands nowhere but in the queue. */
function isSlippedIn({ type, operation, content, sessionId }: Entry, queues: Map<string, string[]>): boolean {
  if (type !== 'queue-operation') return false;
  const queue = queues.get(sessionId) ?? [];
  queues.set(sessionId, queue);
  if (operation === 'enqueue' && !/^(\/|<|\{"task_id")/.test(String(content ?? '').trim()))
    queue.push(content);
  if (operation === 'popAll') queue.length = 0;
  const taken = operation === 'remove' || operation === 'dequeue' ? queue.pop() : undefined;
  return operation === 'remove' && taken !== undefined;
}

function kindsIn(entry: Entry): (keyof PlainCounts)[] {
  if (entry.type === 'system') return entry.subtype === 'compact_boundary' ? ['compaction'] : [];
  const content = entry.message?.content;
  const blocks: Entry[] = Array.isArray(content) ? content : [{ type: 'text', text: content ?? '' }];
  const said = (block: Entry, field: string) => String(block[field] ?? '').trim() !== '';
  if (entry.type === 'assistant') {
    if (entry.message?.model === '<synthetic>' || entry.isApiErrorMessage) return [];
    return blocks.flatMap((block) => {
      if (block.type === 'tool_use') return ['call'];
      if (block.type === 'text' && said(block, 'text')) return ['reply'];
      return block.type === 'thinking' && said(block, 'thinking') ? ['reasoning'] : [];
    });
  }
  if (entry.type !== 'user') return [];
  const results = blocks.filter((block) => block.type === 'tool_result');
  if (results.length > 0) return results.map(() => 'result');
  if (entry.isMeta || entry.isCompactSummary || entry.isVisibleInTranscriptOnly || entry.isSidechain)
    return [];
  const text = blocks
    .map((block) => (block.type === 'text' ? block.text : `[${block.type}]`))
    .join('\n')
    .trim();
  const own = text.replace(/<(system-reminder|local-command-\w+|ide_\w+)>.*?<\/\1>/gs, '').trim();
  const isCommand = /^<(command-name|local-command|bash-|task-notification)/.test(text);
  return own === '' || isCommand || /^\[Request interrupted by user[^\]]*\]$/.test(own) ? [] : ['prompt'];
}
