import { CannotEdit } from '@sqrl/base/cannot-edit.ts';
import { tomlData, valueAt } from '@sqrl/base/toml/data.ts';
import { setInToml, unsetInToml } from '@sqrl/base/toml/set.ts';
import { cutBlock, putBlock } from './block.ts';
import type { SetupTarget } from './client.ts';
import { cutFromJson } from './json-cut.ts';
import { putIntoJson } from './json-edit.ts';
import { cutFromToml, cutTables, putIntoToml } from './toml-edit.ts';

/** A file's text with ours in it; `text` is undefined where there is no such file. */
export function withOurs(target: SetupTarget, text: string | undefined): string {
  switch (target.kind) {
    case 'json':
      return putIntoJson(isBlank(text) ? (target.blank ?? '{}\n') : text, target.entries);
    case 'toml':
      return putIntoToml(text ?? '', target.entries);
    case 'setting':
      // What a person has set, whatever it is, is theirs.
      return valueAt(tomlData(text ?? ''), target.at) === undefined
        ? setInToml(text ?? '', target.at, target.value)
        : (text ?? '');
    case 'block':
      return putBlock(target, text ?? '');
    case 'whole':
      if (text !== undefined && text !== target.text && !target.ours(text))
        throw new CannotEdit({ line: 1, because: 'the file exists and was not written by sqrl' });
      return target.text;
  }
}

interface PutNote {
  /** The file before that, where it is known. */
  original: string | undefined;
  created: boolean;
}

/** A file's text without ours, as far as that can be told from the text; undefined where nothing is left that anybody needs. */
export function withoutOurs(
  target: SetupTarget,
  text: string,
  note: PutNote | undefined,
): string | undefined {
  const rest = restOf(target, text, note);
  if (rest === undefined || !note?.created) return rest;
  const blank = target.kind === 'json' ? (target.blank ?? '{}') : '';
  const isEmpty = rest.replace(/^#!.*/, '').replace(/\s/g, '') === blank.replace(/\s/g, '');
  return isEmpty ? undefined : rest;
}

function restOf(target: SetupTarget, text: string, note: PutNote | undefined): string | undefined {
  switch (target.kind) {
    case 'json':
      return isBlank(text) ? text : cutFromJson(text, target.entries, note?.original);
    case 'toml':
      return cutTables(cutFromToml(text, target.entries), target.left?.() ?? []);
    case 'setting':
      // Without a note it is the person's.
      return note && valueAt(tomlData(text), target.at) === target.value
        ? unsetInToml(text, target.at)
        : text;
    case 'block':
      return cutBlock(target, text);
    case 'whole':
      return target.ours(text) ? undefined : text;
  }
}

const isBlank = (text: string | undefined): text is undefined | '' =>
  text === undefined || text.trim() === '';
