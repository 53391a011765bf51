import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { oneLine } from '../../base/plain.ts';
import { CLIENT_SETUPS } from '../../clients/setup/clients.ts';
import type { Surroundings } from '../../clients/setup/surroundings.ts';
import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { askOne, askYes, mustAsk } from '../setup/asking.ts';
import { hereOf } from '../setup/here.ts';
import { readInstalled } from '../setup/installed.ts';
import { ownTargets } from '../setup/own-settings.ts';
import { shortPath, showDiff, showFile } from '../setup/show.ts';
import { planReturn, type Return, takeBack } from '../setup/take-back.ts';
import { count } from '../size.ts';
import { answer, type Task } from '../task.ts';
import { oneOf } from '../usage.ts';
import { daemonOf } from './stop.ts';

export const summary = 'Take back everything that init has set up';
export const help = `
Usage: sqrl uninstall [--yes] [--data keep|erase] [--dry-run]

  --yes         Do it without asking; what is remembered is kept unless --data says otherwise
  --data WHAT   keep: the memories stay for another day; erase: they go too, with their copies and the settings;
                Markdown that you keep in notes/ stays
  --dry-run     Show what would become of which file, and change nothing

Files that nobody has touched since get back their old bytes; of others only what is ours is taken out. Files that
were made for us go where nothing else is in them. The daemon is stopped. The package itself is removed with npm.

Examples:
  $ sqrl uninstall --dry-run
  $ sqrl uninstall --yes --data keep
`;
export const options = {
  yes: { type: 'boolean' },
  data: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('uninstall', task.argv, options);
  wordsOf('uninstall', words, { what: 'options', from: 0, to: 0 });
  const said = values.data === undefined ? undefined : oneOf('--data', values.data, ['keep', 'erase']);
  const here = hereOf(task, { project: values.project });
  const dry = values['dry-run'] === true;
  const notes = readInstalled(here.memory);
  const returns = planReturn(CLIENT_SETUPS, here, { notes, own: ownTargets(here) });
  const mayAsk = !values.yes && !dry;
  if (mayAsk) mustAsk(task);
  if (!task.json) show(task, here, returns, dry ? showDiff : showFile);
  if (dry) return tell(task, { returns, dry, data: 'keep' });
  if (mayAsk && !(await askYes(task, 'Take this back?'))) {
    task.err.line('Nothing was changed.');
    return EXIT.problem;
  }
  const data = said ?? (mayAsk ? await askData(task, here) : 'keep');
  // First, so that no hook of a session that still runs is answered half-way through.
  const { stopped } = await daemonOf(task).stop();
  takeBack(returns, here.memory, notes);
  if (data === 'erase') erase(here.memory);
  return tell(task, { returns, dry, data, stopped });
}

function show(task: Task, here: Surroundings, returns: readonly Return[], way: typeof showDiff): void {
  for (const { path, what, did, before, after } of returns)
    if (did === 'cut' || did === 'restored' || did === 'removed')
      way(task.out, here, { path, what, before, after });
}

const askData = (task: Task, here: Surroundings) =>
  askOne(task, `What about the memories in ${shortPath(here.memory, here)}?`, [
    { value: 'keep', label: 'Keep them for another day' },
    { value: 'erase', label: 'Erase them, with every copy in there' },
  ]);

/** Everything of ours in the home, and the home itself where nothing else is in it. */
function erase(memory: string): void {
  for (const name of namesIn(memory))
    if (OWN.test(name)) rmSync(join(memory, name), { recursive: true, force: true });
  rmSync(join(memory, 'notes', 'daily'), { recursive: true, force: true });
  for (const folder of [join(memory, 'notes'), memory]) {
    try {
      rmdirSync(folder);
    } catch {
      // Something of the person's own is in it.
    }
  }
}

/** What the program makes in its home. A home may have been put where other things lie. */
const OWN =
  /^(user\.db|projects$|config\.toml$|memory_policy\.toml$|daemon|installed\.json$|before-setup$|backups?$|copies$|logs?$|hook|panel|\.sqrl-|.*\.(log|lock|sock|tmp)$)/;

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function tell(
  task: Task,
  {
    returns,
    dry,
    data,
    stopped,
  }: { returns: readonly Return[]; dry: boolean; data: string; stopped?: boolean },
): Exit {
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
    const changed = returns.filter(({ did }) => did !== 'nothing' && did !== 'refused').length;
    if (dry) return err.line(err.paint('dim', 'Nothing was changed: this was only a look.'));
    out.line(
      changed === 0 ? 'Nothing of ours was found in any file.' : `Taken back: ${count(changed, 'file')}.`,
    );
    if (stopped) out.line('The daemon was stopped.');
    out.line(
      data === 'erase'
        ? 'The memories were erased.'
        : 'The memories were kept; `sqrl init` goes on with them.',
    );
    for (const { path, refused: why } of refused)
      err.line(err.paint('yellow', `${path}:${why!.line} was left alone: ${oneLine(why!.because)}.`));
  });
  return refused.length > 0 ? EXIT.problem : EXIT.done;
}
