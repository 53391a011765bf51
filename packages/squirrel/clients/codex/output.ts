import type { Outcome } from '@sqrl/base/model/event.ts';
import { isRecord, listOrEmpty, number, record, textOrEmpty } from '../reading/record.ts';

interface CodexToolOutput {
  text: string;
  outcome: Outcome;
  exitCode: number | null;
  durationMs: number | null;
  /** The process went on; a later answer tells how it ended. */
  running: string | null;
}

export function readOutput(output: unknown): CodexToolOutput {
  const whole = textOf(output);
  const told = fromJson(whole) ?? fromHeader(whole);
  if (told) return told;
  return { text: whole, outcome: outcomeOf(whole), exitCode: null, durationMs: null, running: null };
}

/**
 * Tells from the words of an answer without exit code how the tool fared. What the person settled beforehand ("rejected by
 * user approval settings") is as much their refusal as a no to a question.
 */
export function outcomeOf(words: string): Outcome {
  const start = words.slice(0, 400);
  if (/\brejected by user\b|^user (rejected|cancelled) MCP/i.test(start)) return 'rejected';
  if (/^(command )?aborted( by user|$)|^(Wall time: [\d.]+ seconds\n)aborted by user/.test(start))
    return 'interrupted';
  return FAILURE.test(start) ? 'failed' : 'ok';
}

// The words with which Codex answers a call that it could not, or would not, carry out.
const FAILURE =
  /^(execution error|failed (to|for)|unsupported (call|custom tool|tool)|apply_patch (verification failed|handler received)|patch rejected|exec command rejected|command (timed out|failed)|unknown (tool|process)|error:|err: |tool call (error|failed)|unable to|invalid |missing field|sandbox (error|denied)|[a-z_.-]+ is not (supported|available|allowed)|rejected:|fatal:|collab .* failed|write_stdin failed|exec_command failed|Unified exec)/i;

/** The text of an answer, which may be a string or a list of parts. */
function textOf(output: unknown): string {
  if (typeof output === 'string') return output;
  const parts = Array.isArray(output) ? output : listOrEmpty(record(output).content_items);
  if (parts.length > 0) return parts.map((part) => textOrEmpty(record(part).text)).join('\n');
  return textOrEmpty(record(output).content);
}

// Until 2025 a shell's answer was JSON within the string.
function fromJson(whole: string): CodexToolOutput | undefined {
  if (!whole.startsWith('{"output":')) return undefined;
  try {
    const told: unknown = JSON.parse(whole);
    if (!isRecord(told)) return undefined;
    const { exit_code, duration_seconds } = record(told.metadata);
    const seconds = number(duration_seconds);
    return ended(textOrEmpty(told.output), number(exit_code), seconds);
  } catch {
    return undefined;
  }
}

const HEADER =
  /^(?:Chunk ID: .*\n)?(?:Exit code: (-?\d+)\n)?Wall time: ([\d.]+) seconds\n(?:Process exited with code (-?\d+)\n)?(?:Process running with session ID (\S+)\n)?(?:(?:Original token count|Total output lines): .*\n)*Output:(?:\n|$)/;

function fromHeader(whole: string): CodexToolOutput | undefined {
  const header = HEADER.exec(whole);
  if (!header) return undefined;
  const code = header[1] ?? header[3];
  const body = whole.slice(header[0].length);
  const told = ended(body, code === undefined ? null : Number(code), Number(header[2]));
  return { ...told, running: code === undefined ? (header[4] ?? null) : null };
}

const ended = (body: string, exitCode: number | null, seconds: number | null): CodexToolOutput => ({
  text: body,
  exitCode,
  outcome: exitCode === null ? outcomeOf(body) : exitCode === 0 ? 'ok' : 'failed',
  durationMs: seconds === null || !Number.isFinite(seconds) ? null : Math.round(seconds * 1000),
  running: null,
});
