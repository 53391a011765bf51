import { HOOK_CLIENTS } from '@sqrl/base/model/hook-events.ts';
import { oneLine } from '@sqrl/base/plain.ts';
import { flags, oneOf, someOf, texts } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { optionChoice, usage } from '@sqrl/base/terminal/usage.ts';
import { wrap } from '@sqrl/base/terminal/width.ts';
import { applySetup } from '../../../clients/setup/carry-out.ts';
import type { SetupFiles } from '../../../clients/setup/client.ts';
import { CLIENT_SETUPS, foundBy } from '../../../clients/setup/clients.ts';
import { sharesMemories } from '../../../clients/setup/git-targets.ts';
import { readInstalled } from '../../../clients/setup/installed.ts';
import { MCP_SETUPS } from '../../../clients/setup/mcp-clients.ts';
import { isNeeded, planWithOwn } from '../../../clients/setup/plan.ts';
import type { SetupContext } from '../../../clients/setup/surroundings.ts';
import { command } from '../../command.ts';
import { askWhich, askYes, askYesOrLook, mustAsk } from '../../setup/asking.ts';
import { type FirstLook, lookBack, type SetupReport, showEnd, showHistory } from '../../setup/first-look.ts';
import {
  DEFAULT_OLLAMA_URL,
  type FoundOllama,
  type FoundRules,
  findOllama,
  findRules,
  isInNpxCache,
  offerInstall,
  offerRules,
  ollamaNote,
  ollamaOffer,
  rulesNote,
} from '../../setup/ollama.ts';
import { hereOf, offerGitSetup, showNoAgent, showPlan } from '../../setup/plan-view.ts';
import { answer, type CommandRun } from '../../task.ts';
import { demo } from '../internal/demo.ts';
import { replay } from '../internal/replay.ts';
import { config } from './config.ts';

export const init = command('init', {
  help: `
Usage: sqrl init [--yes] [--client CLIENT]… [--mcp CLIENT]… [--dry-run] [--no-history] [--scope user|project] [--demo]

  --yes            Do not ask
  --client CLIENT  Only this client (repeatable), even if it was not found:
                   ${HOOK_CLIENTS.join(', ')}
  --mcp CLIENT     Only the memory's tools (MCP) for a client without hooks (repeatable):
                   ${MCP_SETUPS.map(({ client }) => client).join(', ')}
                   For any other client: \`sqrl mcp --print-config json\`
  --dry-run        Show the changes to each file without making them
  --no-history     Do not read the last 30 days of the agents' logs
  --demo           If no agent is found, run the demo on a sample history, in a temporary home
  --scope SCOPE    user: every project on this machine (default); project: only this one, or --project

Finds the agents on this machine, shows what it adds to which file, and asks. First it reads the agents' recent logs,
shows what it learned, and offers to import the rules of CLAUDE.md, AGENTS.md and the like. If Ollama is found on this machine, it
asks whether it should embed memories (default: no). Each agent gets the memory's tools (MCP),
hooks that show it reminders, and the commands /remember, /recall and /memory-review. In a repository that shares memories
it also offers git's merge driver for them. Comments, order and layout of the
files are kept; a copy of each is kept too, and \`sqrl uninstall\` restores everything. At the end it starts
the daemon. Running it again changes nothing.

Examples:
  $ sqrl init --dry-run
  $ sqrl init --yes --client claude-code --client codex
`,
  options: {
    ...flags('yes', 'dry-run', 'no-history', 'demo'),
    client: someOf(HOOK_CLIENTS),
    mcp: texts,
    scope: oneOf(['user', 'project']),
  },
  run: async (task, values) => {
    const alone = values.scope === 'project';
    const here = hereOf(task, alone ? { project: values.project } : undefined);
    const dry = values['dry-run'] === true;
    const found = CLIENT_SETUPS.filter((setup) => foundBy(setup, here) !== undefined);
    const named = values.client;
    const tools = toolsAlone(values.mcp);
    const hooked = named ? CLIENT_SETUPS.filter(({ client }) => named.includes(client)) : tools ? [] : found;
    const wished = [...hooked, ...(tools ?? [])];
    if (wished.length === 0) return values.demo ? demo.run({ ...task, argv: [] }) : noAgent(task, here);

    const mayAsk = !values.yes && !dry;
    if (mayAsk) mustAsk(task);
    const done = isInNpxCache(here) && !dry ? await offerInstall(task, here, mayAsk) : undefined;
    if (done !== undefined) return done;
    const hooks = HOOK_CLIENTS.filter((name) => wished.some(({ client }) => client === name));
    const isRead = hooks.length > 0 && !values['no-history'] && !dry;
    const history = isRead
      ? await lookBack(task, hooks, {
          ...here,
          root: hereOf(task, { project: values.project }).project!,
          mayAsk,
        })
      : undefined;
    if (history && !task.json) showHistory(task, history);
    const rules = isRead && !task.json ? await findRules(task, history?.root) : undefined;
    if (rules && mayAsk) await offerRules(task, rules, here);
    const isAsked = mayAsk && !named && !tools && hooked.length > 1;
    const chosen = isAsked ? await choose(task, hooked, here) : wished;
    if (chosen.length === 0) return nothingDone(task, history);
    const changes = planWithOwn(chosen, here);
    const needed = changes.filter(isNeeded);
    const plan = { here, setups: chosen, changes, dry };
    if (!task.json) showPlan(task, plan, dry);
    if (dry) return tell(task, plan);
    const looks = () => showPlan(task, plan, true);
    const asks = needed.length > 0 && mayAsk;
    if (asks && !(await agreed(task, looks))) return nothingDone(task, history);
    const ollama = await findOllama(task);
    if (asks && ollama && (await wants(task, ollamaOffer(ollama), 'Embed with Ollama?')))
      await embedWithOllama(task, ollama);
    const notes = readInstalled(here.memory);
    const { now, version } = task.world;
    const made = applySetup(changes, { here, notes, now: now(), version });
    const daemon = task.noDaemon || isAlone(task) ? undefined : await task.world.daemon.start();
    const notesOllama = asks ? undefined : ollama;
    const came = { ...plan, changes: made, history, daemon, notesOllama };
    const exit = tell(task, { ...came, rules: mayAsk ? undefined : rules });
    const around = hereOf(task, { project: values.project }).project!;
    if (sharesMemories(around))
      await offerGitSetup(task, { project: values.project, yes: values.yes === true });
    if (asks && !task.json && history?.root && (await wantsReplay(task, history)))
      await replay.run({ ...task, argv: ['--project', history.root] });
    return exit;
  },
});

/** The clients that were named to get the tools alone; undefined where none was. */
const toolsAlone = (names: readonly string[] | undefined): SetupFiles[] | undefined =>
  names?.map((name) => {
    if (HOOK_CLIENTS.some((client) => client === name))
      throw usage(
        `--mcp ${name} would leave out its hooks.`,
        `Run \`sqrl init --client ${name}\`, which adds both.`,
      );
    const known = MCP_SETUPS.map(({ client }) => client);
    const wanted = optionChoice('--mcp', name, known);
    return MCP_SETUPS.find(({ client }) => client === wanted)!;
  });

const choose = async (
  task: CommandRun,
  found: typeof CLIENT_SETUPS,
  here: SetupContext,
): Promise<SetupFiles[]> => {
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

/** Whether the person wants what a text explains; Enter is a no. */
async function wants(task: CommandRun, text: string, question: string): Promise<boolean> {
  for (const line of wrap(text, task.err.width)) task.err.line(line);
  return askYes(task, question, false);
}

async function embedWithOllama(task: CommandRun, { url }: FoundOllama): Promise<void> {
  // Where texts go was answered before.
  const set = (key: string, value: string) => config.run({ ...task, argv: ['set', key, value, '--yes'] });
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

function noAgent(task: CommandRun, here: SetupContext): ExitCode {
  answer(task, { clients: [], files: [] }, () => showNoAgent(task, here));
  return EXIT.nothing;
}

function nothingDone({ err }: CommandRun, history?: FirstLook): ExitCode {
  if (!history || history.read.added === 0) err.line('Nothing was changed.');
  else
    err.line(
      'No agent was set up. `sqrl list` shows what was learned; `sqrl uninstall --data erase` deletes it.',
    );
  return EXIT.problem;
}

const isAlone = ({ world }: CommandRun): boolean => /^(1|true|yes|on)$/i.test(world.env.SQRL_NO_DAEMON ?? '');

interface Told extends SetupReport {
  notesOllama?: FoundOllama | undefined;
  rules?: FoundRules | undefined;
}

function tell(task: CommandRun, told: Told): ExitCode {
  const { here, setups, changes, dry, history, daemon, notesOllama, rules } = told;
  const next = [
    ...setups.flatMap((setup) => setup.next?.(here) ?? []),
    ...(notesOllama ? [ollamaNote(notesOllama)] : []),
    ...(rules ? [rulesNote(rules)] : []),
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
    if (!dry) showEnd(task, told, next);
  });
  return changes.some(({ refused }) => refused && !refused.needless) ? EXIT.problem : EXIT.done;
}
