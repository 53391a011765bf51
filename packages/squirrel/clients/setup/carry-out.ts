import {
  type InstalledFile,
  keepOriginal,
  noteInstalled,
  originalOf,
  type SetupRecord,
} from './installed.ts';
import { type FileChange, isNeeded, noteOf, planFile } from './plan.ts';
import { withoutOurs } from './put.ts';
import type { SetupContext } from './surroundings.ts';
import { shaOf, writeForeign } from './text-file.ts';

/** Writes what was planned and notes it; answers with the changes as they were made. */
export function applySetup(
  changes: readonly FileChange[],
  {
    here,
    notes,
    now,
    version,
  }: { here: SetupContext; notes: SetupRecord | undefined; now: number; version: string },
): FileChange[] {
  let known: SetupRecord = {
    version: 1,
    product: version,
    node: here.node,
    script: here.script,
    at: now,
    files: notes?.files ?? [],
  };
  const note = (file: InstalledFile) => {
    known = { ...known, files: [...known.files.filter(({ path }) => path !== file.path), file] };
    noteInstalled(here.memory, known);
  };
  return changes.map((planned) => {
    // A client may have written its file while the person was reading.
    const change = isNeeded(planned) ? planFile(planned) : planned;
    if (!isNeeded(change)) return change;
    const { path } = change.target;
    const was = noteOf(known, path);
    const kept = was && change.before !== undefined && shaOf(change.before) === was.after;
    const file: InstalledFile = {
      path,
      client: change.client,
      what: change.target.what,
      project: here.project ?? null,
      ...(kept ? { before: was.before, copy: was.copy } : baseOf(change, was, here.memory)),
      after: shaOf(change.after),
      folders: was?.folders ?? [],
    };
    // Noted first: what is noted and was not written is harmless, the other way round it would stay for ever.
    note(file);
    const folders = writeForeign(path, change.after, modeOf(change));
    if (folders.length > 0) note({ ...file, folders: [...file.folders, ...folders] });
    return change;
  });
}

/** Git runs a hook only where it is executable. */
const modeOf = ({ target, before }: FileChange): number | undefined =>
  target.kind === 'block' && before === undefined ? (target.script ? 0o755 : 0o644) : undefined;

/** The file as it would be without ours, kept for the day it is wanted back. */
function baseOf(
  { target, before }: FileChange,
  was: InstalledFile | undefined,
  memory: string,
): Pick<InstalledFile, 'before' | 'copy'> {
  const base =
    before === undefined
      ? undefined
      : withoutOurs(target, before, was && { original: originalOf(was), created: was.before === null });
  if (base === undefined) return { before: null, copy: null };
  return { before: shaOf(base), copy: keepOriginal(memory, target.path, base) };
}
