import type { Phase } from '@sqrl/base/model/episode.ts';
import { kindOf, type Memory } from '@sqrl/base/model/memory.ts';
import { printed, printedCode } from '@sqrl/base/model/printed.ts';
import { type ToldMemory, toldMemory, toldWords } from '@sqrl/base/model/sync/told.ts';
import { PACKING } from '@sqrl/base/model/weights.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { shellSteps } from '@sqrl/base/shell/steps.ts';
import type { ShownMemory } from '../../codebase/shown.ts';
import { isCheck, kindOfCommand } from '../../learn/observe/behavior/command-kind.ts';
import { showsProduct } from '../../learn/observe/product.ts';
import { failurePatterns, failureSeen } from '../../store/events/history.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { memoryNote } from '../earlier.ts';
import type { FilesFor } from '../files/files-for.ts';
import type { PackSection } from '../pack.ts';

export interface ContextLine {
  /** Without what makes it an item of a list. */
  text: string;
  memory: string | null;
  episode: string | null;
  file: string | null;
  why: readonly string[];
}

export interface ContextMemory {
  memory: ShownMemory;
  why: readonly string[];
}

export function memoryLine({ memory, why }: ContextMemory): ContextLine {
  const note = memoryNote(memory);
  const text = `${note ? `(${note}) ` : ''}${cited(memory)}`;
  return { text, memory: memory.id, episode: null, file: memory.files[0] ?? null, why };
}

/** Memories in two sections, guards first; each type has the share of its phase before the others have more. */
export function memorySections<M extends ContextMemory>(
  memories: readonly M[],
  phase: Phase,
): PackSection<ContextLine & { item: M }>[] {
  const { true: guards = [], false: others = [] } = Object.groupBy(
    memories,
    ({ memory }) => String(isGuard(memory)) as 'true' | 'false',
  );
  return [guards, others].flatMap((some, i) =>
    [...Map.groupBy(some, ({ memory }) => memory.type)].map(([type, items]) => ({
      name: type,
      heading: i === 0 ? 'Watch out' : 'Good to know',
      share: PACKING[phase].shares[type] ?? OTHER_TYPES,
      lines: items.map((item) => ({ ...lineWithFile(item), item })),
    })),
  );
}

/** A memory as a line that names the file it is about, unless its words do. */
function lineWithFile(item: ContextMemory): ContextLine {
  const line = memoryLine(item);
  const name = line.file?.slice(line.file.lastIndexOf('/') + 1);
  return name && !item.memory.text.includes(name)
    ? { ...line, text: `${printedCode(line.file!)}: ${line.text}` }
    : line;
}

/** What types that a phase does not name may take before the others had theirs. */
const OTHER_TYPES = 0.05;

const isGuard = ({ type, tier }: Memory): boolean => tier === 'emergency' || kindOf(type) === 'guard';

export interface LikelyFile extends Pick<FilesFor['files'][number], 'path' | 'why' | 'tokens'> {
  /** The first reason without its score. */
  reason?: string | undefined;
  /** The part of the code it lies in, where that is known. */
  module?: string | undefined;
}

export const fileLine = ({ path, reason, why, tokens, module }: LikelyFile): ContextLine => ({
  text: `${printedCode(path)}${module === undefined ? '' : ` (${printed(module, 100)})`}: ${printed(reason ?? 'likely', 120)}${tokens === undefined ? '' : `; ${tokens} tokens`}`,
  memory: null,
  episode: null,
  file: path,
  why,
});

export interface ContextWork {
  task: string;
  status: string;
  outcome: string;
  endedAt: number;
  filesChanged: readonly string[];
  episode: string | null;
  memory: string | null;
  why: readonly string[];
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
    text: `${day}, ${status}: “${printed(task, 160)}” ${printed(outcome, 160)}${changed}`.trim(),
    memory: null,
    episode,
    file: null,
    why,
  };
}

const FILES = 3;

const MAX_PATTERNS = 60;

/** How checks and the running product failed in several sessions, most often first; what was printed is quoted. */
export function failedChecks({ own: { store } }: Engine): ContextLine[] {
  return failurePatterns(store, { sessions: 2, limit: MAX_PATTERNS }).flatMap((pattern) => {
    const { fingerprint, tool, line, times, sessions, resolved } = pattern;
    const command = failureSeen(store, fingerprint, { limit: 1 })[0]?.failedCommand;
    const check = shellSteps(command ?? '').find((step) => isCheck(kindOfCommand(step)));
    if (check === undefined && !(tool.startsWith('mcp:') && showsProduct(tool))) return [];
    const said = `${printedCode(check ?? tool)}: “${printed(line, 160)}”`;
    const fixed = resolved === 0 ? 'not resolved yet' : `resolved ${resolved} of ${times} times`;
    const text = `${said} (${sessions} sessions, ${fixed}: \`sqrl history errors ${fingerprint.slice(0, 8)}\`)`;
    if (redactSync(text).found.length > 0) return [];
    return [{ text, memory: null, episode: null, file: null, why: [`failed in ${sessions} sessions`] }];
  });
}

const MAX_CITATION_CHARS = 40;

/** A memory as a line that can be cited: `text [Memory #id: brief]`. */
export function cited(memory: Pick<Memory, 'id'> & ToldMemory): string {
  return `${toldMemory(memory)} [Memory #${memory.id}: ${briefOf(toldWords(memory))}]`;
}

/** The first words of a text, without what would end a citation. */
function briefOf(text: string): string {
  // Of a long text the beginning is enough, and less of it where nothing has to be taken out.
  const start = text.slice(0, 3 * MAX_CITATION_CHARS);
  const words = /[[\]#]|\s\s|[^\S ]|^\s|\s$/.test(start)
    ? printed(text.slice(0, 10 * MAX_CITATION_CHARS))
        .replace(/[[\]#]/g, '')
        .split(' ')
    : start.split(' ');
  let brief = '';
  for (const word of words) {
    const longer = brief === '' ? word : `${brief} ${word}`;
    if (longer.length > MAX_CITATION_CHARS) break;
    brief = longer;
  }
  return brief === ''
    ? `${[...words[0]!].slice(0, MAX_CITATION_CHARS - 1).join('')}…`
    : brief.replace(/[.,;:]$/, '');
}
