import { groupWordOf } from '@sqrl/base/model/memory.ts';
import { type Pause, pauseAt, readPauses } from '@sqrl/base/pauses.ts';
import { oneLine } from '@sqrl/base/plain.ts';
import { flag } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { countNoun, formatBytes, memoryCount } from '@sqrl/base/terminal/size.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import { cutToWidth, pad } from '@sqrl/base/terminal/width.ts';
import { grouped } from '@sqrl/base/text/digits.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { ruleCountsLine } from '../../card.ts';
import { formsOf } from '../../command.ts';
import { contextCost, contextLine } from '../../context-cost.ts';
import { conversationsLine } from '../../conversations-view.ts';
import { daysLine, healthLine, sparedLine } from '../../overview-view.ts';
import { untilWords } from '../../pause-words.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { showFacts } from '../../view.ts';
import { sources } from './sources.ts';
import { spending } from './spending.ts';
import { stats } from './stats.ts';

const help = `
Usage: sqrl status
       sqrl status stats|sources|spending

  sqrl status stats       Memories by type, sessions, embeddings, background jobs, database files and their copies
  sqrl status sources     Log files found, read and skipped, per client, and record types that are not supported yet
  sqrl status spending    LLM calls, their cost by purpose, and the remaining budget; none unless llm.provider is set

  --prompts    With spending: the full prompts sent to a model, with their versions

Shows the memory's health, its size, what was learned today, what it saved, what it adds to the context of a session, what
needs your attention, the connected agents, and the daemon's jobs. The savings are an estimate with its interval, compared with a control group of sessions
without memory; \`--json\` includes the method.

Examples:
  $ sqrl status
  $ sqrl status --json | jq .daemon.memory
  $ sqrl status sources --json | jq '.sources[] | select(.records.unknown > 0)'
`;
type Status = Output<'status'>;
type Overview = Output<'overview'>;

export const status = formsOf('status', {
  help,
  options: { prompts: flag },
  forms: { '': { options: [], run: showAll }, stats, sources, spending },
});

async function showAll(task: CommandRun, place: { project?: string | undefined }): Promise<ExitCode> {
  await using client = await openMemory(task, place);
  const status = await client.call('status', {});
  const overview = await client.call('overview', {});
  const context = await contextCost(task, client, status);
  const { world } = task;
  const paused = pauseAt(readPauses(world.machine?.memory ?? ''), status.project?.id ?? null, world.now());
  answer(task, { ...status, overview, context, paused: paused ?? null }, () => {
    if (paused) showPause(task, paused);
    show(task, status, overview, contextLine(context));
  });
  return EXIT.done;
}

function showPause({ out, world }: CommandRun, pause: Pause): void {
  const scope = pause.project === null ? 'all projects' : 'this project';
  const end = pause.until === null ? '' : '; `sqrl resume` ends it';
  out.warn(`Paused for ${scope} ${untilWords(pause, world.now())}${end}.`);
}

function show(task: CommandRun, status: Status, overview: Overview, context: string): void {
  const { out } = task;
  const { knows, today, saved, project } = status;
  const dim = (text: string) => out.paint('dim', text);
  out.line(`${out.paint('bold', 'Squirrel')} ${dim(daemonLine(status.daemon))}\n`);
  const parts = project
    ? ` (${grouped(knows.ofProject)} of ${oneLine(project.name)}, ${grouped(knows.ofUser)} global)`
    : '';
  const spared = sparedLine(overview);
  const days = daysLine(overview);
  const health = healthLine(overview);
  const said = conversationsLine(status.conversations);
  showFacts(out, [
    ['memories', `${out.paint('bold', grouped(knows.memories))}${parts}`],
    ...(health ? [['health', health] as [string, string]] : []),
    [
      'from',
      `${countNoun(knows.sessions, 'session')} with ${countNoun(knows.events, 'event')}; ${countNoun(knows.projects, 'project')} in total`,
    ],
    ...(said ? [['said', said] as [string, string]] : []),
    ...folderFacts(project),
    ['today', todayLine(today)],
    ...hookFacts(today),
    ['saved', savedLine(saved)],
    ...rulesFacts(status.rules),
    ['context', context],
    ...(spared ? [['avoided', spared] as [string, string]] : []),
    ...(days ? [['recent', `${days} ${dim('14 days')}`] as [string, string]] : []),
  ]);
  for (const { type, text } of today.latest)
    out.line(
      `  ${out.paint('green', '+')} ${cutToWidth(oneLine(text), out.width - 20)} ${dim(groupWordOf({ type, key: null }))}`,
    );
  showNeeds(task, overview.attention);
  showClients(task, overview.clients);
  showJobs(task, status.daemon);
}

function daemonLine(daemon: Status['daemon']): string {
  if (!daemon) return '· no daemon is running; run `sqrl start`';
  const minutes = Math.floor(daemon.uptimeMs / 60_000);
  const up =
    minutes < 1 ? 'just started' : `up ${minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`}`;
  const busy = `${Math.round(daemon.cpuShare * 100)} % CPU`;
  return `${daemon.version} · ${up} · ${formatBytes(daemon.memory)} · ${busy} · process ${daemon.pid}`;
}

/** The folders that share these memories, where there are several. */
function folderFacts(project: Status['project']): [string, string][] {
  const folders = project?.folders ?? [];
  if (folders.length < 2) return [];
  const more = folders.length - MAX_FOLDERS;
  const named = folders.slice(0, MAX_FOLDERS).map(oneLine).join(', ');
  return [['folders', `${named}${more > 0 ? ` and ${more} more` : ''}`]];
}

const MAX_FOLDERS = 6;

function todayLine({ learned, changed, sessions, told }: Status['today']): string {
  if (learned + changed + sessions + told === 0) return 'nothing yet';
  const parts = [
    `${memoryCount(learned)} learned`,
    ...(changed > 0 ? [`${grouped(changed)} changed`] : []),
    ...(sessions > 0 ? [`in ${countNoun(sessions, 'session')}`] : []),
  ];
  return `${parts.join(', ')}${told > 0 ? `; ${countNoun(told, 'reminder')} shown` : ''}`;
}

/** Says that hooks died: otherwise it is not clear why an agent was told nothing. */
const hookFacts = ({ hooksTimedOut }: Status['today']): [string, string][] =>
  hooksTimedOut === 0
    ? []
    : [
        [
          'hooks',
          `${countNoun(hooksTimedOut, 'hook')} timed out today, so agents were not told; on a slow machine set SQRL_HOOK_MS`,
        ],
      ];

/** Rules that are checked before an agent acts. */
function rulesFacts({ held, ...counts }: Status['rules']): [string, string][] {
  if (held === 0) return [];
  const met = ruleCountsLine(counts);
  return [
    ['rules', `${countNoun(held, 'rule')} checked before an agent acts${met === '' ? '' : `: ${met}`}`],
  ];
}

function savedLine({ hits, chances, uses, told, tokens }: Status['saved']): string {
  if (told + chances === 0) return 'no reminder was shown to an agent yet';
  const spared = hits > 0 ? `${countNoun(hits, 'problem')} avoided, ` : '';
  const followed =
    chances === 0
      ? 'what was told had no occasion yet'
      : `what was told was followed on ${grouped(uses)} of ${countNoun(chances, 'occasion')}`;
  return `${spared}${followed} (${countNoun(told, 'reminder')}, ${countNoun(tokens, 'token')})`;
}

function showNeeds({ out }: CommandRun, needs: Overview['attention']): void {
  if (needs.length === 0) return;
  out.line(`\n${out.paint('bold', 'Needs attention')}`);
  for (const { message, hint } of needs)
    out.line(`  ${out.paint('yellow', '!')} ${oneLine(message)} ${out.paint('dim', `→ ${oneLine(hint)}`)}`);
}

function showClients({ out, world }: CommandRun, clients: Overview['clients']): void {
  if (clients.length === 0) return;
  out.line(`\n${out.paint('bold', 'Clients')}`);
  const widest = Math.max(...clients.map(({ client }) => client.length));
  for (const { client, lastAt, logs, events, state, because } of clients) {
    const last = lastAt === null ? 'nothing yet' : relativeTime(lastAt, world.now());
    out.line(
      `  ${pad(client, widest)}  ${last} ${out.paint('dim', `· ${countNoun(logs, 'log')} · ${countNoun(events, 'event')}`)}`,
    );
    if (state !== 'working')
      out.line(`  ${pad('', widest)}  ${out.paint('yellow', `${state}: ${oneLine(because ?? '')}`)}`);
  }
}

function showJobs({ out, world }: CommandRun, daemon: Status['daemon']): void {
  if (!daemon || daemon.jobs.length === 0) return;
  out.line(`\n${out.paint('bold', 'Jobs')}`);
  for (const { name, project, state, done, total, note, updatedAt } of daemon.jobs.slice(0, MAX_JOBS)) {
    const far = state === 'running' && total > 0 ? ` ${Math.floor((100 * done) / total)} %` : '';
    const facts = [
      ...(project === null ? [] : [project]),
      `${state}${far}`,
      relativeTime(updatedAt, world.now()),
      ...(note ? [note] : []),
    ];
    out.line(`  ${oneLine(name)} ${out.paint('dim', facts.map((fact) => `· ${oneLine(fact)}`).join(' '))}`);
  }
}

const MAX_JOBS = 8;
