import type { TypeExpression } from '../detail.ts';
import {
  addDeclaration,
  declareMember,
  inScope,
  type JsdocTag,
  type SourceReading,
  sourceLine,
  specifiersOf,
} from '../reading.ts';
import type { Syntax } from '../syntax.ts';
import { readType } from './read-types.ts';

/** What a comment of JSDoc says of the types of what follows it. */
export interface Jsdoc {
  type?: TypeExpression;
  returns?: TypeExpression;
  self?: TypeExpression;
  parameters: Map<string, TypeExpression>;
}

/** Reads the comment that ends right before an offset; only JavaScript has its types there. */
export function readJsdoc(reading: SourceReading, offset: number): Jsdoc | undefined {
  const { source, comments } = reading;
  if (comments.size === 0) return undefined;
  let end = offset;
  const word = /export\s+(?:default\s+)?$/.exec(source.slice(Math.max(0, offset - 20), offset));
  if (word) end -= word[0].length;
  while (end > 0 && source.charCodeAt(end - 1) <= 32) end--;
  const tags = comments.get(end);
  return tags && jsdocOf(reading, tags);
}

function jsdocOf(reading: SourceReading, tags: readonly JsdocTag[]): Jsdoc {
  const jsdoc: Jsdoc = { parameters: new Map() };
  const objects = new Map<string, number[]>();
  for (const { tag, name, type: at } of tags) {
    if (!at || !VALUES.has(tag)) continue;
    const type = typeOf(reading, at);
    if (tag === 'type') jsdoc.type = type;
    else if (tag === 'this') jsdoc.self = type;
    else if (tag.startsWith('return')) jsdoc.returns = type;
    else addParameter(name, type);
  }
  return jsdoc;

  /** `options.limit` is a member of `options`, unless that has a type of its own. */
  function addParameter(name: string, type: TypeExpression): void {
    const [whole, member] = name.split('.') as [string, string?];
    if (member === undefined) {
      const isOpen = type[0] === 'unknown' || (type[0] === 'name' && type[1] === 'Object');
      jsdoc.parameters.set(name, isOpen ? ['unknown'] : type);
      if (isOpen) objects.set(name, []);
      return;
    }
    const members = objects.get(whole);
    if (members?.length === 0)
      jsdoc.parameters.set(whole, ['declared', declareMember(reading, 'object', '', { members })]);
    members?.push(declareMember(reading, 'field', member, { type }));
  }
}

/** Tags that say something of what follows the comment. */
const VALUES = new Set(['type', 'this', 'return', 'returns', 'param', 'arg', 'argument']);

const typeOf = (reading: SourceReading, { node }: NonNullable<JsdocTag['type']>): TypeExpression =>
  node ? readType(reading, node) : ['unknown'];

/**
 * Finds the comments of a file of JavaScript that name types, and declares what they name for the whole file: `@typedef`,
 * `@callback` and `@import`. `parse` reads text as TypeScript.
 */
export function readComments(reading: SourceReading, parse: (text: string) => Syntax | undefined): void {
  const { source } = reading;
  const comments = new Map<number, JsdocTag[]>();
  for (let start = source.indexOf('/**'); start !== -1; ) {
    const end = source.indexOf('*/', start + 3);
    if (end === -1) break;
    const tags = tagsOf(source, start, end);
    if (tags.length > 0) comments.set(end + 2, tags);
    start = source.indexOf('/**', end);
  }
  if (comments.size === 0) return;
  reading.comments = comments;
  parseTypes(source, [...comments.values()].flat(), parse);
  // A type goes up to the next one, and an import up to the next tag.
  for (const [end, tags] of comments)
    for (let next = tags.length, i = next - 1; i >= 0; i--) {
      const { tag, name, at } = tags[i]!;
      if (tag === 'import') readImportTag(reading, at, tags[i + 1]?.start ?? end - 2);
      if (tag !== 'typedef' && tag !== 'callback') continue;
      if (name !== '') declare(reading, tags[i]!, tags.slice(i + 1, next));
      next = i;
    }
}

/** Has the grammar read all types of comments at once, each where it stands, in a text without anything else. */
function parseTypes(
  source: string,
  tags: readonly JsdocTag[],
  parse: (text: string) => Syntax | undefined,
): void {
  let text = '';
  const types = new Map<number, NonNullable<JsdocTag['type']>>();
  for (const { type } of tags) {
    const written = type && plainType(source.slice(type.start, type.end));
    if (!type || !written) continue;
    text += `${blank(source.slice(text.length, type.start - HEAD.length))}${HEAD}${written};`;
    types.set(type.start - HEAD.length, type);
  }
  for (const statement of types.size > 0 ? (parse(text)?.kids ?? []) : []) {
    const type = types.get(statement.start);
    if (type) type.node = statement.kids[0]?.kids[1];
  }
}

/** Before it there are a tag and a brace, which have as many characters at least. */
const HEAD = 'a as ';

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** A type of JSDoc as one of TypeScript, of the same length: `?Cart`, `Cart=`, `...Cart` and `Map.<string, *>`. */
function plainType(text: string): string | undefined {
  if (['', '*'].includes(text.trim()) || text.includes('function(')) return undefined;
  return text
    .replace(/\n[ \t]*\*/g, blank)
    .replace(/^\s*(?:\.\.\.|[?!])|(?<=[(<|,])[?!]|[?!=]\s*$|\.(?=<)/g, blank)
    .replace(/(?<=[<,] ?)\*/g, '_');
}

/** Declares a type by its tag and those that follow. */
function declare(reading: SourceReading, { tag, name, type }: JsdocTag, parts: readonly JsdocTag[]): void {
  const index = addDeclaration(reading, 'type', name);
  reading.exports.push({ kind: 'declaration', name, declaration: index });
  inScope(reading, () => {
    const declaration = reading.declarations[index]!;
    declaration.at = reading.scope;
    if (tag === 'callback') declaration.type = callback(reading, parts);
    else if (type && !/^[Oo]bject$/.test(reading.source.slice(type.start, type.end).trim()))
      declaration.type = typeOf(reading, type);
    else declaration.type = properties(reading, parts);
  });
}

function callback(reading: SourceReading, parts: readonly JsdocTag[]): TypeExpression {
  const { parameters, returns } = jsdocOf(reading, parts);
  const signature = {
    parameters: [...parameters].map(([name, type]) => addDeclaration(reading, 'parameter', name, { type })),
    returns: returns ?? (['plain', 'void'] as TypeExpression),
  };
  return ['declared', declareMember(reading, 'lambda', '', { signature })];
}

function properties(reading: SourceReading, parts: readonly JsdocTag[]): TypeExpression {
  const alias = parts.find(({ tag }) => tag === 'type')?.type;
  if (alias) return typeOf(reading, alias);
  const members = parts.flatMap(({ tag, name, type }) =>
    type && tag.startsWith('prop')
      ? [declareMember(reading, 'field', name, { type: typeOf(reading, type) })]
      : [],
  );
  return ['declared', declareMember(reading, 'object', '', { members })];
}

/** `@import Cart, { Item as Thing } from "./cart"`. */
function readImportTag(reading: SourceReading, start: number, end: number): void {
  const text = reading.source
    .slice(start, end)
    .replace(/\n[ \t]*\*/g, ' ')
    .replace(/\s+/g, ' ');
  const [, whole, all, some, specifier] = IMPORT.exec(text) ?? [];
  if (!specifier) return;
  reading.imports.push({ specifier, line: sourceLine(reading, start) });
  const bind = (local: string, name: string): void => {
    addDeclaration(reading, 'import', local, { from: { specifier, name } });
  };
  if (whole) bind(whole, 'default');
  if (all) bind(all, '*');
  for (const { name, as } of some ? specifiersOf(some) : []) bind(as, name);
}

const IMPORT = /^ ?(?:([\w$]+) ?,? ?)?(?:\* as ([\w$]+) |(\{[^}]*\}) ?)?from ["']([^"']+)["']/;

function tagsOf(source: string, start: number, end: number): JsdocTag[] {
  const tags: JsdocTag[] = [];
  TAG.lastIndex = start;
  for (let found = TAG.exec(source); found && found.index < end; found = TAG.exec(source)) {
    let at = found.index + found[0].length;
    const tag: JsdocTag = { tag: found[1]!, name: '', start: found.index, at };
    if (source[at] === '{') {
      const close = closing(source, at + 1, end);
      tag.type = { start: at + 1, end: close };
      at = close + 1;
    }
    tag.name = /^\s*\[?([\w$.]+)/.exec(source.slice(at, Math.min(end, at + 100)))?.[1] ?? '';
    tags.push(tag);
    TAG.lastIndex = at;
  }
  return tags;
}

const TAG = /@(type|returns?|param|arg|argument|this|typedef|callback|property|prop|import)\b[ \t]*/g;

function closing(source: string, from: number, end: number): number {
  let depth = 1;
  for (let at = from; at < end; at++) {
    if (source[at] === '{') depth++;
    else if (source[at] === '}' && --depth === 0) return at;
  }
  return end;
}
