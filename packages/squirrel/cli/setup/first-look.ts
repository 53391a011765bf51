import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LEARNED, type OnProgress } from '@sqrl/base/messages.ts';
import { GUARD_MODES } from '@sqrl/base/model/guards.ts';
import { HOOK_CLIENTS, type HookClient } from '@sqrl/base/model/hook-events.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import { cutToWidth, wrap } from '@sqrl/base/terminal/width.ts';
import { isNeeded } from '../../clients/setup/plan.ts';
import type { VerbClient } from '../../protocol/client.ts';
import { readDaemonFile } from '../../protocol/daemon-file.ts';
import type { Input, Output } from '../../protocol/verbs.ts';
import { readLine } from '../commands/project/ingest.ts';
import { barFor, type CommandRun, openMemory } from '../task.ts';
import { askYes } from './asking.ts';
import { type SetupPlan, shortPath, showItem, showRefused } from './plan-view.ts';

/** How far back the history is read at first; the daemon reads the rest later. */
const READ_DAYS = 30;
const MAX_PROJECTS = 5;

export interface FirstLook {
  /** How many days were read; null where all of them were. */
  days: number | null;
  read: Pick<Output<'ingest'>, 'logs' | 'read' | 'added' | 'projects' | 'troubles'>;
  /** SpecStory histories in the repository that were not read, since a clone may bring along those of others. */
  histories: number;
  /** The project that the brief and the lessons are of; null where nothing is known of any. */
  project: string | null;
  root: string | null;
  /** What an agent would be told now at the start of a session there. */
  brief: string;
  learned: Lesson[];
  /** Rules there that are checked before an agent acts: how many, and the latest of them. */
  rules: Pick<Output<'status'>['rules'], 'held' | 'latest'>;
}

/** Reads the recent logs of the agents, or all where those taught nothing, and shows what an agent gets from that. */
export async function lookBack(
  task: CommandRun,
  clients: readonly HookClient[],
  { memory, root, mayAsk }: { memory: string; root: string; mayAsk: boolean },
): Promise<FirstLook> {
  // A daemon started now would read in the background, without visible progress.
  const quiet = { ...task, noDaemon: task.noDaemon || !readDaemonFile(memory) };
  const since = task.world.now() - READ_DAYS * 24 * 3600_000;
  const logs = { clients: [...clients] };
  const recent = await readBack(quiet, `the last ${READ_DAYS} days of your agents' logs`, { ...logs, since });
  const { own, histories } = await readHistories(quiet, root, mayAsk);
  const read = sumOf(recent, own);
  const found = await lookAt(quiet, clients, read.projects);
  if (found || task.signal.aborted) return { days: READ_DAYS, read, histories, ...(found ?? NOTHING) };
  const all = sumOf(await readBack(quiet, 'all logs of your agents', logs), own);
  return { days: null, read: all, histories, ...((await lookAt(quiet, clients, all.projects)) ?? NOTHING) };
}

const NOTHING = { project: null, root: null, brief: '', learned: [], rules: { held: 0, latest: [] } };

const SPECSTORY_HISTORY = '.specstory/history';

/** Reads the SpecStory histories of the project where the person says that they are theirs. */
async function readHistories(
  task: CommandRun,
  root: string,
  mayAsk: boolean,
): Promise<{ own?: FirstLook['read']; histories: number }> {
  const folder = join(root, SPECSTORY_HISTORY);
  const histories = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.md')).length
    : 0;
  if (histories === 0) return { histories };
  {
    await using client = await openMemory(task, {});
    const { sessions } = await client.call('sessions', { clients: ['specstory'], limit: 1 });
    if (sessions.length > 0) return { histories: 0 };
  }
  const isAre = histories === 1 ? 'SpecStory history is' : 'SpecStory histories are';
  const question = `${histories} ${isAre} in ${SPECSTORY_HISTORY}. Are these sessions yours? Every prompt in them would count as your words.`;
  if (!mayAsk || !(await askYes(task, question, false))) return { histories };
  const which = countNoun(histories, 'SpecStory history', 'SpecStory histories');
  const own = await readBack(task, which, { paths: [folder], mine: true });
  return { own, histories: 0 };
}

const sumOf = (one: FirstLook['read'], other: FirstLook['read'] | undefined): FirstLook['read'] =>
  other === undefined
    ? one
    : {
        logs: one.logs + other.logs,
        read: one.read + other.read,
        added: one.added + other.added,
        projects: [...new Set([...other.projects, ...one.projects])],
        troubles: [...one.troubles, ...other.troubles],
      };

async function readBack(task: CommandRun, which: string, input: Input<'ingest'>): Promise<FirstLook['read']> {
  // At once: the bar comes only after a second.
  if (!task.json) task.err.quiet(`Reading ${which} …`);
  await using client = await openMemory(task, {});
  using bar = await barFor(task, 'Reading the logs');
  let learned = 0;
  const onProgress: OnProgress = (done, total, what) => {
    if (!what.startsWith(LEARNED)) return bar?.tell(done, total, what);
    if (task.json || ++learned > MAX_STREAMED) return;
    bar?.end();
    showItem(task.out, task.out.paint('green', '+'), oneLine(what.slice(LEARNED.length)));
  };
  const { logs, read, added, projects, troubles } = await client.call('ingest', input, { onProgress });
  if (learned > MAX_STREAMED && !task.json)
    task.out.line(`  … and ${learned - MAX_STREAMED} more: \`sqrl list\``);
  return { logs, read, added, projects, troubles };
}

const MAX_STREAMED = 8;

/** What is known of the present project, or of the first of others that something is known of. */
async function lookAt(
  task: CommandRun,
  [name = 'claude-code']: readonly HookClient[],
  projects: readonly string[],
): Promise<Pick<FirstLook, 'project' | 'root' | 'brief' | 'learned' | 'rules'> | undefined> {
  for (const project of [undefined, ...projects.slice(0, MAX_PROJECTS)]) {
    if (task.signal.aborted) return undefined;
    await using client = await openMemory(task, project === undefined ? {} : { project });
    const learned = await lessonsOf(client);
    if (learned.length === 0) continue;
    const { text, withheld } = await client.call('deliver', {
      client: name,
      session: 'sqrl-init',
      moment: { point: 'session start', because: 'startup' },
      record: false,
    });
    const { project: here, rules } = await client.call('status', {});
    return {
      project: here?.name ?? null,
      root: here?.root ?? null,
      brief: text || (withheld ?? ''),
      learned,
      rules,
    };
  }
  return undefined;
}

interface Lesson {
  id: string;
  type: string;
  /** The type in a person's words. */
  is: string;
  text: string;
  quote: string | null;
  /** How often it was seen, and when last. */
  seen: number;
  at: number;
}

const MAX_LESSONS = 3;

/** How much each type helps the next task, and what a person calls it; what is not here is for the program alone. */
const USEFUL: Readonly<Record<string, { weight: number; is: string }>> = {
  error_pattern: { weight: 1, is: 'a failure and its fix' },
  gotcha: { weight: 1, is: 'a pitfall' },
  preference: { weight: 0.95, is: 'your rule' },
  requirement: { weight: 0.95, is: 'a requirement' },
  decision: { weight: 0.9, is: 'a decision' },
  dead_end: { weight: 0.8, is: 'a dead end' },
  workflow_recipe: { weight: 0.7, is: 'how it is done here' },
  pattern: { weight: 0.6, is: 'how it is done here' },
};

/** The most useful memories of a project that agents may be told, with their evidence. */
async function lessonsOf(client: VerbClient): Promise<Lesson[]> {
  const { memories } = await client.call('list', { limit: 200 });
  const best = memories
    .filter(({ type, needsReview }) => USEFUL[type] !== undefined && !needsReview)
    .map((memory) => ({ memory, worth: USEFUL[memory.type]!.weight * memory.confidence }))
    .toSorted((a, b) => b.worth - a.worth || b.memory.updatedAt - a.memory.updatedAt)
    .slice(0, MAX_LESSONS);
  return Promise.all(best.map(async ({ memory }) => lessonOf(await client.call('get', { id: memory.id }))));
}

const lessonOf = ({ id, type, text, evidence, updatedAt }: Output<'get'>): Lesson => ({
  id,
  type,
  is: USEFUL[type]!.is,
  text,
  quote: evidence.find(({ quote }) => quote !== null && lettersOf(quote) !== lettersOf(text))?.quote ?? null,
  seen: evidence.length,
  at: Math.max(updatedAt, ...evidence.map(({ at }) => at)),
});

/** A quote that differs in its signs only says nothing new. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** What a run of `sqrl init` came to. */
export interface SetupReport extends SetupPlan {
  history?: FirstLook | undefined;
  daemon?: { pid: number; port: number; started: boolean } | undefined;
}

export function showEnd(task: CommandRun, told: SetupReport, next: readonly string[]): void {
  const { here, setups, changes, history, daemon } = told;
  const hasHooks = setups.some(({ client }) => HOOK_CLIENTS.some((name) => name === client));
  const { out, err } = task;
  const written = changes.filter(isNeeded).length;
  out.line(written === 0 ? 'Already set up: no changes.' : `Written: ${countNoun(written, 'file')}.`);
  out.line(
    daemon
      ? `The daemon ${daemon.started ? 'was started' : 'is running'} (process ${daemon.pid}); it sleeps when idle.`
      : 'No daemon was started.',
  );
  out.line(`\n${out.bold('Next')}`);
  const [what, remember] = hasHooks
    ? ['hooks and tools', 'Type `/remember …` in it']
    : ['tools', 'Tell it to remember'];
  const steps = [
    `Restart your agent: the ${what} work from its next session on.`,
    `${remember}, or \`sqrl remember "…"\` here. \`sqrl status\` shows the state.`,
    ...(history && history.read.logs > 0
      ? ['`sqrl replay` estimates what memory would have saved in the sessions just read.']
      : []),
    ...(history && history.histories > 0
      ? [
          `If the ${countNoun(history.histories, 'SpecStory history', 'SpecStory histories')} in ${SPECSTORY_HISTORY} are sessions of yours, \`sqrl ingest ${SPECSTORY_HISTORY}\` reads them.`,
        ]
      : []),
    ...(hasHooks ? [GUARDS_NOTE] : []),
    `\`sqrl uninstall\` reverts everything; the copies are in ${shortPath(here.memory, here)}.`,
  ];
  for (const step of next) showItem(out, out.paint('yellow', '!'), step, '  ');
  for (const step of steps) showItem(out, '·', step, '  ');
  for (const { target, refused } of changes)
    if (refused && !refused.needless) showRefused(err, here, target.path, refused);
}

export function showHistory(task: CommandRun, look: FirstLook): void {
  const { out, err } = task;
  const { days, read, learned } = look;
  out.line(
    read.logs === 0
      ? 'No sessions of your agents were found.'
      : `Read ${days === null ? 'all sessions' : `the last ${days} days`}: ${countNoun(read.logs, 'log')}, ${readLine(read)}.`,
  );
  for (const { path, because } of read.troubles.slice(0, 3))
    err.warn(oneLine(because.includes(path) ? because : `${path}: ${because}`));
  if (learned.length > 0) showLearned(task, look);
  const { held, latest } = look.rules;
  if (held > 0) {
    out.line();
    const many = `${countNoun(held, 'rule')} of yours will be checked before an agent acts`;
    for (const line of wrap(`${many}; \`sqrl show ID\` says what a rule stops:`, out.width)) out.line(line);
    for (const { text, stops } of latest) showItem(out, '·', `${oneLine(text)} → ${oneLine(stops)}`, '  ');
  } else if (read.logs > 0 && learned.length === 0)
    out.line('Nothing worth telling an agent was learned from them yet.');
  out.line();
}

/** What convinces: the brief of the next session, and the best of what was learned with what shows it. */
function showLearned({ out, ago }: CommandRun, { project, brief, learned }: FirstLook): void {
  const where = oneLine(project ?? 'this project');
  if (brief !== '') {
    out.line(`\n${out.bold(`The next session in ${where} starts with`)}`);
    // Citations are for the agent.
    const lines = brief.split('\n').map((line) => line.replace(/(?: \[Memory #[^\]]*\])+$/, ''));
    for (const line of lines.flatMap((each) => wrap(visible(each), out.width - 4)))
      out.line(`  ${out.dim('│')} ${line}`);
  }
  out.line(`\n${out.bold(`Most useful in ${where}, with what shows it`)}`);
  for (const { is, text, quote, seen, at } of learned) {
    showItem(out, out.paint('green', '+'), oneLine(text), '  ');
    const facts = [is, `seen ${seen === 1 ? 'once' : `${seen} times`}, last ${ago(at)}`];
    out.line(`    ${out.dim(facts.join(' · '))}`);
    if (quote !== null) out.line(`    ${out.dim(`“${cutToWidth(oneLine(quote), out.width - 8)}”`)}`);
  }
}

/** What a person is told at setup about guards, with the setting that changes it. */
const GUARDS_NOTE =
  'A call that breaks a rule of yours, or failed every time before, is stopped once; made again, it runs. ' +
  `In a new project, failures are only told: \`sqrl config set delivery.guards ${GUARD_MODES.join('|')}\`.`;
