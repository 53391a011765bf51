import { eolOf } from '@sqrl/base/cannot-edit.ts';
import type { Node } from 'jsonc-parser';
import { endOf } from './json-tree.ts';

/** How something new is written into an object or a list, so that it looks like what is there. */
export interface JsonLayout {
  /** Between two of its members, and before the first. */
  between: string;
  /** Behind the last one, where the bracket would stand on its line. */
  behind: string;
  write(value: unknown): string;
  colon: string;
}

/** The layout of an object or a list of a text. */
export function jsonLayoutOf(text: string, root: Node, within: Node): JsonLayout {
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
