import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '@sqrl/base/problem.ts';
import { z } from 'zod';
import { readForeign, shaOf, writeForeign } from './text-file.ts';

const file = z.object({
  path: z.string(),
  /** Null where it is our own file of settings. */
  client: z.string().nullable(),
  what: z.string(),
  /** The project that was set up by itself; null for the whole machine. */
  project: z.string().nullable(),
  /** Of the file without ours; null where there was none. */
  before: z.string().nullable(),
  after: z.string(),
  /** Where the file without ours is kept; null where there was none. */
  copy: z.string().nullable(),
  /** Folders that were made for it. */
  folders: z.array(z.string()),
});

const installed = z.object({
  version: z.literal(1),
  /** Of the program that wrote it last, and what starts it. */
  product: z.string(),
  node: z.string(),
  script: z.string(),
  at: z.number(),
  files: z.array(file),
});

export type SetupRecord = z.output<typeof installed>;

export type InstalledFile = z.output<typeof file>;

const installedPath = (memory: string): string => join(memory, 'installed.json');

export function readInstalled(memory: string): SetupRecord | undefined {
  const path = installedPath(memory);
  const text = readForeign(path);
  if (text === undefined) return undefined;
  try {
    return installed.parse(JSON.parse(text));
  } catch (error) {
    throw new Problem(
      `${path} is damaged, so the list of changed files is lost.`,
      'Move it away: `sqrl init` and `sqrl uninstall` then search the files for our entries.',
      'invalid',
      error,
    );
  }
}

/** Notes what was set up; nothing is noted of a machine where nothing is. */
export function noteInstalled(memory: string, notes: SetupRecord): void {
  mkdirSync(memory, { recursive: true, mode: 0o700 });
  if (notes.files.length === 0) rmSync(installedPath(memory), { force: true });
  else writeForeign(installedPath(memory), `${JSON.stringify(notes, null, 2)}\n`, 0o600);
}

/** A noted file without ours: empty where there was none, undefined where its copy is gone or was changed. */
export function originalOf({ before, copy }: InstalledFile): string | undefined {
  if (before === null) return '';
  const text = readForeign(copy!);
  return text !== undefined && shaOf(text) === before ? text : undefined;
}

/** Keeps a copy of a file as it was before; it may hold secrets of others, and is for the owner's eyes only. */
export function keepOriginal(memory: string, path: string, text: string): string {
  const folder = join(memory, 'before-setup');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, `${shaOf(path + text).slice(0, 16)}-${path.split(/[\\/]/).at(-1)}`);
  writeForeign(copy, text, 0o600);
  return copy;
}
