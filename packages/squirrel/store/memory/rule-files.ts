import type { Store } from '@sqrl/base/sqlite/query.ts';
import { markTable } from '../marks.ts';

export interface RuleFile {
  path: string;
  /** Of its bytes when it was last read. */
  hash: string;
}

export interface RuleLine {
  line: number;
  /** Of the rule's words. */
  hash: string;
  memory: string;
}

interface KeptRuleFile extends RuleFile {
  readAt: number;
  lines: RuleLine[];
}

const files = markTable<KeptRuleFile>('rule file', ({ path }) => path);
export const { all: ruleFiles, drop: removeRuleFile } = files;

export const ruleLines = (store: Store, path: string): RuleLine[] => files.get(store, path)?.lines ?? [];

export const memoriesInRules = (store: Store): { memory: string; path: string }[] =>
  ruleFiles(store).flatMap(({ path, lines }) => lines.map(({ memory }) => ({ memory, path })));

/** Notes what a rule file says now, in place of what it said; of a memory that stands in it twice the last line. */
export function setRuleFile(
  store: Store,
  { path, hash, lines, at }: RuleFile & { lines: readonly RuleLine[]; at: number },
): void {
  const each = new Map(lines.map((line) => [line.memory, line]));
  const sorted = [...each.values()].sort((a, b) => a.line - b.line || (a.hash < b.hash ? -1 : 1));
  files.put(store, { path, hash, readAt: at, lines: sorted });
}

export const isInRules = (store: Store, memory: string, besides: string): boolean =>
  memoriesInRules(store).some((each) => each.memory === memory && each.path !== besides);

/** Forgets on which lines memories stand, and the files of which none is left: they can be read anew. */
export function removeRuleLines(store: Store, memories: readonly string[]): void {
  const gone = new Set(memories);
  for (const file of ruleFiles(store)) {
    const lines = file.lines.filter(({ memory }) => !gone.has(memory));
    const isLeft = lines.some(({ memory }) => store.row`select 1 from memory where id = ${memory}`);
    if (!isLeft) removeRuleFile(store, file.path);
    else if (lines.length < file.lines.length) files.put(store, { ...file, lines });
  }
}

export interface NoteFile {
  /** How the engine names the file: one name a file, whatever folder it lies in. */
  path: string;
  /** Of its bytes when it was last read. */
  hash: string;
  indexedAt: number;
}

const notes = markTable<NoteFile>('note file', ({ path }) => path);
export const { get: noteFile, put: setNoteFile, drop: removeNoteFile } = notes;

export const noteFiles = (store: Store, prefix = ''): NoteFile[] =>
  notes.all(store).filter(({ path }) => path.startsWith(prefix));
