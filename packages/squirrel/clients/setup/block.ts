import { CannotEdit } from '@sqrl/base/cannot-edit.ts';
import type { SetupTarget } from './client.ts';

type BlockTarget = Extract<SetupTarget, { kind: 'block' }>;

/** Puts our lines into a text: where they stand already, after the first line of a script, else at the end. */
export function putBlock(target: BlockTarget, text: string): string {
  const block = blockOf(target);
  const found = placeOf(target, text);
  if (found) {
    const [from, to] = found;
    return text.slice(0, from) + block + text.slice(to);
  }
  if (target.script) {
    const first = /^#!.*\n?/.exec(text)?.[0] ?? '';
    if (text.trim() !== '' && !/^#!.*\b(?:ba|da|z|k)?sh\b/.test(first))
      throw new CannotEdit({ line: 1, because: 'it is not a shell script' });
    const head = first === '' ? '#!/bin/sh\n' : first.endsWith('\n') ? first : `${first}\n`;
    return head + block + text.slice(first.length);
  }
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${text}${end}${block}`;
}

export function cutBlock(target: BlockTarget, text: string): string {
  const found = placeOf(target, text);
  return found ? text.slice(0, found[0]) + text.slice(found[1]) : text;
}

const blockOf = ({ mark, text }: BlockTarget): string =>
  `${mark} >>> sqrl; \`sqrl uninstall\` removes it\n${text}${mark} <<< sqrl\n`;

function placeOf({ mark }: BlockTarget, text: string): [from: number, to: number] | undefined {
  const from = text.startsWith(`${mark} >>> sqrl`) ? 0 : text.indexOf(`\n${mark} >>> sqrl`) + 1;
  const end = `\n${mark} <<< sqrl\n`;
  const to = text.indexOf(end, from);
  return (from > 0 || text.startsWith(`${mark} >>> sqrl`)) && to >= 0 ? [from, to + end.length] : undefined;
}
