import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import type { TerminalOutput } from '@sqrl/base/terminal/terminal.ts';
import { columns, cutToWidth, wrap } from '@sqrl/base/terminal/width.ts';
import { applySetup } from '../../clients/setup/carry-out.ts';
import type { SetupFiles } from '../../clients/setup/client.ts';
import { CLIENT_SETUPS } from '../../clients/setup/clients.ts';
import { type DiffLine, diffOf } from '../../clients/setup/diff.ts';
import { gitTargets } from '../../clients/setup/git-targets.ts';
import { readInstalled } from '../../clients/setup/installed.ts';
import { type FileChange, isNeeded, planFile } from '../../clients/setup/plan.ts';
import { projectAround, type SetupContext } from '../../clients/setup/surroundings.ts';
import type { CommandRun } from '../task.ts';
import { askYes } from './asking.ts';

/** A file as it is and as it will be; undefined where there is none. */
interface ComparedFile {
  path: string;
  what: string;
  before: string | undefined;
  after: string | undefined;
}

export function showDiff(
  sheet: TerminalOutput,
  here: SetupContext,
  { path, what, before, after }: ComparedFile,
): void {
  const state = before === undefined ? ' (new file)' : after === undefined ? ' (removed)' : '';
  sheet.line(`  ${sheet.bold(visible(shortPath(path, here)))}${sheet.dim(`${state} · ${what}`)}`);
  if (after === undefined) return;
  for (const line of diffOf(before ?? '', after)) sheet.line(`    ${painted(sheet, line)}`);
  sheet.line();
}

export function showFile(
  sheet: TerminalOutput,
  here: SetupContext,
  { path, what, before, after }: ComparedFile,
): void {
  const lines = diffOf(before ?? '', after ?? '');
  const size = (sign: '+' | '-') => lines.filter((line) => line.sign === sign).length;
  const state =
    after === undefined ? 'removed' : `${before === undefined ? 'new, ' : ''}+${size('+')} −${size('-')}`;
  const name = visible(shortPath(path, here));
  const about = `· ${what} (${state})`;
  if (columns(name + about) + 3 <= sheet.width) sheet.line(`  ${name} ${sheet.dim(about)}`);
  else {
    sheet.line(`  ${name}`);
    for (const line of wrap(about, sheet.width - 4)) sheet.line(`    ${sheet.dim(line)}`);
  }
}

/** Writes a text after a sign, below which its further lines are indented. */
export function showItem(sheet: TerminalOutput, sign: string, text: string, indent = ''): void {
  for (const [at, line] of wrap(text, sheet.width - indent.length - 2).entries())
    sheet.line(`${indent}${at === 0 ? sign : ' '} ${line}`);
}

/** A path as people write it. */
export function shortPath(path: string, { person }: Pick<SetupContext, 'person'>): string {
  const below = relative(person, path);
  return below.startsWith('..') || below === path ? path : `~/${below.replaceAll('\\', '/')}`;
}

function painted(sheet: TerminalOutput, { sign, text }: DiffLine): string {
  if (sign === '…') return sheet.dim('…');
  // What is around a change is there to be recognised; of the change itself nothing is left out.
  const line = `${sign} ${sign === ' ' ? cutToWidth(visible(text), sheet.width - 8) : visible(text)}`;
  return sheet.paint(sign === '+' ? 'green' : sign === '-' ? 'red' : 'dim', line);
}

/** The machine a task runs on; with `alone` only the project of a folder is set up. */
export function hereOf({ world }: CommandRun, alone?: { project: string | undefined }): SetupContext {
  const { machine, mcp, env, cwd } = world;
  const { node, script } = mcp.program;
  const { person, platform, memory } = machine;
  const project = alone && projectAround(resolve(cwd, alone.project ?? '.'));
  return { person, platform, env, memory, node, script, project };
}

/**
 * Offers what makes sharing through git smooth: the merge driver in git's settings, and the check for secrets before a commit
 * of this repository. Shown first, undone by `sqrl uninstall`. Not offered without a terminal to ask on and without --yes.
 */
export async function offerGitSetup(
  task: CommandRun,
  { project, yes }: { project: string | undefined; yes: boolean },
): Promise<void> {
  const { world, err } = task;
  const here = hereOf(task, { project });
  if (!existsSync(join(here.project!, '.git'))) return;
  const notes = readInstalled(here.memory);
  const changes = gitTargets(here).map((target) => planFile({ client: null, target }));
  for (const { target, refused } of changes)
    if (refused && !task.json) err.quiet(`${target.path} is left as it is: ${refused.because}.`);
  const needed = changes.filter(isNeeded);
  const canAsk = world.stdin.isTTY && world.stderr.isTTY && !task.json;
  if (needed.length === 0 || !(yes || canAsk)) return;
  if (!task.json) {
    err.line('For git on this machine:');
    for (const { target, before, after } of needed)
      showDiff(err, here, { path: target.path, what: target.what, before, after });
  }
  if (!yes && !(await askYes(task, 'Write these changes?'))) return;
  applySetup(needed, { here, notes, now: world.now(), version: world.version });
}

/** What setting up would write. */
export interface SetupPlan {
  here: SetupContext;
  setups: readonly SetupFiles[];
  changes: readonly FileChange[];
  dry: boolean;
}

/** Shows what would be written, file by file; `whole` with each line of it. */
export function showPlan(
  { out, err }: CommandRun,
  { here, setups, changes, dry }: SetupPlan,
  whole: boolean,
): void {
  const names = new Map<string | null, string>(setups.map(({ client, title }) => [client, title]));
  const already = (client: string) => setups.find((setup) => setup.client === client)?.already?.(here);
  for (const client of [...names.keys(), null]) {
    const mine = changes.filter((change) => change.client === client);
    if (mine.length === 0) {
      if (client !== null)
        out.line(`${out.bold(names.get(client)!)} ${already(client) ?? 'has no per-project settings.'}`);
      continue;
    }
    const needed = mine.filter(isNeeded);
    const state = needed.length > 0 || mine.some(({ refused }) => refused) ? '' : out.dim('already set up');
    if (client !== null || needed.length > 0)
      out.line(
        `${out.paint(['bold', 'underline'], names.get(client) ?? 'Squirrel itself')} ${state}`.trimEnd(),
      );
    for (const { target, before, after } of needed)
      (whole ? showDiff : showFile)(out, here, { path: target.path, what: target.what, before, after });
    for (const { target, refused } of mine) if (refused) showRefused(err, here, target.path, refused);
  }
  if (dry) err.quiet('Dry run: nothing was changed.');
}

export function showNoAgent({ err }: CommandRun, here: SetupContext): void {
  err.line('No agent was found on this machine.');
  err.line(
    `Searched for ${CLIENT_SETUPS.map(({ title }) => title).join(', ')} in PATH and their folders in ${here.person}.`,
  );
  err.quiet(
    'Install one and run it once, or name it: `sqrl init --client claude-code`. `sqrl demo` shows a sample.',
  );
}

export const showRefused = (
  err: CommandRun['err'],
  here: SetupContext,
  path: string,
  { line, because, needless }: NonNullable<FileChange['refused']>,
): void =>
  err.line(
    err.paint(
      needless ? 'dim' : 'yellow',
      `  ${shortPath(path, here)}:${line} was not changed: ${oneLine(because)}.`,
    ),
  );
