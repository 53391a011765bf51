import { isDeepStrictEqual } from 'node:util';
import { CannotEdit, eolOf, lineNumberAt } from '@sqrl/base/cannot-edit.ts';
import type { Node } from 'jsonc-parser';
import type { SettingsEntry } from './client.ts';
import { cutFromJson } from './json-cut.ts';
import { commaAfter, endOf, endOfRemarks, nodeAt, plainJson, treeOf } from './json-tree.ts';

/** Puts entries into a JSON or JSONC text and leaves every other byte as it is. What is ours already is replaced. */
export function putIntoJson(text: string, entries: readonly SettingsEntry[]): string {
  const root = treeOf(text);
  if (entries.every((entry) => stands(root, entry))) return text;
  const kept = entries.map((entry) => ({ ...entry, value: withExtras(root, entry) }));
  const base = cutFromJson(text, entries);
  const edited = groupsOf(treeOf(base), kept, base).reduce(insert, base);
  check(edited, kept);
  return edited;
}

interface JsonInsertion {
  at: readonly string[];
  /** Names and values; items have no name. */
  members: [name: string | undefined, value: unknown][];
}

/** Sorts entries by the deepest object or list that is there already. */
function groupsOf(root: Node, entries: readonly SettingsEntry[], text: string): JsonInsertion[] {
  const groups = new Map<string, JsonInsertion>();
  for (const entry of entries) {
    const depth = depthOf(root, entry, text);
    const at = entry.at.slice(0, depth);
    const key = JSON.stringify(at);
    const group = groups.get(key) ?? { at, members: [] };
    groups.set(key, group);
    if (depth === entry.at.length) group.members.push([undefined, entry.value]);
    else add(group, entry);
  }
  return [...groups.values()];
}

/** Adds an entry below names that are not there yet, beside those that came before it. */
function add({ at, members }: JsonInsertion, entry: SettingsEntry): void {
  const [first, ...rest] = entry.at.slice(at.length) as [string, ...string[]];
  const member = members.find(([name]) => name === first);
  const value = grown(member?.[1], rest, entry);
  if (member) member[1] = value;
  else members.push([first, value]);
}

function grown(value: unknown, names: string[], entry: SettingsEntry): unknown {
  const [first, ...rest] = names;
  if (first === undefined) return entry.item ? [...((value as unknown[]) ?? []), entry.value] : entry.value;
  const object = (value ?? {}) as Record<string, unknown>;
  return { ...object, [first]: grown(object[first], rest, entry) };
}

/** How much of an entry's place is there; something else in its way is refused with its line. */
function depthOf(root: Node, { at, item }: SettingsEntry, text: string): number {
  let depth = 0;
  for (; depth < at.length; depth++) {
    const node = nodeAt(root, at.slice(0, depth + 1));
    if (!node) return depth;
    const wanted = depth < at.length - 1 ? 'object' : item ? 'array' : undefined;
    const named = at.slice(0, depth + 1).join('.');
    if (wanted === undefined)
      throw refused(text, node, `${named} already exists and was not added by Squirrel`);
    if (node.type !== wanted)
      throw refused(text, node, `${named} should be ${wanted === 'array' ? 'a list' : 'an object'}`);
  }
  return depth;
}

const refused = (text: string, node: Node, because: string) =>
  new CannotEdit({ line: lineNumberAt(text, node.offset), because });

/** Behind the last member, with a comma where one is needed; comments stay beside what they are about. */
function insert(text: string, { at, members }: JsonInsertion): string {
  const root = treeOf(text);
  const within = nodeAt(root, at)!;
  const { between, behind, write, colon } = jsonLayoutOf(text, root, within);
  const last = within.children?.at(-1);
  const trailing = last ? commaAfter(text, endOf(last)) : -1;
  const from = trailing >= 0 ? trailing + 1 : last ? endOf(last) : within.offset + 1;
  const place = endOfRemarks(text, from);
  const comma = last !== undefined && trailing < 0;
  const written = members.map(
    ([name, value]) => between + (name === undefined ? '' : JSON.stringify(name) + colon) + write(value),
  );
  const added = written.join(',') + (trailing >= 0 ? ',' : behind);
  const head = comma
    ? `${text.slice(0, endOf(last))},${text.slice(endOf(last), place)}`
    : text.slice(0, place);
  return head + added + text.slice(place);
}

/** Whether an entry stands there as it should; what a person added to it is theirs. */
function stands(root: Node, entry: SettingsEntry): boolean {
  const here = oursAt(root, entry);
  return here.length === 1 && isDeepStrictEqual(here[0], merged(here[0], entry.value));
}

function withExtras(root: Node, entry: SettingsEntry): unknown {
  return merged(oursAt(root, entry)[0], entry.value);
}

/** What a person wrote into an entry of ours stays, such as a time limit. */
const merged = (there: unknown, value: unknown): unknown =>
  isObject(there) && isObject(value) && !Array.isArray(there) ? { ...there, ...value } : value;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function oursAt(root: Node, { at, item, ours }: SettingsEntry): unknown[] {
  const node = nodeAt(root, at);
  if (!node) return [];
  const value = plainJson(node);
  return (item ? (Array.isArray(value) ? value : []) : [value]).filter(ours);
}

/** A text that says something twice, or hides ours in another way, is better left alone. */
function check(text: string, entries: readonly SettingsEntry[]): void {
  const root = treeOf(text);
  const lost = entries.find((entry) => !stands(root, entry));
  if (lost) throw new CannotEdit({ line: 1, because: `${lost.at.join('.')} cannot be set there` });
}

/** How something new is written into an object or a list, so that it looks like what is there. */
interface JsonLayout {
  /** Between two of its members, and before the first. */
  between: string;
  /** Behind the last one, where the bracket would stand on its line. */
  behind: string;
  write(value: unknown): string;
  colon: string;
}

function jsonLayoutOf(text: string, root: Node, within: Node): JsonLayout {
  const members = within.children ?? [];
  const eol = eolOf(text);
  if (isOneLine(text, root, within)) {
    const space = /[:,] /.test(text) ? ' ' : '';
    return {
      between: members.length > 0 ? space : '',
      behind: '',
      write: (value) => JSON.stringify(value),
      colon: `:${space}`,
    };
  }
  const unit = unitOf(text, root);
  const outer = indentAt(text, within.offset);
  const indent =
    members[0] && startsLine(text, members[0].offset) ? indentAt(text, members[0].offset) : outer + unit;
  const rest = text.slice(endOf(within) - 1 - leadingSpace(text, endOf(within) - 1), endOf(within) - 1);
  return {
    between: eol + indent,
    behind: members.length === 0 && !rest.includes('\n') ? eol + outer : '',
    write: (value) => JSON.stringify(value, null, unit).replaceAll('\n', eol + indent),
    colon: ': ',
  };
}

/** A text whose author broke no lines gets none from us. */
function isOneLine(text: string, root: Node, within: Node): boolean {
  const alike = within.children?.length ? within : root;
  return (alike.children?.length ?? 0) > 0 && !text.slice(alike.offset, endOf(alike)).includes('\n');
}

function unitOf(text: string, root: Node): string {
  const first = root.children?.[0];
  return (first && startsLine(text, first.offset) && indentAt(text, first.offset)) || '  ';
}

const startsLine = (text: string, offset: number): boolean => /(^|\n)[ \t]*$/.test(text.slice(0, offset));

/** The white space at the beginning of an offset's line. */
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))![0];

const leadingSpace = (text: string, end: number): number => /\s*$/.exec(text.slice(0, end))![0].length;
