import { CannotEdit } from '../../base/cannot-edit.ts';
import { tomlData, valueAt } from '../../base/toml/data.ts';
import { cutOnce } from '../../base/toml/lines.ts';
import { setInToml, unsetInToml } from '../../base/toml/set.ts';
import { cutBlock, putBlock } from './block.ts';
import type { SetupTarget } from './client.ts';
import type { EditedText, InsertedText } from './entry.ts';
import { cutFromJson } from './json-cut.ts';
import { putIntoJson } from './json-edit.ts';
import { cutFromToml, cutTables, putIntoToml } from './toml-edit.ts';

/** A file's text with ours in it; `text` is undefined where there is no such file. */
export function withOurs(
  target: SetupTarget,
  text: string | undefined,
  pieces: readonly InsertedText[],
): EditedText {
  switch (target.kind) {
    case 'json':
      return putIntoJson(isBlank(text) ? (target.blank ?? '{}\n') : text, target.entries, pieces);
    case 'toml':
      return putIntoToml(text ?? '', target.entries, pieces);
    case 'setting':
      // What a person has set, whatever it is, is theirs.
      return valueAt(tomlData(text ?? ''), target.at) === undefined
        ? withSetting(target, text ?? '')
        : { text: text ?? '', pieces: [...pieces] };
    case 'block':
      return putBlock(target, text ?? '');
    case 'whole':
      if (text !== undefined && text !== target.text && !target.ours(text))
        throw new CannotEdit({ line: 1, because: 'the file exists and was not written by sqrl' });
      return { text: target.text, pieces: [] };
  }
}

/** A file's text without ours; undefined where nothing is left that anybody needs. */
export function withoutOurs(
  target: SetupTarget,
  text: string,
  { pieces, created }: { pieces: readonly InsertedText[]; created: boolean },
): string | undefined {
  switch (target.kind) {
    case 'json': {
      if (isBlank(text)) return text;
      const rest = cutFromJson(text, target.entries, pieces);
      const isEmpty = rest.replace(/\s/g, '') === (target.blank ?? '{}').replace(/\s/g, '');
      return created && isEmpty ? undefined : rest;
    }
    case 'toml': {
      const rest = cutTables(cutFromToml(text, target.entries, pieces), target.left?.() ?? []);
      return created && rest.trim() === '' ? undefined : rest;
    }
    case 'setting': {
      const rest = withoutSetting(target, text, pieces);
      return created && rest.trim() === '' ? undefined : rest;
    }
    case 'block': {
      const rest = cutBlock(target, text, pieces);
      return created && /^(?:#!.*)?\s*$/.test(rest) ? undefined : rest;
    }
    case 'whole':
      return target.ours(text) ? undefined : text;
  }
}

function withSetting({ at, value }: Extract<SetupTarget, { kind: 'setting' }>, before: string): EditedText {
  const { text, added } = setInToml(before, at, value);
  return { text, pieces: added === '' ? [] : [{ at: [], text: added, lead: 0, made: [] }] };
}

function withoutSetting(
  { at, value }: Extract<SetupTarget, { kind: 'setting' }>,
  text: string,
  pieces: readonly InsertedText[],
): string {
  if (pieces.length === 0 || valueAt(tomlData(text), at) !== value) return text;
  const exact = pieces.reduce((rest, piece) => cutOnce(rest, piece.text), text);
  try {
    if (exact !== text && valueAt(tomlData(exact), at) === undefined) return exact;
  } catch {
    // Something was written between ours.
  }
  return unsetInToml(text, at);
}

const isBlank = (text: string | undefined): text is undefined | '' =>
  text === undefined || text.trim() === '';
