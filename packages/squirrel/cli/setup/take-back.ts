import { dirname } from 'node:path';
import { CannotEdit } from '@sqrl/base/cannot-edit.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { SetupFiles, SetupTarget } from '../../clients/setup/client.ts';
import {
  type InstalledFile,
  noteInstalled,
  originalOf,
  type SetupRecord,
} from '../../clients/setup/installed.ts';
import { noteOf } from '../../clients/setup/plan.ts';
import { withoutOurs } from '../../clients/setup/put.ts';
import type { SetupContext } from '../../clients/setup/surroundings.ts';
import {
  readForeign,
  removeEmpty,
  removeForeign,
  shaOf,
  writeForeign,
} from '../../clients/setup/text-file.ts';

/** What becomes of one file when ours is taken out of it. */
export interface FileRestoration {
  path: string;
  client: InstalledFile['client'];
  what: string;
  /**
   * restored: as it was before, to the byte; cut: ours goes and the rest stays; removed: there was none before; set aside: a
   * file of ours that a person has changed, which is kept under another name.
   */
  did: 'restored' | 'cut' | 'removed' | 'set aside' | 'nothing' | 'refused';
  before: string | undefined;
  after: string | undefined;
  note: InstalledFile | undefined;
  refused?: { line: number; because: string };
}

/** Works out how everything of ours is taken back: what was noted, and what can be found by looking. */
export function planReturn(
  setups: readonly SetupFiles[],
  here: SetupContext,
  { notes, own }: { notes: SetupRecord | undefined; own: readonly SetupTarget[] },
): FileRestoration[] {
  const targetsIn = (project: string | null | undefined) => [
    ...setups.flatMap(({ client, targets }) =>
      targets({ ...here, project: project ?? undefined }).map((target) => ({ client, target })),
    ),
    ...own.map((target) => ({ client: null, target })),
  ];
  const noted = (notes?.files ?? []).map((file) => {
    const like = targetsIn(file.project).filter(({ client }) => client === file.client);
    const found =
      like.find(({ target }) => target.path === file.path) ??
      like.find(({ target }) => target.what === file.what);
    return found ? planOne({ ...found.target, path: file.path }, file) : untouched(file);
  });
  const others = [undefined, here.project]
    .flatMap(targetsIn)
    .filter(({ target }) => !noteOf(notes, target.path))
    // In the home folder the settings of a project are those of the person.
    .filter(({ target }, i, all) => all.findIndex((one) => one.target.path === target.path) === i)
    .map(({ client, target }) => ({ ...planOne(target, undefined), client }));
  return [...noted, ...others.filter(({ did }) => did !== 'nothing')];
}

/** Takes back what was planned, and forgets what was noted of it. */
export function takeBack(
  returns: readonly FileRestoration[],
  memory: string,
  notes: SetupRecord | undefined,
): void {
  let known = notes;
  for (const { path, did, after, note } of returns) {
    if (did === 'refused') continue;
    if (did === 'set aside') setAside(path);
    else if (did !== 'nothing' && after === undefined) removeForeign(path);
    else if (did !== 'nothing') writeForeign(path, after!);
    if (!known || !note) continue;
    known = { ...known, files: known.files.filter((file) => file.path !== path) };
    noteInstalled(memory, known);
    if (note.copy !== null) removeForeign(note.copy);
  }
  const kept = returns.flatMap(({ note }) => (note?.copy ? [dirname(note.copy)] : []));
  // Only now: a folder that was made for one file may hold others.
  removeEmpty([
    ...returns.flatMap(({ did, note }) => (did === 'refused' ? [] : (note?.folders ?? []))),
    ...kept,
  ]);
}

function planOne(target: SetupTarget, note: InstalledFile | undefined): FileRestoration {
  const { path, what } = target;
  const client = note?.client ?? null;
  const nothing: FileRestoration = {
    path,
    client,
    what,
    did: 'nothing',
    before: undefined,
    after: undefined,
    note,
  };
  try {
    const before = readForeign(path);
    if (before === undefined) return nothing;
    const whole = note && shaOf(before) === note.after ? asItWas(note) : undefined;
    if (whole) return { ...nothing, ...whole, before };
    const known = note && { original: originalOf(note), created: note.before === null };
    const after = withoutOurs(target, before, known);
    if (after === before) return { ...nothing, before, after };
    const isEdited = target.kind === 'whole' && before !== target.text && shaOf(before) !== note?.after;
    if (after === undefined && isEdited) return { ...nothing, did: 'set aside', before, after };
    // All but the last line break, which a client or an editor may have added.
    const old = note && asItWas(note);
    if (old?.after !== undefined && old.after.trimEnd() === after?.trimEnd())
      return { ...nothing, ...old, before };
    return { ...nothing, did: after === undefined ? 'removed' : 'cut', before, after };
  } catch (error) {
    if (!(error instanceof CannotEdit) && !(error instanceof Problem)) throw error;
    const line = error instanceof CannotEdit ? error.line : 1;
    return { ...nothing, did: 'refused', refused: { line, because: error.message } };
  }
}

/** What a person has made of a file of ours is kept next to it, under a name that no client loads. */
export const asideOf = (path: string): string => `${path}.kept`;

function setAside(path: string): void {
  writeForeign(asideOf(path), readForeign(path)!);
  removeForeign(path);
}

/** The kept copy, where it is still what was copied. */
function asItWas(note: InstalledFile): Pick<FileRestoration, 'did' | 'after'> | undefined {
  if (note.before === null) return { did: 'removed', after: undefined };
  const text = originalOf(note);
  return text === undefined ? undefined : { did: 'restored', after: text };
}

/** A file of a client that is not known any more is left as it is. */
const untouched = (note: InstalledFile): FileRestoration => ({
  path: note.path,
  client: note.client,
  what: note.what,
  did: 'nothing',
  before: undefined,
  after: undefined,
  note,
});
