import type { RawEvent } from '@sqrl/base/model/reader.ts';
import { personsPart } from '@sqrl/base/text/persons-part.ts';
import { type ForeignRecord, into, listOrEmpty, record, textOrEmpty } from '../reading/record.ts';
import type { RecordResult } from '../reading/step.ts';
import { readResult } from './result.ts';
import type { ClaudeCodeSession } from './session.ts';

/** Reads a record of the user's side: the answers of tools, the person's words, or what the client says in their name. */
export function readUser(entry: ForeignRecord, memory: ClaudeCodeSession): RecordResult {
  const content = into(entry, 'message', 'content');
  const results: RawEvent[] = [];
  listOrEmpty(content).forEach((block, part) => {
    if (record(block).type === 'tool_result')
      results.push(readResult(entry, record(block), { part, raw: entry.toolUseResult, memory }));
  });
  if (results.length > 0) return { type: 'user/tool_result', fate: 'read', events: results };
  if (entry.isCompactSummary === true || entry.isVisibleInTranscriptOnly === true)
    return { type: 'user/compact_summary', fate: 'passed' };
  if (entry.isMeta === true) return { type: 'user/meta', fate: 'passed' };
  return readWords(promptBlocks(content), {
    origin: textOrEmpty(into(entry, 'origin', 'kind')),
    type: 'user',
    memory,
  });
}

const PEOPLE = new Set(['', 'human', 'person', 'composer', 'remote', 'voice-call', 'suggestion']);

/** Reads words that reached the model in the user's name, block by block, and decides whether the person said them. */
export function readWords(
  [first = '', ...more]: readonly string[],
  { origin, type, memory }: { origin: string; type: string; memory: ClaudeCodeSession },
): RecordResult {
  const of = (kind: string, ...events: RawEvent[]): RecordResult => ({
    type: kind && `${type}/${kind}`,
    fate: events.length > 0 ? 'read' : 'passed',
    events,
  });
  const trimmed = first.trimStart();
  if (origin === 'task-notification' || trimmed.startsWith('<task-notification>'))
    return of('task-notification', notification(trimmed, memory));
  if (!PEOPLE.has(origin)) return of(origin);
  // The first words of a subagent are its parent's.
  if (memory.agent !== null) return of('task');
  const [interruption] = /^\[Request interrupted by user[^\]]*\]/.exec(trimmed) ?? [];
  if (interruption !== undefined) {
    const notice = memory.step({ kind: 'notice', text: interruption, outcome: 'interrupted' });
    const after = personsWords([trimmed.slice(interruption.length), ...more]);
    return of(
      'interrupted',
      notice,
      ...(after === '' ? [] : [memory.step({ kind: 'prompt', text: after }, 1)]),
    );
  }
  if (trimmed.startsWith('<bash-input>')) {
    const command = inTag(trimmed, 'bash-input');
    return of('bash-input', memory.step({ kind: 'notice', text: `! ${command}`, command }));
  }
  // `/clear` and its like act on the client; those that begin with the message expand to a prompt.
  if (/^<(?:command-name|local-command-|bash-std)/.test(trimmed)) return of('command');
  const words = trimmed.startsWith('<command-message>')
    ? slashCommand(trimmed)
    : trimmed.startsWith('<user-memory-input>')
      ? inTag(trimmed, 'user-memory-input')
      : personsWords([first, ...more]);
  if (words === '') return of('empty');
  memory.kept.compacted = false;
  return { type, fate: 'read', events: [memory.step({ kind: 'prompt', text: words })] };
}

/** The content blocks of a prompt, with a mention of what it holds besides text. */
export const promptBlocks = (content: unknown): string[] =>
  typeof content === 'string' ? [content] : listOrEmpty(content).map(blockText).filter(Boolean);

const personsWords = (blocks: readonly string[]): string =>
  blocks.map(personsPart).filter(Boolean).join('\n');

function blockText(block: unknown): string {
  const { type, text: words } = record(block);
  if (type === 'text') return textOrEmpty(words);
  return type === 'image' || type === 'document' ? `[${type}]` : '';
}

const slashCommand = (said: string): string =>
  [inTag(said, 'command-name'), inTag(said, 'command-args')].filter(Boolean).join(' ');

/** A task in the background has something to say: how it ended, and what its answer was. */
function notification(said: string, memory: ClaudeCodeSession): RawEvent {
  const words = [inTag(said, 'summary'), inTag(said, 'result')].filter(Boolean).join('\n');
  const status = inTag(said, 'status');
  return memory.step({
    kind: 'notice',
    tool: 'task',
    call: inTag(said, 'tool-use-id') || null,
    text: words || inTag(said, 'task-id') || 'Task notification',
    outcome:
      status === 'failed' ? 'failed' : status === 'killed' || status === 'stopped' ? 'interrupted' : null,
  });
}

/** What stands between a tag and its end; empty where it does not occur. */
function inTag(said: string, tag: string): string {
  const start = said.indexOf(`<${tag}>`);
  const end = start < 0 ? -1 : said.indexOf(`</${tag}>`, start);
  return end < 0 ? '' : said.slice(start + tag.length + 2, end).trim();
}
