import type { RawEvent, RawTouch } from '@sqrl/base/model/reader.ts';
import { personsPart } from '@sqrl/base/text/persons-part.ts';
import {
  countOrNull,
  type ForeignRecord,
  into,
  listOrEmpty,
  record,
  setOf,
  textOrEmpty,
} from '../reading/record.ts';
import type { RecordResult } from '../reading/step.ts';
import { readResult } from './result.ts';
import type { ClaudeCodeSession } from './session.ts';
import { PASSED_ATTACHMENTS } from './system.ts';

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
function readWords(
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
const promptBlocks = (content: unknown): string[] =>
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

/** Reads what was attached to the conversation: files the person mentioned, and prompts they typed meanwhile. */
export function readAttachment(entry: ForeignRecord, memory: ClaudeCodeSession): RecordResult {
  memory.kept.attaches = true;
  const attached = record(entry.attachment);
  const kind = textOrEmpty(attached.type);
  const type = `attachment/${kind}`;
  if (kind === 'queued_command') return readQueued(entry, attached, memory);
  if (MENTIONS.has(kind)) {
    const file = mentioned(attached);
    if (file === undefined || memory.kept.compacted || memory.agent !== null) return { type, fate: 'passed' };
    const event = memory.step({ kind: 'notice', text: `Attached ${file.path}`, files: [file] });
    return { type, fate: 'read', events: [event] };
  }
  // What hooks say never counts, whatever new name it gets.
  const passed = PASSED_ATTACHMENTS.has(kind) || kind.startsWith('hook_');
  return { type, fate: passed ? 'passed' : 'unknown' };
}

const MENTIONS = setOf(`
  file pdf_reference compact_file_reference at_mention_reference directory selected_lines_in_ide`);

function mentioned(attached: ForeignRecord): RawTouch | undefined {
  const path =
    textOrEmpty(into(attached, 'content', 'file', 'filePath')) ||
    textOrEmpty(attached.filename) ||
    textOrEmpty(attached.path);
  const from = countOrNull(attached.lineStart);
  const to = countOrNull(attached.lineEnd);
  const lines: RawTouch['lines'] =
    from === null || to === null || from === 0 || to < from ? null : [from, to];
  return path === '' ? undefined : { path, way: 'mention', lines };
}

function readQueued(entry: ForeignRecord, attached: ForeignRecord, memory: ClaudeCodeSession): RecordResult {
  const type = 'attachment/queued_command';
  // After a compaction the client writes again what it carries over.
  const again = attached.carriedByCompaction === true;
  if (again || attached.isMeta === true || entry.isMeta === true) return { type, fate: 'passed' };
  const mode = textOrEmpty(attached.commandMode);
  const origin = textOrEmpty(into(attached, 'origin', 'kind')) || (mode === 'prompt' ? '' : mode);
  return readWords(promptBlocks(attached.prompt), { origin, type, memory });
}
