import { rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CannotEdit } from '@sqrl/base/cannot-edit.ts';
import { namesIn } from '@sqrl/base/foreign-file.ts';
import { oneLine } from '@sqrl/base/plain.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { refuseAgents } from '@sqrl/base/terminal/agents-shell.ts';
import { flags, oneOf } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import type { SetupFiles, SetupTarget } from '../../../clients/setup/client.ts';
import { CLIENT_SETUPS } from '../../../clients/setup/clients.ts';
import { writtenGitTargets } from '../../../clients/setup/git-targets.ts';
import {
  type InstalledFile,
  noteInstalled,
  originalOf,
  readInstalled,
  type SetupRecord,
} from '../../../clients/setup/installed.ts';
import { ownTargets } from '../../../clients/setup/launcher.ts';
import { MCP_SETUPS } from '../../../clients/setup/mcp-clients.ts';
import { noteOf } from '../../../clients/setup/plan.ts';
import { withoutOurs } from '../../../clients/setup/put.ts';
import type { SetupContext } from '../../../clients/setup/surroundings.ts';
import {
  readForeign,
  removeEmpty,
  removeForeign,
  shaOf,
  writeForeign,
} from '../../../clients/setup/text-file.ts';
import { command } from '../../command.ts';
import { askOne, askYes, mustAsk } from '../../setup/asking.ts';
import { hereOf, shortPath, showDiff, showFile } from '../../setup/plan-view.ts';
import { answer, type CommandRun } from '../../task.ts';

export const uninstall = command('uninstall', {
  help: `
Usage: sqrl uninstall [--yes] [--data keep|erase] [--dry-run]

  --yes         Do not ask; memories are kept unless --data says otherwise
  --data WHAT   keep: keep the memories; erase: delete them with their copies and the settings; your own Markdown in
                notes/ is kept
  --dry-run     Show the changes to each file without making them

Files that have not changed since init get their old contents back; from others only Squirrel's entries are removed. Files
that init created are deleted if nothing else is in them; one that you have changed since is kept as NAME.kept. The daemon is stopped. Remove the package itself with npm.

Examples:
  $ sqrl uninstall --dry-run
  $ sqrl uninstall --yes --data keep
`,
  options: {
    ...flags('yes', 'dry-run'),
    data: oneOf(['keep', 'erase']),
  },
  run: async (task, values) => {
    const here = hereOf(task, { project: values.project });
    const dry = values['dry-run'] === true;
    if (!dry) refuseAgents(task, 'remove the memory');
    const notes = readInstalled(here.memory);
    const returns = planReturn([...CLIENT_SETUPS, ...MCP_SETUPS], here, {
      notes,
      own: [...ownTargets(here), ...writtenGitTargets(here, notes)],
    });
    const mayAsk = !values.yes && !dry;
    if (mayAsk) mustAsk(task);
    const shown = task.json ? [] : returns.filter(isReverted);
    for (const { path, what, before, after } of shown)
      (dry ? showDiff : showFile)(task.out, here, { path, what, before, after });
    if (dry) return tell(task, { returns, dry, data: 'keep' });
    if (mayAsk && returns.some(isReverted) && !(await askYes(task, 'Revert these changes?'))) {
      task.err.line('Nothing was changed.');
      return EXIT.problem;
    }
    const data = values.data ?? (mayAsk ? await askData(task, here) : 'keep');
    // First, so that no hook of a session that still runs is answered half-way through.
    const { stopped } = await task.world.daemon.stop();
    takeBack(returns, here.memory, notes);
    if (data === 'erase') erase(here.memory);
    return tell(task, { returns, dry, data, stopped });
  },
});

const isReverted = ({ did }: FileRestoration): boolean => did !== 'nothing' && did !== 'refused';

const askData = (task: CommandRun, here: SetupContext) =>
  askOne(task, `What about the memories in ${shortPath(here.memory, here)}?`, [
    { value: 'keep', label: 'Keep them' },
    { value: 'erase', label: 'Delete them, with every copy' },
  ]);

function erase(memory: string): void {
  for (const name of namesIn(memory))
    if (OWN.test(name)) rmSync(join(memory, name), { recursive: true, force: true });
  rmSync(join(memory, 'notes', 'daily'), { recursive: true, force: true });
  for (const folder of [join(memory, 'notes'), memory]) {
    try {
      rmdirSync(folder);
    } catch {
      // The folder contains files of the user.
    }
  }
}

/** What the program makes in its home. A home may have been put where other things lie. */
const OWN =
  /^(user\.db|projects$|config\.toml$|memory_policy\.toml$|daemon|installed\.json$|before-setup$|backups?$|copies$|logs?$|hook|sqrl-hook|hub\.json$|panel|pauses\.json$|\.sqrl-|.*\.(log|lock|sock|tmp)$)/;

function tell(
  task: CommandRun,
  {
    returns,
    dry,
    data,
    stopped,
  }: { returns: readonly FileRestoration[]; dry: boolean; data: string; stopped?: boolean },
): ExitCode {
  const files = returns.map(({ path, client, what, did, refused }) => ({
    path,
    client,
    what,
    did,
    ...refused,
  }));
  const refused = returns.filter((one) => one.refused);
  answer(task, { dry, files, data, stopped: stopped ?? false }, () => {
    const { out, err } = task;
    const changed = returns.filter(isReverted).length;
    if (dry) return err.quiet('Dry run: nothing was changed.');
    out.line(
      changed === 0
        ? 'No entries of sqrl were found in any file.'
        : `Reverted: ${countNoun(changed, 'file')}.`,
    );
    if (stopped) out.line('The daemon was stopped.');
    out.line(
      data === 'erase'
        ? 'The memories were deleted.'
        : 'The memories were kept; `sqrl init` uses them again.',
    );
    for (const { path, did } of returns)
      if (did === 'set aside') out.line(`You had changed ${path}: it is kept as ${asideOf(path)}.`);
    for (const { path, refused: why } of refused)
      err.warn(`${path}:${why!.line} was not changed: ${oneLine(why!.because)}.`);
  });
  return refused.length > 0 ? EXIT.problem : EXIT.done;
}

/** What becomes of one file when ours is taken out of it. */
interface FileRestoration {
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

function planReturn(
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

function takeBack(returns: readonly FileRestoration[], memory: string, notes: SetupRecord | undefined): void {
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
const asideOf = (path: string): string => `${path}.kept`;

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
