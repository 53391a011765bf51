import { CannotEdit } from '@sqrl/base/cannot-edit.ts';
import { oneLine } from '@sqrl/base/plain.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { refuseAgents } from '@sqrl/base/terminal/agents-shell.ts';
import { flag, takes } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { agrees } from '@sqrl/base/terminal/program.ts';
import { nearest, optionChoice, usage } from '@sqrl/base/terminal/usage.ts';
import { tomlData, valueAt } from '@sqrl/base/toml/data.ts';
import { setInToml, unsetInToml } from '@sqrl/base/toml/set.ts';
import { readForeign, writeForeign } from '../../../clients/setup/text-file.ts';
import { formsOf } from '../../command.ts';
import { answer, type CommandRun } from '../../task.ts';
import type { CliSetting, SettingsControl } from '../../world.ts';
import { policy, trust, weights } from './policy.ts';

const help = `
Usage: sqrl config [list [SECTION]]
       sqrl config get KEY
       sqrl config set KEY VALUE [--yes]
       sqrl config unset KEY [--yes]
       sqrl config policy [--path | set RULE NUMBER | unset RULE]
       sqrl config trust [LEVEL | auto]
       sqrl config weights [apply | refuse | reset]

  --yes     Do not ask before changing where texts and API keys are sent
  --path    With policy: print only the path of memory_policy.toml

Settings are one TOML file in the home folder; a missing setting has its default. \`list\` shows every setting with its
value and origin; \`set\` and \`unset\` change one line and keep the rest, comments too. A wrong value is refused and
nothing is written.

Settings of embedder, reranker and llm decide where texts and API keys are sent: changing one asks on a terminal, or
needs --yes in a script. An agent's shell cannot change settings.

\`policy\` says when memories are promoted, archived and deleted; a rule that is not in its file has its default.

\`trust\` says which confidence a memory needs to be shown to agents: cautious 0.80 (if you choose it), standard 0.65 (at the
beginning), confident 0.55 (after you confirmed 10 memories, less than 1 in 20 of those you judged wrong), autonomous 0.45 (if
you choose it). What an agent stated needs one level more. A level you choose stays; auto lets the rules choose.

\`weights\` says how much a type of memory counts in a phase of work. After 30 sessions with test runs, Squirrel compares how
often the first run passes with memories of a type and without, and proposes other weights. Nothing changes until you
apply them; reset goes back to the usual ones.

Examples:
  $ sqrl config
  $ sqrl config get daemon.start
  $ sqrl config set delivery.session_tokens 4000
  $ sqrl config policy set decay.guard.max_inactive_days 365
  $ sqrl config trust cautious
`;
type Value = string | number | boolean;

interface Known extends CliSetting {
  /** Null where nothing is set and there is no default. */
  value: Value | null;
  from: 'file' | 'default';
}

const options = { yes: flag, path: flag };

export const config = formsOf<typeof options>('config', {
  help,
  options,
  forms: {
    // A key alone is meant to be shown.
    '': {
      words: takes('a form or a key', 0, Number.POSITIVE_INFINITY),
      options: [],
      run: (task, _, [key, value]) => {
        if (key === undefined) return list(task);
        if (!key.includes('.')) optionChoice('config', key, config.forms!);
        if (value !== undefined)
          throw usage(`config: unexpected argument "${value}".`, `Run \`sqrl config set ${key} ${value}\`.`);
        return get(task, key);
      },
    },
    list: {
      words: takes('a section', 0, 1),
      options: [],
      run: (task, _, [section]) => list(task, section),
    },
    get: {
      words: takes('a key or a section'),
      options: [],
      run: (task, _, [key]) => (key!.includes('.') ? get(task, key!) : list(task, key)),
    },
    set: {
      words: takes('a key and a value', 2),
      options: ['yes'],
      run: (task, { yes }, [key, typed]) => change(task, { key: key!, typed, yes: yes === true }),
    },
    unset: {
      words: takes('a key'),
      options: ['yes'],
      run: (task, { yes }, [key]) => change(task, { key: key!, typed: undefined, yes: yes === true }),
    },
    policy: { ...policy, options: ['path'] },
    trust,
    weights,
  },
});

async function list(task: CommandRun, section?: string): Promise<ExitCode> {
  const { settings } = task.world;
  const all = await knownOf(settings);
  const sections = [...new Set(all.map(({ key }) => key.split('.')[0]!))];
  if (section !== undefined) optionChoice('The section', section, sections);
  const shown = all.filter(({ key }) => section === undefined || key.startsWith(`${section}.`));
  answer(task, { path: settings.path, settings: shown }, () => {
    const { out } = task;
    for (const one of shown) {
      out.line(`${out.bold(one.key)} = ${valueText(one.value)}${out.dim(`  ${whence(one)}`)}`);
      const choices = one.choices ? ` (${one.choices.join(', ')})` : '';
      out.block(oneLine(`${one.means}${choices}`), 4, 'dim');
    }
    task.err.quiet(`\nFrom ${settings.path}`);
  });
  return EXIT.done;
}

async function get(task: CommandRun, key: string): Promise<ExitCode> {
  const found = theOne(await knownOf(task.world.settings), key);
  answer(task, { ...found }, () => {
    if (found.value === null) task.err.line(`Not set. ${found.means}.`);
    else task.out.line(String(found.value));
  });
  return found.value === null ? EXIT.nothing : EXIT.done;
}

interface SettingChange {
  key: string;
  /** The value as it was typed; undefined takes the key out of the file. */
  typed: string | undefined;
  yes: boolean;
}

/** Sets a key, or takes it out of the file where no value is given. What would come out is checked before it is written. */
async function change(task: CommandRun, { key, typed, yes }: SettingChange): Promise<ExitCode> {
  refuseAgents(task, 'change settings');
  const { settings } = task.world;
  const before = readForeign(settings.path) ?? '';
  const keys = await settings.keys();
  const at = key.split('.');
  const after = edited(settings.path, () => {
    // A key that should not be there can be taken out, too.
    const isThere = typed === undefined && valueAt(tomlData(before), at) !== undefined;
    const known = isThere ? undefined : theOne(keys, key);
    return typed === undefined ? unsetInToml(before, at) : setInToml(before, at, asMeant(known!, typed));
  });
  const still = await troubleIn(settings, after);
  // An error in another line does not prevent the fix of this one.
  const [, because] = still?.message.split(` ${key}: `) ?? [];
  if (because !== undefined)
    throw usage(
      `${key} cannot be ${typed === undefined ? 'unset' : `"${typed}"`}: ${because}.`,
      'Nothing was changed.',
    );
  if (still && !(await troubleIn(settings, before))) throw still;
  const isGuarded = keys.some((one) => one.key === key && one.guarded);
  if (after !== before && isGuarded && !(await personAgrees(task, { key, typed, yes }))) {
    task.err.line('Nothing was changed.');
    return EXIT.problem;
  }
  if (after !== before) writeForeign(settings.path, after);
  if (still)
    throw new Problem(
      `${key} was changed, but the file still has an error: ${still.message}`,
      still.hint,
      'invalid',
    );
  const now = (await knownOf(settings)).find((one) => one.key === key);
  answer(task, { ...now, key, changed: after !== before }, () => {
    const told = now ? `${key} = ${valueText(now.value)} (${whence(now)})` : `${key} was removed.`;
    task.out.line(after === before ? `No change: ${told}` : told);
  });
  return EXIT.done;
}

async function personAgrees(task: CommandRun, { key, typed, yes }: SettingChange): Promise<boolean> {
  if (yes) return true;
  if (task.world.stdin.isTTY && !task.json)
    task.err.line(`${task.err.bold(key)} decides where your texts and API keys are sent.`);
  const question =
    typed === undefined ? `Reset ${key} to its default? [y/N]` : `Set it to ${valueText(typed)}? [y/N]`;
  return agrees(task, question);
}

async function knownOf(settings: SettingsControl): Promise<Known[]> {
  const text = readForeign(settings.path) ?? '';
  await settings.check(text);
  const data = tomlData(text);
  return (await settings.keys()).map((one) => {
    const set = valueAt(data, one.key.split('.')) as Value | undefined;
    return { ...one, value: set ?? one.default ?? null, from: set === undefined ? 'default' : 'file' };
  });
}

async function troubleIn(settings: SettingsControl, text: string): Promise<Problem | undefined> {
  try {
    await settings.check(text);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** A value as it was typed becomes what its setting wants. */
function asMeant({ key, kind, choices }: CliSetting, typed: string): Value {
  if (kind === 'boolean') return optionChoice(key, typed.toLowerCase(), ['true', 'false']) === 'true';
  if (kind === 'choice') return optionChoice(key, typed, choices ?? []);
  if (kind === 'text') return typed;
  const number = typed.trim() === '' ? Number.NaN : Number(typed.replaceAll('_', ''));
  if (Number.isFinite(number)) return number;
  throw usage(`${key} must be a number, not "${typed}".`);
}

/** The setting of that name, or a problem that names the nearest. */
function theOne<S extends CliSetting>(all: readonly S[], key: string): S {
  const found = all.find((one) => one.key === key);
  if (found) return found;
  const keys = all.map((one) => one.key);
  const meant = nearest(key, keys) ?? keys.find((one) => one.endsWith(`.${key}`));
  throw usage(
    `Unknown setting ${key}.${meant ? ` Did you mean ${meant}?` : ''}`,
    'Run `sqrl config` for the list.',
  );
}

function edited(path: string, edit: () => string): string {
  try {
    return edit();
  } catch (error) {
    if (!(error instanceof CannotEdit)) throw error;
    throw new Problem(`${path}:${error.line}: ${error.message}.`, 'Nothing was changed.', 'invalid', error);
  }
}

const valueText = (value: Value | null): string => (value === null ? '–' : oneLine(JSON.stringify(value)));

function whence({ from, default: usual, value }: Known): string {
  if (from === 'default') return value === null ? 'not set' : 'default';
  return usual === undefined ? 'from the file' : `from the file; default ${oneLine(JSON.stringify(usual))}`;
}
