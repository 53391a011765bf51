import type { Tool } from '@sqrl/base/model/event.ts';
import type { Moment, MomentWrite } from '@sqrl/base/model/moment.ts';

export type StepEnd = Pick<Extract<Moment, { point: 'after' }>, 'outcome' | 'text' | 'exitCode'>;

export interface HookStep {
  tool: Tool;
  command: string | null;
  files: readonly { path: string }[];
  /** What it writes, where it is an edit. */
  writes?: readonly MomentWrite[];
}

/** More of what a tool said tells no more of how it went. */
const MAX_RESULT_CHARS = 200_000;
const MAX_FILES = 64;

export const beforeMoment = (step: HookStep): Moment => ({ point: 'before', ...stepOf(step) });

export const afterStep = (step: HookStep, end: StepEnd): Moment => ({
  point: 'after',
  ...stepOf(step),
  ...end,
  exitCode: Number.isSafeInteger(end.exitCode) ? end.exitCode : null,
  text: ends(end.text),
});

const ends = (text: string): string =>
  text.length > MAX_RESULT_CHARS
    ? `${text.slice(0, MAX_RESULT_CHARS / 2)}\n${text.slice(-MAX_RESULT_CHARS / 2)}`
    : text;

const stepOf = ({ tool, command, files, writes = [] }: HookStep) => ({
  tool,
  command: command?.slice(0, 100_000) ?? null,
  files: [...new Set(files.map(({ path }) => path))].slice(0, MAX_FILES),
  symbols: [],
  ...(writes.length > 0 && { writes }),
});

export const promptMoment = (text: string): Moment => ({ point: 'prompt', text: ends(text), files: [] });

/** What a tool said that may have said it in parts, or as an object. */
export function resultTextOf(said: unknown): string {
  if (typeof said === 'string') return said;
  if (Array.isArray(said)) return said.map(resultTextOf).filter(Boolean).join('\n');
  if (typeof said !== 'object' || said === null) return '';
  const { text, stdout, stderr, content, output } = said as Record<string, unknown>;
  return [text, stdout, stderr, content, output].map(resultTextOf).filter(Boolean).join('\n');
}

/** What clients put around our words must not end within them: what stood behind would be taken for a person's or a tool's. */
export const harmless = (text: string): string =>
  text.replace(/<(?=\/?(?:system[-_]reminder|hook_context)\b)/gi, '‹');
