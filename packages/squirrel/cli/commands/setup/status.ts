import { groupWordOf } from '@sqrl/base/model/memory.ts';
import { type Pause, pauseAt, readPauses } from '@sqrl/base/pauses.ts';
import { oneLine } from '@sqrl/base/plain.ts';
import { flag } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import { cutToWidth } from '@sqrl/base/terminal/width.ts';
import { grouped } from '@sqrl/base/text/digits.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { ruleCountsLine } from '../../card.ts';
import { formsOf } from '../../command.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { showFacts, showSection } from '../../view.ts';
import { untilWords } from '../internal/pause.ts';
import {
  contextCost,
  contextLine,
  conversationsLine,
  daemonLine,
  daysLine,
  healthLine,
  savedLine,
  sources,
  sparedLine,
  spending,
  stats,
  todayLine,
} from './stats.ts';

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
export const status = formsOf<{ prompts: typeof flag }>('status', {
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
  const paused = pauseAt(readPauses(world.machine.memory), status.project?.id ?? null, world.now());
  answer(task, { ...status, overview, context, paused: paused ?? null }, () => {
    if (paused) showPause(task, paused);
    show(task, { status, overview, context: contextLine(context) });
  });
  return EXIT.done;
}

function showPause({ out, world }: CommandRun, pause: Pause): void {
  const scope = pause.project === null ? 'all projects' : 'this project';
  const end = pause.until === null ? '' : '; `sqrl resume` ends it';
  out.warn(`Paused for ${scope} ${untilWords(pause, world.now())}${end}.`);
}

interface Shown {
  status: Output<'status'>;
  overview: Output<'overview'>;
  context: string;
}

function show({ out, ago }: CommandRun, { status, overview, context }: Shown): void {
  const { knows, today, project, daemon } = status;
  out.line(`${out.bold('Squirrel')} ${out.dim(daemonLine(daemon))}\n`);
  const parts = project
    ? ` (${grouped(knows.ofProject)} of ${oneLine(project.name)}, ${grouped(knows.ofUser)} global)`
    : '';
  const read = `${countNoun(knows.sessions, 'session')} with ${countNoun(knows.events, 'event')}`;
  const days = daysLine(overview);
  showFacts(out, [
    ['memories', `${out.bold(grouped(knows.memories))}${parts}`],
    ['health', healthLine(overview)],
    ['from', `${read}; ${countNoun(knows.projects, 'project')} in total`],
    ['said', conversationsLine(status.conversations)],
    ['folders', foldersLine(project?.folders ?? [])],
    ['today', todayLine(today)],
    ['hooks', today.hooksTimedOut > 0 && `${countNoun(today.hooksTimedOut, 'hook')} ${TIMED_OUT}`],
    ['saved', savedLine(status.saved)],
    ['rules', rulesLine(status.rules)],
    ['context', context],
    ['avoided', sparedLine(overview)],
    ['recent', days && `${days} ${out.dim('14 days')}`],
  ]);
  for (const { type, text } of today.latest) {
    const what = out.dim(groupWordOf({ type, key: null }));
    out.line(`  ${out.paint('green', '+')} ${cutToWidth(oneLine(text), out.width - 20)} ${what}`);
  }
  if (overview.attention.length > 0) out.heading('Needs attention');
  for (const { message, hint } of overview.attention)
    out.line(`  ${out.paint('yellow', '!')} ${oneLine(message)} ${out.dim(`→ ${oneLine(hint)}`)}`);
  showSection(
    out,
    'Clients',
    overview.clients.map(({ client, lastAt, logs, events, state, because }) => ({
      ...{ mark: client, style: 'reset' },
      head: lastAt === null ? 'nothing yet' : ago(lastAt),
      facts: [countNoun(logs, 'log'), countNoun(events, 'event')],
      below: state === 'working' ? [] : [`${state}: ${oneLine(because ?? '')}`],
    })),
    { dots: true },
  );
  showSection(
    out,
    'Jobs',
    (daemon?.jobs ?? []).slice(0, MAX_JOBS).map(({ name, project, state, done, total, note, updatedAt }) => {
      const far = state === 'running' && total > 0 ? ` ${Math.floor((100 * done) / total)} %` : '';
      return { head: name, facts: [project, `${state}${far}`, ago(updatedAt), note] };
    }),
    { dots: true },
  );
}

const MAX_JOBS = 8;
const MAX_FOLDERS = 6;

/** Otherwise it is not clear why an agent was told nothing. */
const TIMED_OUT = 'timed out today, so agents were not told; on a slow machine set SQRL_HOOK_MS';

function foldersLine(folders: readonly string[]): string | undefined {
  if (folders.length < 2) return undefined;
  const more = folders.length - MAX_FOLDERS;
  return `${folders.slice(0, MAX_FOLDERS).map(oneLine).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Rules that are checked before an agent acts. */
function rulesLine({ held, ...counts }: Shown['status']['rules']): string | undefined {
  if (held === 0) return undefined;
  const met = ruleCountsLine(counts);
  return `${countNoun(held, 'rule')} checked before an agent acts${met === '' ? '' : `: ${met}`}`;
}
