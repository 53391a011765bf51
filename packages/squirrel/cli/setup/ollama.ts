import { type StdioOptions, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { CannotEdit } from '@sqrl/base/cannot-edit.ts';
import { oneLine } from '@sqrl/base/plain.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import { tomlData, valueAt } from '@sqrl/base/toml/data.ts';
import { findProgram, type SetupContext } from '../../clients/setup/surroundings.ts';
import { readForeign } from '../../clients/setup/text-file.ts';
import type { Output } from '../../protocol/verbs.ts';
import { type CommandRun, openMemory } from '../task.ts';
import { askOne, askYes } from './asking.ts';
import { shortPath, showItem } from './plan-view.ts';

export interface FoundOllama {
  url: string;
  /** One of its embedding models; which size is used is decided by the memory of the machine. */
  model: string;
}

export const ollamaOffer = ({ url, model }: FoundOllama): string =>
  `Ollama at ${url} has ${model}. It can embed memories in place of the bundled model: texts stay on this machine, ` +
  'each search waits for Ollama, and while it is not running the bundled model is used.';

export const ollamaNote = (found: FoundOllama): string => {
  const address = found.url === DEFAULT_OLLAMA_URL ? '' : `sqrl config set embedder.url ${found.url} && `;
  return `${ollamaOffer(found)} Use it: \`${address}sqrl config set embedder.provider ollama\`.`;
};

/** Looks for an Ollama with a Qwen3 embedding model on this machine; not where an embedder was chosen already. */
export async function findOllama({ world }: Pick<CommandRun, 'world'>): Promise<FoundOllama | undefined> {
  if (settingOf(world, ['embedder', 'provider'], true) !== undefined) return undefined;
  const url = addressIn(world.env.OLLAMA_HOST);
  if (url === undefined) return undefined;
  try {
    const answer = await fetch(`${url}/api/tags`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(MAX_WAIT_MS),
    });
    const { models } = (await answer.json()) as { models?: { name?: unknown }[] };
    const names = Array.isArray(models) ? models.map((model) => model?.name) : [];
    const model = names.find(
      (name) => typeof name === 'string' && /^qwen3-embedding:[\w.-]{1,60}$/.test(name),
    );
    return typeof model === 'string' ? { url, model } : undefined;
  } catch {
    // None runs here, or something else does.
    return undefined;
  }
}

const MAX_WAIT_MS = 500;
export const DEFAULT_OLLAMA_URL = 'http://127.0.0.1:11434';

/** Where Ollama listens by its own variable; undefined where that is another machine, to which nothing is sent unasked. */
function addressIn(variable: string | undefined): string | undefined {
  if (!variable) return DEFAULT_OLLAMA_URL;
  const given = variable.includes('://') ? variable : `http://${variable}`;
  if (!URL.canParse(given)) return undefined;
  const { protocol, hostname, port } = new URL(given);
  const isHere = ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0'].includes(hostname);
  if (!isHere || protocol !== 'http:') return undefined;
  return `http://${hostname === '0.0.0.0' ? '127.0.0.1' : hostname}:${port || '11434'}`;
}

/** What the person has set; `broken` where the file cannot be read, which is refused with its line where it is changed. */
function settingOf({ settings }: CommandRun['world'], at: readonly string[], broken: unknown): unknown {
  try {
    return valueAt(tomlData(readForeign(settings?.path ?? '') ?? ''), at);
  } catch (error) {
    if (error instanceof CannotEdit) return broken;
    throw error;
  }
}

/** Whether this program runs from npx's cache, which npm may empty at any time. */
export const isInNpxCache = ({ script }: Pick<SetupContext, 'script'>): boolean =>
  /[\\/]_npx[\\/]/.test(script);

const INSTALL = ['install', '--global', 'squirrel-memory'];

/**
 * Warns that hooks would point into npx's cache, and offers the global install, which then does the work; undefined where
 * this program is to go on.
 */
export async function offerInstall(
  task: CommandRun,
  here: SetupContext,
  mayAsk: boolean,
): Promise<ExitCode | undefined> {
  task.err.warn('This runs from the cache of npx, which npm may empty: the hooks would then do nothing.');
  task.err.line(`Install it first: npm ${INSTALL.join(' ')}`);
  if (!mayAsk) return undefined;
  const choice = await askOne(task, 'How do you want to go on?', [
    { value: 'install', label: 'Install it globally now, then set up' },
    { value: 'here', label: 'Set up with the copy in the cache' },
    { value: 'stop', label: 'Stop' },
  ]);
  if (choice === 'here') return undefined;
  if (choice === 'stop') return EXIT.problem;
  if (run(task, [...npmOf(here), ...INSTALL]).status !== 0) return EXIT.problem;
  const asked = run(task, [...npmOf(here), 'prefix', '--global'], ['ignore', 'pipe', 'ignore']);
  return (run(task, [...installedIn(asked.stdout.trim(), here), 'init', ...task.argv]).status ??
    1) as ExitCode;
}

/** npm as a shell would find it, or that of the Node that runs this program. Node starts no `npm.cmd`, so on Windows its script. */
export function npmOf(here: SetupContext): string[] {
  const npm = findProgram('npm', here) ?? join(dirname(here.node), 'npm');
  return here.platform === 'win32'
    ? [here.node, join(dirname(npm), 'node_modules', 'npm', 'bin', 'npm-cli.js')]
    : [npm];
}

export const installedIn = (folder: string, { node, platform }: SetupContext): string[] =>
  platform === 'win32'
    ? [node, join(folder, 'node_modules', 'squirrel-memory', 'bin', 'sqrl.mjs')]
    : [join(folder, 'bin', 'sqrl')];

function run({ world, err }: CommandRun, [program = '', ...args]: readonly string[], stdio?: StdioOptions) {
  const ended = spawnSync(program, args, { stdio: stdio ?? 'inherit', env: world.env, encoding: 'utf8' });
  if (ended.error) err.line(`${program} could not be started: ${ended.error.message}.`);
  return ended;
}

/** Rule files with rules that are not memories yet. */
export interface FoundRules {
  /** The project's folder; undefined for that of the present folder. */
  root: string | undefined;
  files: Output<'teach'>['files'];
}

/** The rule files of the present project, or of the one that was read about; undefined where nothing in them is new. */
export async function findRules(
  task: CommandRun,
  readOf: string | null | undefined,
): Promise<FoundRules | undefined> {
  for (const root of [undefined, ...(readOf ? [readOf] : [])]) {
    await using client = await openMemory(task, root === undefined ? {} : { project: root });
    const { files } = await client.call('teach', { dryRun: true });
    const fresh = files.filter(({ because, added, changed }) => because === null && added + changed > 0);
    if (fresh.length > 0) return { root, files: fresh };
  }
  return undefined;
}

export async function offerRules(
  task: CommandRun,
  { root, files }: FoundRules,
  here: SetupContext,
): Promise<void> {
  const { out } = task;
  out.line(out.bold('Rules in your files'));
  for (const { path, rules, held } of files) {
    const checked = held > 0 ? `, ${held} of them checked before an agent acts` : '';
    showItem(out, '·', `${shortPath(path, here)}: ${countNoun(rules, 'rule')}${checked}`, '  ');
  }
  if (!(await askYes(task, 'Import them as memories? The files stay as they are.'))) return;
  await using client = await openMemory(task, root === undefined ? {} : { project: root });
  const done = await client.call('teach', { dryRun: false, paths: files.map(({ path }) => path) });
  const added = done.files.reduce((sum, file) => sum + file.added, 0);
  out.line(`Imported ${countNoun(added, 'rule')}.\n`);
}

/** What is to be done by those who were not asked. */
export const rulesNote = ({ root, files }: FoundRules): string =>
  `${countNoun(
    files.reduce((sum, { rules }) => sum + rules, 0),
    'rule',
  )} in ${files.map(({ path }) => oneLine(path)).join(', ')}: \`sqrl teach --all${root === undefined ? '' : ` --project ${oneLine(root)}`}\` imports them.`;
