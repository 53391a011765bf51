import type { TypeExpression } from '../detail.ts';
import { addDeclaration, declareMember, inScope, type SourceReading, sourceLine } from '../reading.ts';
import { isName, specifierList, typeTokensOf } from '../type-text.ts';
import { readType } from './read-types.ts';

/** What a comment of JSDoc says of the types of what follows it. */
export interface Jsdoc {
  type?: TypeExpression;
  returns?: TypeExpression;
  /** What `this` is. */
  self?: TypeExpression;
  parameters: Map<string, TypeExpression>;
}

/** Reads the comment that ends right before an offset; only JavaScript has its types there. */
export function readJsdoc(reading: SourceReading, offset: number): Jsdoc | undefined {
  const comment = reading.javascript ? commentBefore(reading.source, offset) : undefined;
  return comment && jsdocOf(reading, tagsOf(reading.source, comment));
}

/** The type that a comment before a parenthesis gives to what is in it. */
export const readJsdocCast = (reading: SourceReading, offset: number): TypeExpression | undefined =>
  readJsdoc(reading, offset)?.type;

function jsdocOf(reading: SourceReading, tags: readonly JsdocTag[]): Jsdoc {
  const jsdoc: Jsdoc = { parameters: new Map() };
  const objects = new Map<string, number[]>();
  for (const { tag, name, type: span } of tags) {
    if (!span || !VALUES.has(tag)) continue;
    const type = readType(reading, span);
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
      if (type[0] !== 'unknown' && !(type[0] === 'name' && type[1] === 'Object')) {
        jsdoc.parameters.set(name, type);
        return;
      }
      const members: number[] = [];
      objects.set(name, members);
      jsdoc.parameters.set(name, ['unknown']);
      return;
    }
    const members = objects.get(whole);
    if (!members) return;
    if (members.length === 0)
      jsdoc.parameters.set(whole, ['declared', declareMember(reading, 'object', '', { members })]);
    members.push(declareMember(reading, 'field', member, { type }));
  }
}

/** Tags that say something of what follows the comment. */
const VALUES = new Set(['type', 'this', 'return', 'returns', 'param', 'arg', 'argument']);

/** Declares what comments name for the whole file: `@typedef`, `@callback` and `@import`. */
export function readTypedefs(reading: SourceReading): void {
  const { source } = reading;
  if (!reading.javascript) return;
  for (let start = source.indexOf('/**'); start !== -1; start = source.indexOf('/**', start)) {
    const end = source.indexOf('*/', start + 3);
    if (end === -1) return;
    const tags = tagsOf(source, { start, end });
    // A type goes up to the next one, and an import up to the next tag.
    for (let next = tags.length, i = next - 1; i >= 0; i--) {
      const { tag, name, at } = tags[i]!;
      if (tag === 'import') readImportTag(reading, at, tags[i + 1]?.start ?? end);
      if (tag !== 'typedef' && tag !== 'callback') continue;
      if (name !== '') declare(reading, tags[i]!, tags.slice(i + 1, next));
      next = i;
    }
    start = end;
  }
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
      declaration.type = readType(reading, type);
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
  if (alias) return readType(reading, alias);
  const members = parts.flatMap(({ tag, name, type }) =>
    type && tag.startsWith('prop')
      ? [declareMember(reading, 'field', name, { type: readType(reading, type) })]
      : [],
  );
  return ['declared', declareMember(reading, 'object', '', { members })];
}

/** `@import Cart, { Item as Thing } from "./cart"`. */
function readImportTag(reading: SourceReading, start: number, end: number): void {
  const words = typeTokensOf(reading.source, start, end);
  const found: [local: string, name: string][] = [];
  if (isName(words.word)) found.push([words.next(), 'default']);
  words.take(',');
  if (words.take('*')) {
    words.take('as');
    found.push([words.next(), '*']);
  } else if (words.word === '{') {
    for (const { name, as } of specifierList(words)) found.push([as, name]);
  }
  if (!words.take('from') || !/^['"]/.test(words.word)) return;
  const specifier = words.word.slice(1, -1);
  reading.imports.push({ specifier, line: sourceLine(reading, start) });
  for (const [local, name] of found) addDeclaration(reading, 'import', local, { from: { specifier, name } });
}

interface JsdocTag {
  tag: string;
  /** The first name after it and its type; '' where there is none. */
  name: string;
  type?: Span;
  start: number;
  /** Where it ends, without its type and name. */
  at: number;
}

interface Span {
  start: number;
  end: number;
}

function tagsOf(source: string, { start, end }: Span): JsdocTag[] {
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

function commentBefore(source: string, offset: number): Span | undefined {
  let end = offset;
  const word = /export\s+(?:default\s+)?$/.exec(source.slice(Math.max(0, offset - 20), offset));
  if (word) end -= word[0].length;
  while (end > 0 && source.charCodeAt(end - 1) <= 32) end--;
  if (source.charCodeAt(end - 1) !== 47 || source.charCodeAt(end - 2) !== 42) return undefined;
  const start = source.lastIndexOf('/*', end - 3);
  return start !== -1 && source[start + 2] === '*' ? { start, end } : undefined;
}

function closing(source: string, from: number, end: number): number {
  let depth = 1;
  for (let at = from; at < end; at++) {
    if (source[at] === '{') depth++;
    else if (source[at] === '}' && --depth === 0) return at;
  }
  return end;
}
