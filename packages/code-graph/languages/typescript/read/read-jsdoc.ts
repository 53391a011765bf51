import type { TypeExpression } from '../detail.ts';
import { addDeclaration, declareMember, type SourceReading } from '../reading.ts';
import { readType } from './read-types.ts';

/** What a comment of JSDoc says of the types of what follows it. */
export interface Jsdoc {
  type?: TypeExpression;
  returns?: TypeExpression;
  parameters: Map<string, TypeExpression>;
}

/** Reads the comment that ends right before an offset; only JavaScript has its types there. */
export function readJsdoc(reading: SourceReading, offset: number): Jsdoc | undefined {
  const comment = reading.javascript ? commentBefore(reading.source, offset) : undefined;
  if (!comment) return undefined;
  const { start, end } = comment;
  const jsdoc: Jsdoc = { parameters: new Map() };
  TAG.lastIndex = start;
  for (let tag = TAG.exec(reading.source); tag && tag.index < end; tag = TAG.exec(reading.source)) {
    const open = tag.index + tag[0].length;
    const close = closing(reading.source, open, end);
    const type = readType(reading, { start: open, end: close });
    const name = /^\}\s*\[?([\w$.]+)/.exec(reading.source.slice(close, close + 100))?.[1];
    if (tag[1] === 'type') jsdoc.type = type;
    else if (tag[1]!.startsWith('return')) jsdoc.returns = type;
    else if (name) jsdoc.parameters.set(name, type);
    TAG.lastIndex = close;
  }
  return jsdoc;
}

/** The type that a comment before a parenthesis gives to what is in it. */
export const readJsdocCast = (reading: SourceReading, offset: number): TypeExpression | undefined =>
  readJsdoc(reading, offset)?.type;

/** Declares the types that comments name with `@typedef`. */
export function readTypedefs(reading: SourceReading): void {
  if (!reading.javascript) return;
  for (const tag of reading.source.matchAll(TYPEDEF)) {
    const open = tag.index + tag[0].length;
    const end = reading.source.indexOf('*/', open);
    const close = closing(reading.source, open, end === -1 ? reading.source.length : end);
    const name = /^\}\s*([\w$]+)/.exec(reading.source.slice(close, close + 100))?.[1];
    if (!name) continue;
    const index = addDeclaration(reading, 'type', name);
    reading.declarations[index]!.type = typedef(reading, { start: open, end: close }, end);
  }
}

function typedef(reading: SourceReading, text: { start: number; end: number }, end: number): TypeExpression {
  if (!/^[Oo]bject$/.test(reading.source.slice(text.start, text.end).trim())) return readType(reading, text);
  const members: number[] = [];
  PROPERTY.lastIndex = text.end;
  for (let tag = PROPERTY.exec(reading.source); tag && tag.index < end; tag = PROPERTY.exec(reading.source)) {
    if (tag[0].startsWith('@typedef')) break;
    const open = tag.index + tag[0].length;
    const close = closing(reading.source, open, end);
    const name = /^\}\s*\[?([\w$]+)/.exec(reading.source.slice(close, close + 100))?.[1];
    if (name)
      members.push(
        declareMember(reading, 'field', name, { type: readType(reading, { start: open, end: close }) }),
      );
    PROPERTY.lastIndex = close;
  }
  return ['declared', declareMember(reading, 'object', '', { members })];
}

const TYPEDEF = /@typedef\s*\{/g;
const PROPERTY = /@(?:property|prop|typedef)\s*\{/g;

const TAG = /@(type|returns?|param|arg|argument)\s*\{/g;

function commentBefore(source: string, offset: number): { start: number; end: number } | undefined {
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
