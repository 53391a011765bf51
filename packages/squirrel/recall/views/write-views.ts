import { lstatSync, mkdirSync, readFileSync, rmdirSync, rmSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { parsedJson } from '@sqrl/base/json.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { replaceAsked } from '@sqrl/base/replace-file.ts';
import type { Engine } from '../../workspace/workspace.ts';

export const VIEWS = ['user_style', 'project_brief', 'pitfalls'] as const;
export type ViewName = (typeof VIEWS)[number];

/** Writes views into the project, as JSON and Markdown; what says the same already is left alone. */
export function writeViews(engine: Engine, views: readonly { name: ViewName; view: { markdown: string } }[]) {
  const root = rootOf(engine);
  for (const folder of FOLDERS) {
    const found = statOf(join(root, folder));
    if (found && !found.isDirectory()) throw inTheWay(folder);
  }
  /** Named from the project's root. */
  const done: Record<'written' | 'unchanged', string[]> = { written: [], unchanged: [] };
  for (const { name, view } of views)
    for (const [kind, text] of [
      ['json', `${JSON.stringify(view, null, 2)}\n`],
      ['md', `${OURS}\n\n${view.markdown === '' ? 'No memories yet.' : view.markdown}\n`],
    ] as const) {
      const path = `${FOLDERS[1]}/${name}.${kind}`;
      const before = textOf(join(root, path));
      if (before !== undefined && !isOurs(kind, before)) throw inTheWay(path);
      if (before !== undefined && untimed(before) === untimed(text)) done.unchanged.push(path);
      else {
        mkdirSync(join(root, FOLDERS[1]), { recursive: true });
        replaceAsked(join(root, path), text);
        done.written.push(path);
      }
    }
  return done;
}

/** Removes what was written; what others have put there stays, and the folders with it. */
export function removeViews(engine: Engine, names: readonly ViewName[] = VIEWS): { removed: string[] } {
  const root = rootOf(engine);
  const removed: string[] = [];
  if (FOLDERS.some((folder) => statOf(join(root, folder))?.isDirectory() === false)) return { removed };
  for (const name of names)
    for (const kind of ['json', 'md'] as const) {
      const path = `${FOLDERS[1]}/${name}.${kind}`;
      const text = textOf(join(root, path));
      if (text === undefined || !isOurs(kind, text)) continue;
      rmSync(join(root, path));
      removed.push(path);
    }
  for (const folder of FOLDERS.toReversed()) removeEmpty(join(root, folder));
  return { removed };
}

const FOLDERS = ['.ctx', '.ctx/views'] as const;

const untimed = (text: string): string => text.replace(/^ {2}"generated_at": .*$/m, '');

/** By this a file is known as written here. */
const OURS = '<!-- Written by `sqrl views --write`; do not edit. -->';

function isOurs(kind: 'json' | 'md', text: string): boolean {
  if (kind === 'md') return text.startsWith(OURS);
  const { type } = (parsedJson(text) ?? {}) as { type?: unknown };
  return typeof type === 'string' && type.endsWith('_view');
}

function rootOf({ project }: Engine): string {
  if (!project || !statOf(project.root)?.isDirectory())
    throw new Problem(
      'Not in a project, so there is nowhere to write views.',
      'Change to its folder, or pass --project.',
      'usage',
    );
  return project.root;
}

const statOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

/** What a file says; undefined where there is none. Links are not followed. */
function textOf(path: string): string | undefined {
  const found = statOf(path);
  if (!found) return undefined;
  return found.isFile() ? readFileSync(path, 'utf8') : '';
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}

const inTheWay = (path: string): Problem =>
  new Problem(
    `${path} already exists and was not written by sqrl.`,
    'Move it away first. Nothing was changed.',
    'usage',
  );
