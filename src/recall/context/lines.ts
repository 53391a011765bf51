import type { Message } from '../../base/messages.ts';
import type { Memory } from '../../model/memory.ts';
import { printed, printedCode } from '../../model/printed.ts';
import { cited } from '../cite.ts';
import type { ContextLine } from './sections.ts';

/** A memory with what is to be said of it. */
export interface ContextMemory {
  memory: Memory & { stale?: boolean };
  why: readonly Message[];
}

/** A memory as a line of a context. */
export const memoryLine = ({ memory, why }: ContextMemory): ContextLine => ({
  text: `${memory.stale ? '(may be out of date) ' : ''}${cited(memory)}`,
  memory: memory.id,
  episode: null,
  file: memory.files[0] ?? null,
  why,
});

/** A file that is likely to be needed. */
export interface LikelyFile {
  path: string;
  why: readonly Message[];
  tokens: number | undefined;
  /** The part of the code it lies in, where that is known. */
  module?: string | undefined;
}

/** A file that is likely to be needed, as a line with its first reason. */
export const fileLine = ({ path, why, tokens, module }: LikelyFile): ContextLine => ({
  text: `${printedCode(path)}${module === undefined ? '' : ` (${printed(module, 100)})`}: ${printed(why[0] ? withoutScore(why[0]) : 'likely', 120)}${tokens === undefined ? '' : `; ${tokens} tokens`}`,
  memory: null,
  episode: null,
  file: path,
  why,
});

/** A piece of past or unfinished work. */
export interface ContextWork {
  task: string;
  status: string;
  outcome: Message;
  endedAt: number;
  filesChanged: readonly string[];
  episode: string | null;
  memory: string | null;
  why: readonly Message[];
}

/** Past work as a line: what was wanted, how it ended, what was changed. */
export function workLine(work: ContextWork): ContextLine {
  const { task, status, outcome, endedAt, filesChanged, episode, memory, why } = work;
  if (memory !== null)
    return { text: cited({ id: memory, text: task }), memory, episode, file: filesChanged[0] ?? null, why };
  const day = new Date(endedAt).toISOString().slice(0, 10);
  const files = filesChanged.slice(0, FILES).map((file) => printedCode(file));
  const more = filesChanged.length - files.length;
  const changed =
    files.length === 0 ? '' : ` It changed ${files.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  return {
    text: `${day}, ${status}: “${printed(task, 160)}” ${printed(outcome.text, 160)}${changed}`.trim(),
    memory: null,
    episode,
    file: null,
    why,
  };
}

const FILES = 3;

const withoutScore = ({ code, facts, text }: Message): string =>
  code === 'clue.scored' ? (facts.why as Message).text : text;
