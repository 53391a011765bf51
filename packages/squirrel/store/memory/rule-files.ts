import type { Store } from '@sqrl/base/sqlite/query.ts';
import { dropMark, jsonMark, jsonMarks, setMark } from '../marks.ts';

export interface RuleFile {
  path: string;
  /** Of its bytes when it was last read. */
  hash: string;
}

/** A memory and the line it stands on. */
export interface RuleLine {
  /** From 1. */
  line: number;
  /** Of the rule's words. */
  hash: string;
  memory: string;
}

interface KeptRuleFile extends RuleFile {
  readAt: number;
  lines: RuleLine[];
}

export const ruleFiles = (store: Store): KeptRuleFile[] => jsonMarks<KeptRuleFile>(store, 'rule file');

export const ruleLines = (store: Store, path: string): RuleLine[] =>
  jsonMark<KeptRuleFile>(store, 'rule file', path)?.lines ?? [];

export const memoriesInRules = (store: Store): { memory: string; path: string }[] =>
  ruleFiles(store).flatMap(({ path, lines }) => lines.map(({ memory }) => ({ memory, path })));

/** Notes what a rule file says now, in place of what it said; of a memory that stands in it twice the last line. */
export function setRuleFile(
  store: Store,
  { path, hash, lines, at }: RuleFile & { lines: readonly RuleLine[]; at: number },
): void {
  const each = new Map(lines.map((line) => [line.memory, line]));
  const sorted = [...each.values()].sort((a, b) => a.line - b.line || (a.hash < b.hash ? -1 : 1));
  putRuleFile(store, { path, hash, readAt: at, lines: sorted });
}

const putRuleFile = (store: Store, { path, hash, readAt, lines }: KeptRuleFile): void => {
  const kept = lines.map(({ line, hash: words, memory }) => ({ line, hash: words, memory }));
  setMark(store, 'rule file', path, JSON.stringify({ path, hash, readAt, lines: kept }));
};

export const removeRuleFile = (store: Store, path: string): void => dropMark(store, 'rule file', path);

/** Whether a memory stands in another rule file too. */
export const isInRules = (store: Store, memory: string, besides: string): boolean =>
  memoriesInRules(store).some((each) => each.memory === memory && each.path !== besides);

/** Forgets on which lines memories stand, and the files of which none is left: they can be read anew. */
export function removeRuleLines(store: Store, memories: readonly string[]): void {
  const gone = new Set(memories);
  for (const file of ruleFiles(store)) {
    const lines = file.lines.filter(({ memory }) => !gone.has(memory));
    const isLeft = lines.some(({ memory }) => store.row`select 1 from memory where id = ${memory}`);
    if (!isLeft) removeRuleFile(store, file.path);
    else if (lines.length < file.lines.length) putRuleFile(store, { ...file, lines });
  }
}

export interface NoteFile {
  /** How the engine names the file: one name a file, whatever folder it lies in. */
  path: string;
  /** Of its bytes when it was last read. */
  hash: string;
  indexedAt: number;
}

export const noteFile = (store: Store, path: string): NoteFile | undefined =>
  jsonMark<NoteFile>(store, 'note file', path);

export const noteFiles = (store: Store, prefix = ''): NoteFile[] =>
  jsonMarks<NoteFile>(store, 'note file').filter(({ path }) => path.startsWith(prefix));

export const setNoteFile = (store: Store, { path, hash, indexedAt }: NoteFile): void =>
  setMark(store, 'note file', path, JSON.stringify({ path, hash, indexedAt }));

export const removeNoteFile = (store: Store, path: string): void => dropMark(store, 'note file', path);
