import { CannotEdit, lineNumberAt } from '@sqrl/base/cannot-edit.ts';
import {
  createScanner,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';

/** What a piece of JSON's text is: the numbers are those of the scanner's kinds, which exist as types only. */
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const SPACE = 15;

/** The tree of a JSON or JSONC text, whose root is an object; a broken text is refused with its line. */
export function treeOf(text: string): Node {
  const errors: ParseError[] = [];
  // A byte-order mark is no white space to the parser; a space in its place keeps all offsets.
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true });
  const error = errors[0];
  if (error)
    throw new CannotEdit({
      line: lineNumberAt(text, error.offset),
      because: `it is not valid JSON (${words(printParseErrorCode(error.error))})`,
    });
  if (root?.type !== 'object') throw new CannotEdit({ line: 1, because: 'it is not a JSON object' });
  return root;
}

/** The node at a place, by names; undefined where there is none. Of a name that stands twice the last counts. */
export function nodeAt(root: Node, at: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const name of at) node = propertyOf(node, name)?.children?.[1];
  return node;
}

/** The property of an object, name and value together. */
export const propertyOf = (object: Node | undefined, name: string): Node | undefined =>
  object?.type === 'object'
    ? object.children?.findLast((one) => one.children?.[0]?.value === name)
    : undefined;

/** What a node says, as plain objects: the parser's own have no prototype and are like no others. */
export const plainJson = (node: Node): unknown => JSON.parse(JSON.stringify(getNodeValue(node)));

export const endOf = (node: Node): number => node.offset + node.length;

/** Where a comma stands behind an offset, with nothing but space and comments between; -1 where none does. */
export function commaAfter(text: string, offset: number): number {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  return (scanner.scan() as number) === COMMA ? scanner.getTokenOffset() : -1;
}

/** The end of what else stands on the line: comments belong to what they stand behind. */
export function endOfRemarks(text: string, offset: number): number {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  let end = offset;
  for (;;) {
    const kind = scanner.scan() as number;
    if (kind === LINE_COMMENT || kind === BLOCK_COMMENT) end = scanner.getPosition();
    else if (kind !== SPACE) return end;
  }
}

const words = (code: string): string => code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
