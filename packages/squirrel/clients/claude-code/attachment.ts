import type { RawTouch } from '@sqrl/base/model/reader.ts';
import { countOrNull, type ForeignRecord, into, record, setOf, textOrEmpty } from '../reading/record.ts';
import type { RecordResult } from '../reading/step.ts';
import type { ClaudeCodeSession } from './session.ts';
import { PASSED_ATTACHMENTS } from './system.ts';
import { promptBlocks, readWords } from './user.ts';

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
