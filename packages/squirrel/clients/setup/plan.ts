import { CannotEdit } from '@sqrl/base/cannot-edit.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { SetupFiles, SetupTarget } from './client.ts';
import type { InstalledFile, SetupRecord } from './installed.ts';
import { ownTargets } from './launcher.ts';
import { withOurs } from './put.ts';
import type { SetupContext } from './surroundings.ts';
import { readForeign } from './text-file.ts';

export interface FileChange {
  client: string | null;
  target: SetupTarget;
  /** The text that is there; undefined where there is no file. */
  before: string | undefined;
  after: string;
  /** Why it is left alone. */
  refused?: { line: number; because: string; needless: boolean };
}

export function planSetup(setups: readonly SetupFiles[], here: SetupContext): FileChange[] {
  const planned = setups.filter((setup) => setup.already?.(here) === undefined);
  return planned.flatMap(({ client, targets }) =>
    targets(here).map((target) => planFile({ client, target })),
  );
}

export function planWithOwn(setups: readonly SetupFiles[], here: SetupContext): FileChange[] {
  // The launcher is for hooks.
  const own = ownTargets(here)
    .filter(({ kind }) => kind === 'setting' || setups.some(({ programs }) => programs))
    .map((target) => planFile({ client: null, target }));
  return [...planSetup(setups, here), ...own];
}

export function planFile({ client, target }: Pick<FileChange, 'client' | 'target'>): FileChange {
  const nothing = { client, target, before: undefined, after: '' };
  let before: string | undefined;
  try {
    before = readForeign(target.path);
    return { client, target, before, after: withOurs(target, before) };
  } catch (error) {
    if (error instanceof CannotEdit) {
      const refused = { line: error.line, because: error.message, needless: target.kind === 'whole' };
      return { ...nothing, before, after: before ?? '', refused };
    }
    if (error instanceof Problem)
      return { ...nothing, refused: { line: 1, because: error.message, needless: false } };
    throw error;
  }
}

export const noteOf = (notes: SetupRecord | undefined, path: string): InstalledFile | undefined =>
  notes?.files.find((file) => file.path === path);

export const isNeeded = ({ refused, before, after }: FileChange): boolean => !refused && before !== after;
