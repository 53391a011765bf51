import { CannotEdit } from '../../../base/cannot-edit.ts';
import { oneLine } from '../../../base/plain.ts';
import { tomlData, valueAt } from '../../../base/toml/data.ts';
import { applySetup } from '../../../clients/setup/carry-out.ts';
import type { ClientSetup } from '../../../clients/setup/client.ts';
import { CLIENT_SETUPS, foundBy } from '../../../clients/setup/clients.ts';
import { sharesMemories } from '../../../clients/setup/git-targets.ts';
import { readInstalled } from '../../../clients/setup/installed.ts';
import { type FileChange, isNeeded, planWithOwn } from '../../../clients/setup/plan.ts';
import type { SetupContext } from '../../../clients/setup/surroundings.ts';
import { readForeign } from '../../../clients/setup/text-file.ts';
import { HOOK_CLIENTS } from '../../../model/hook-events.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { askWhich, askYes, askYesOrLook, mustAsk } from '../../setup/asking.ts';
import { type FirstLook, lookBack } from '../../setup/first-look.ts';
import { offerGitSetup } from '../../setup/git-setup.ts';
import { hereOf } from '../../setup/here.ts';
import { showEnd, showNoAgent, showPlan } from '../../setup/init-view.ts';
import { isInNpxCache, offerInstall } from '../../setup/npx.ts';
import { CONTROL_GROUP } from '../../setup/offers.ts';
import {
  DEFAULT_OLLAMA_URL,
  type FoundOllama,
  findOllama,
  ollamaNote,
  ollamaOffer,
} from '../../setup/ollama.ts';
import { answer, type CommandRun } from '../../task.ts';
import { optionChoice } from '../../usage.ts';
import { wrap } from '../../width.ts';
import { run as showDemo } from '../internal/demo.ts';
import { run as showReplay } from '../internal/replay.ts';
import { daemonOf } from '../internal/stop.ts';
import { run as setSetting } from './config.ts';

export const summary = 'Set up the agents on this machine';
export const help = `
Usage: sqrl init [--yes] [--client CLIENT]… [--dry-run] [--no-history] [--scope user|project] [--demo]

  --yes            Do not ask
  --client CLIENT  Only this client (repeatable), even if it was not found:
                   ${HOOK_CLIENTS.join(', ')}
  --dry-run        Show the changes to each file without making them
  --no-history     Do not read the last 30 days of the agents' logs
  --demo           If no agent is found, run the demo on a sample history, in a temporary home
  --scope SCOPE    user: every project on this machine (default); project: only this one, or --project

Finds the agents on this machine, shows what it adds to which file, and asks, also for a control group (default: none) and, if Ollama is found
on this machine, whether it should embed memories (default: no). Each agent gets the memory's tools (MCP),
hooks that show it reminders, and the commands /remember, /recall and /memory-review. In a repository that shares memories
it also offers git's merge driver for them. Comments, order and layout of the
files are kept; a copy of each is kept too, and \`sqrl uninstall\` restores everything. Then it reads the agents' recent
logs, starts the daemon, and shows what it learned. Running it again changes nothing.

Examples:
  $ sqrl init --dry-run
  $ sqrl init --yes --client claude-code --client codex
`;
export const options = {
  yes: { type: 'boolean' },
  client: { type: 'string', multiple: true },
  'dry-run': { type: 'boolean' },
  'no-history': { type: 'boolean' },
  scope: { type: 'string' },
  demo: { type: 'boolean' },
} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('init', task.argv, options);
  positionalsOf('init', words, { what: 'options', from: 0, to: 0 });
  const alone = optionChoice('--scope', values.scope ?? 'user', ['user', 'project']) === 'project';
  const here = hereOf(task, alone ? { project: values.project } : undefined);
  const dry = values['dry-run'] === true;
  const found = CLIENT_SETUPS.filter((setup) => foundBy(setup, here) !== undefined);
  const named = values.client?.map((name) => optionChoice('--client', name, HOOK_CLIENTS));
  const wished = named ? CLIENT_SETUPS.filter(({ client }) => named.includes(client)) : found;
  if (wished.length === 0) return values.demo ? showDemo({ ...task, argv: [] }) : noAgent(task, here);

  const mayAsk = !values.yes && !dry;
  if (mayAsk) mustAsk(task);
  const done = isInNpxCache(here) && !dry ? await offerInstall(task, here, mayAsk) : undefined;
  if (done !== undefined) return done;
  const chosen = mayAsk && !named ? await choose(task, wished, here) : wished;
  if (chosen.length === 0) return nothingDone(task);
  const changes = planWithOwn(chosen, here);
  const needed = changes.filter(isNeeded);
  const plan = { setups: chosen, changes, dry };
  if (!task.json) showPlan(task, here, { ...plan, whole: dry });
  if (dry) return tell(task, { here, setups: chosen, changes, dry });
  const looks = () => showPlan(task, here, { ...plan, whole: true });
  const asks = needed.length > 0 && mayAsk;
  if (asks && !(await agreed(task, looks))) return nothingDone(task);
  const hasControl = isControlOn(task);
  if (asks && !hasControl && (await wantsControl(task)))
    await setSetting({ ...task, argv: ['set', 'delivery.holdout', 'true'] });
  const ollama = await findOllama(task);
  if (asks && ollama && (await wantsOllama(task, ollama))) await embedWithOllama(task, ollama);
  const notes = readInstalled(here.memory);
  const { now, version } = task.world;
  const made = applySetup(changes, { here, notes, now: now(), version });
  const history = values['no-history']
    ? undefined
    : await lookBack(
        task,
        chosen.map(({ client }) => client),
        here.memory,
      );
  const daemon = task.noDaemon || isAlone(task) ? undefined : await daemonOf(task).start();
  const notesControl = !asks && !hasControl;
  const notesOllama = asks ? undefined : ollama;
  const came = { here, setups: chosen, changes: made, dry, history, daemon };
  const exit = tell(task, { ...came, notesControl, notesOllama });
  const around = hereOf(task, { project: values.project }).project!;
  if (sharesMemories(around))
    await offerGitSetup(task, { project: values.project, yes: values.yes === true });
  if (asks && !task.json && history?.root && (await wantsReplay(task, history)))
    await showReplay({ ...task, argv: ['--project', history.root] });
  return exit;
}

const choose = async (
  task: CommandRun,
  found: readonly ClientSetup[],
  here: SetupContext,
): Promise<ClientSetup[]> => {
  const choices = found.map((setup) => ({
    value: setup.client,
    label: setup.title,
    hint: foundBy(setup, here) ?? '',
  }));
  const chosen = await askWhich(task, 'Which agents do you want to set up?', choices);
  return found.filter(({ client }) => chosen.includes(client));
};

/** Whether the person wants the changes; `d` shows each line of them and asks again. */
async function agreed(task: CommandRun, looks: () => void): Promise<boolean> {
  for (;;) {
    const said = await askYesOrLook(task, 'Write these changes?', 'Show each line first');
    if (said !== 'd') return said === 'y';
    looks();
  }
}

/** Whether the person wants a control group; Enter is a no. */
async function wantsControl(task: CommandRun): Promise<boolean> {
  for (const line of wrap(CONTROL_GROUP, task.err.width)) task.err.line(line);
  return askYes(task, 'Have a control group?', false);
}

/** Whether the person wants Ollama to embed; Enter is a no. */
async function wantsOllama(task: CommandRun, found: FoundOllama): Promise<boolean> {
  for (const line of wrap(ollamaOffer(found), task.err.width)) task.err.line(line);
  return askYes(task, 'Embed with Ollama?', false);
}

async function embedWithOllama(task: CommandRun, { url }: FoundOllama): Promise<void> {
  // Where texts go was answered before.
  const set = (key: string, value: string) => setSetting({ ...task, argv: ['set', key, value, '--yes'] });
  if (url !== DEFAULT_OLLAMA_URL) await set('embedder.url', url);
  await set('embedder.provider', 'ollama');
}

/** Whether the person wants to see what memory would have saved; Enter is a no. */
const wantsReplay = (task: CommandRun, { project }: FirstLook): Promise<boolean> =>
  askYes(
    task,
    `Estimate what memory would have saved in the sessions of ${oneLine(project ?? '')}? It takes a minute.`,
    false,
  );

function isControlOn({ world: { settings } }: CommandRun): boolean {
  try {
    return valueAt(tomlData(readForeign(settings?.path ?? '') ?? ''), ['delivery', 'holdout']) === true;
  } catch (error) {
    // A broken file of settings is refused with its line where it is changed.
    if (error instanceof CannotEdit) return false;
    throw error;
  }
}

/** Reports that no agent was found. */
function noAgent(task: CommandRun, here: SetupContext): ExitCode {
  answer(task, { clients: [], files: [] }, () => showNoAgent(task, here));
  return EXIT.nothing;
}

function nothingDone({ err }: CommandRun): ExitCode {
  err.line('Nothing was changed.');
  return EXIT.problem;
}

const isAlone = ({ world }: CommandRun): boolean => /^(1|true|yes|on)$/i.test(world.env.SQRL_NO_DAEMON ?? '');

interface Told {
  here: SetupContext;
  setups: readonly ClientSetup[];
  changes: readonly FileChange[];
  dry: boolean;
  history?: FirstLook | undefined;
  daemon?: { pid: number; port: number; started: boolean } | undefined;
  notesControl?: boolean;
  notesOllama?: FoundOllama | undefined;
}

function tell(task: CommandRun, told: Told): ExitCode {
  const { here, setups, changes, dry, history, daemon, notesControl = false, notesOllama } = told;
  const next = [
    ...setups.flatMap((setup) => setup.next?.(here) ?? []),
    ...(notesOllama ? [ollamaNote(notesOllama)] : []),
  ];
  const said = {
    dry,
    memory: here.memory,
    clients: setups.map((setup) => ({
      client: setup.client,
      title: setup.title,
      found: foundBy(setup, here) ?? null,
    })),
    files: changes.map(({ client, target, before, after, refused }) => ({
      path: target.path,
      client,
      what: target.what,
      did: refused ? 'refused' : before === after ? 'nothing' : before === undefined ? 'created' : 'changed',
      ...(refused && { line: refused.line, because: refused.because }),
    })),
    history: history ?? null,
    daemon: daemon ?? null,
    next,
  };
  answer(task, said, () => {
    if (!dry) showEnd(task, here, { changes, history, daemon, next, notesControl });
  });
  return changes.some(({ refused }) => refused && !refused.needless) ? EXIT.problem : EXIT.done;
}
