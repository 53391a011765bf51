import type { Episode } from '@sqrl/base/model/episode.ts';
import type { Event, EventKind, Session } from '@sqrl/base/model/event.ts';
import { quotedFrom } from '@sqrl/base/model/sync/told.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import type { Style, TerminalOutput } from '@sqrl/base/terminal/terminal.ts';
import { duration, localTime } from '@sqrl/base/terminal/time.ts';
import { cutToWidth, pad, wrap } from '@sqrl/base/terminal/width.ts';
import type { Output } from '../../../protocol/verbs.ts';
import type { CommandRun } from '../../task.ts';
import { prefixLength, shortId, showItems, showSection, showTable } from '../../view.ts';

const STATUS_STYLES: Readonly<Record<string, Style>> = {
  completed: 'green',
  failed: 'red',
  paused: 'yellow',
  active: 'cyan',
};

type PastTask = Pick<
  Output<'tasks'>['tasks'][number],
  'status' | 'task' | 'outcome' | 'endedAt' | 'filesChanged'
>;

export const showTasks = ({ out, ago }: CommandRun, { tasks }: { tasks: readonly PastTask[] }): void =>
  showItems(
    out,
    tasks.map(({ status, task, outcome, endedAt, filesChanged }) => ({
      mark: status,
      style: STATUS_STYLES[status] ?? 'reset',
      head: task,
      facts: [ago(endedAt), outcome, filesChanged.join(', ')],
    })),
  );

export const showSteps = (
  out: TerminalOutput,
  steps: readonly (Output<'lastWorkOn'>['steps'][number] & Partial<Output<'fileHistory'>['steps'][number]>)[],
): void =>
  showItems(
    out,
    steps.map(({ at, way, path, outside, lines, outcome, session, why, contextTokens, episode, commit }) => {
      const range = lines ? `:${lines[0]}${lines[1] === lines[0] ? '' : `-${lines[1]}`}` : '';
      const ended = outcome === 'ok' || outcome === null ? '' : ` ${outcome}`;
      return {
        mark: localTime(at),
        head: `${pad(way, 6)}  ${path}${range}${outside ? ' (outside)' : ''}${ended}`,
        facts: [
          `session ${shortId(session)}`,
          episode?.phase,
          contextTokens !== null && `${roughly(contextTokens)} tokens of context`,
          commit && `${commit.id} ${commit.symbols.join(', ') || commit.subject}`,
          episode?.task,
          why,
        ],
      };
    }),
  );

const roughly = (count: number): string => (count < 1000 ? String(count) : `${Math.round(count / 1000)}k`);

export const showTools = ({ out }: CommandRun, { tools }: Output<'toolUse'>): void =>
  showTable(
    out,
    ['tool', 'calls', 'succeeded', 'rejected', 'mean time'],
    tools.map(({ tool, toolName, ok, failed, rejected, interrupted, durationMs }) => [
      tool === toolName ? tool : `${tool} (${toolName})`,
      ok + failed + rejected + interrupted,
      ok + failed === 0 ? '–' : `${Math.round((100 * ok) / (ok + failed))} %`,
      rejected,
      durationMs === null ? '–' : duration(durationMs),
    ]),
  );

/** Prints where the person left off, in the same text that an agent gets. */
export function showWhere({ out }: CommandRun, { text }: Output<'where'>): void {
  for (const line of text.split('\n'))
    if (line.startsWith('## ')) out.line(out.bold(line.slice(3)));
    else out.block(line);
}

/** A plan that was pasted as a prompt is not shown whole. */
const MAX_PROMPT_LINES = 6;
const MARGIN = 9;

export function showLineOrigin({ out, ago }: CommandRun, origin: Output<'lineOrigin'>): void {
  const { path, line, text, commit, work, asked, memories } = origin;
  const place = out.bold(`${oneLine(path)}:${line}`);
  out.line(cutToWidth(`${place}  ${oneLine(text.trim())}`, out.width));
  if (commit) {
    const facts = [commit.id, oneLine(commit.author), ago(commit.at)];
    out.line(`Commit   ${cutToWidth(oneLine(commit.subject), out.width - MARGIN)}`);
    out.quiet(`         ${facts.join(' · ')}`);
  } else out.line('Commit   not committed yet');
  const likely = `likely: the last to change ${work?.changedLine ? 'these lines' : 'the file'} before`;
  const how = work?.madeCommit ? 'made the commit' : likely;
  const none = `none read here changed this file${commit ? ' in the 30 days before' : ''}`;
  const session = work && `${oneLine(work.client)} ${shortId(work.session)} · ${localTime(work.at)} · ${how}`;
  out.line(`Session  ${session ?? none}`);
  for (const { id, at, text, tainted, answers } of asked) {
    const marks = [localTime(at), tainted && 'after external text', `sqrl show ${id}`];
    out.line(`Asked    ${out.dim(marks.filter(Boolean).join(' · '))}`);
    if (answers !== null) out.block(`(to: ${oneLine(answers)})`, MARGIN, 'dim');
    const lines = wrap(text.trim(), out.width - MARGIN);
    out.block(lines.slice(0, MAX_PROMPT_LINES).join('\n'), MARGIN);
    if (lines.length > MAX_PROMPT_LINES)
      out.quiet(`         … ${lines.length - MAX_PROMPT_LINES} more lines`);
  }
  if (work?.task?.summary) out.block(`Came of it: ${oneLine(work.task.summary)}`, MARGIN, 'dim');
  showSection(
    out,
    work ? 'Known from that task or shared about the file' : 'Shared about the file',
    memories.map(({ id, type, text }) => ({ mark: id, head: text, facts: [type] })),
  );
}

export const showFailures = (
  { out, ago }: CommandRun,
  { failures }: Pick<Output<'failures'>, 'failures'>,
): void =>
  showItems(
    out,
    failures.map(({ fingerprint, line, sessions, times, resolved, lastAt }) => ({
      mark: fingerprint.slice(0, 8),
      head: line,
      facts: [
        `${countNoun(times, 'time')} in ${countNoun(sessions, 'session')}`,
        `resolved ${countNoun(resolved, 'time')}`,
        `last ${ago(lastAt)}`,
      ],
    })),
  );

export function showFailure(task: CommandRun, { failure, fixes, seen }: Output<'failure'>): void {
  showFailures(task, { failures: [failure] });
  showSection(
    task.out,
    'Fixes',
    fixes.slice(0, 5).map(({ how, command, times, changed }) => ({
      mark: `${String(times).padStart(5)} ×`,
      head: command ?? how,
      facts: [how, changed.length > 0 && `after changing ${changed.join(', ')}`],
    })),
  );
  showSection(
    task.out,
    'Seen',
    seen.map(({ at, session, failedCommand, text }) => ({
      head: `${localTime(at)} · session ${shortId(session)}${failedCommand ? ` · ${failedCommand}` : ''}`,
      below: text.trim().split('\n').slice(0, 4),
    })),
  );
}

export function showLife({ out, ago }: CommandRun, life: Output<'memoryHistory'>): void {
  const { id, memory, confidence, steps, tally, deliveredAt, outcomes } = life;
  if (memory) {
    out.block(quotedFrom(memory, memory.text.trim()));
    const isFaded = confidence !== null && confidence < memory.confidence - 0.005;
    const sure = `confidence ${memory.confidence}${isFaded ? `, now ${Math.round(confidence * 100) / 100}` : ''}`;
    const branch = memory.branch ? ` · staged on ${oneLine(memory.branch)}` : '';
    out.quiet(`${memory.status} · ${sure}${branch}`);
  } else out.quiet(`${id} was deleted.`);
  showSection(
    out,
    'Changes',
    steps.map(({ at, did, why, before }) => ({
      mark: localTime(at),
      head: did,
      facts: [why],
      below: before === null ? [] : [`old text: “${oneLine(before)}”`],
    })),
    { inline: true },
  );
  const { opportunities, chances, uses, hits, misses } = tally;
  if (opportunities === 0) return;
  const missed = misses > 0 ? `; the failure happened anyway ${countNoun(misses, 'time')}` : '';
  const shown = deliveredAt === null ? '' : ` It was last shown ${ago(deliveredAt)}.`;
  out.heading('Effect');
  out.line(
    `  It applied to ${countNoun(opportunities, 'episode')}, and had been shown before in ${chances} of them.`,
  );
  out.line(`  It was followed in ${uses} and helped in ${hits}${missed}.${shown}`);
  showItems(
    out,
    outcomes.map(({ at, used, delivered, why }) => ({
      mark: `  ${used ? '+' : delivered ? '-' : ' '} ${localTime(at)}`,
      head: why,
    })),
  );
}

type DraftFate = Output<'drafts'>['drafts'][number];

export const showDrafts = ({ out, ago }: CommandRun, { drafts }: Pick<Output<'drafts'>, 'drafts'>): void =>
  showItems(
    out,
    drafts.map((draft) => ({
      ...{ mark: draft.id, style: 'bold', head: draft.proposal.text },
      facts: [`${draft.origin ? WHO[draft.origin] : draft.signal}, ${ago(draft.lastAt)}: ${fateOf(draft)}`],
    })),
  );

export function showDraft({ out, ago }: CommandRun, draft: Output<'why'>): void {
  const { id, proposal, origin, signal, sessions, minSessions, untold } = draft;
  const by = origin ? WHO[origin] : `${signal}, in ${countNoun(sessions, 'session')} (needs ${minSessions})`;
  const below = [fateOf(draft), ...(untold ? [`not told: ${oneLine(untold)}`] : []), by];
  showItems(out, [{ mark: id, style: 'bold', head: proposal.text, below }]);
  const seen = draft.seen.slice(0, MAX_SIGHTINGS).map(({ at, session, quote, proof, tainted }) => ({
    head: `${ago(at)}, ${session}: ${proof}${tainted ? ', after external text' : ''}`,
    below: quote === null ? [] : [`“${oneLine(quote)}”`],
  }));
  showSection(out, 'Seen', seen);
  if (draft.seen.length > MAX_SIGHTINGS) out.quiet(`… and ${draft.seen.length - MAX_SIGHTINGS} more`);
}

const MAX_SIGHTINGS = 10;

const WHO: Record<NonNullable<Output<'why'>['origin']>, string> = {
  person: 'said by a person',
  agent: 'said by an agent',
  rules: 'read in a rule file',
  note: 'read in a note',
  import: 'imported',
};

function fateOf({ id, step, reason, memory }: DraftFate): string {
  if (step !== null) return `dropped at ${step}: ${reason}`;
  return memory === id ? 'is a memory' : memory === null ? 'pending' : `merged into memory ${memory}`;
}

type ListedSession = Output<'sessions'>['sessions'][number];

/** Prints sessions, two lines each: what it was, then quietly when, where and how much. */
export function showSessions({ out: sheet, ago }: CommandRun, sessions: readonly ListedSession[]): void {
  const short = prefixLength(sessions.map(({ id }) => oneLine(id)));
  const items = sessions.map((session) => ({
    mark: shortId(session.id, short),
    style: 'bold' as const,
    head: session.title ?? session.opening ?? 'no title',
    facts: [
      ago(session.endedAt),
      session.client,
      countNoun(session.prompts, 'prompt'),
      countNoun(session.calls, 'tool call'),
      session.failed > 0 && `${session.failed} failed`,
      session.branch,
      session.tainted > 0 && 'external text',
    ],
  }));
  if (sheet.isTerminal) showItems(sheet, items);
  else
    for (const [i, { head, facts }] of items.entries())
      sheet.line([sessions[i]!.id, ...facts.filter(Boolean).map(String), head].map(oneLine).join('\t'));
}

export function showEvents(sheet: TerminalOutput, session: Session, events: readonly Event[]): void {
  if (!sheet.isTerminal) {
    for (const event of events)
      sheet.line(
        [new Date(event.at).toISOString(), event.kind, labelOf(event), oneLine(event.text)].join('\t'),
      );
    return;
  }
  sheet.line(
    `${sheet.bold(cutToWidth(oneLine(session.id), sheet.width))} ${sheet.dim(`· ${session.client}`)}`,
  );
  let day = '';
  for (const event of events) {
    const [date, time] = localTime(event.at).split(' ') as [string, string];
    if (date !== day) sheet.line(`\n${sheet.dim(date)}`);
    day = date;
    showEvent(sheet, event, time);
  }
}

function showEvent(sheet: TerminalOutput, event: Event, time: string): void {
  const indent = event.agent === null ? '' : '  ';
  const label = labelOf(event);
  const marks = [
    ...(event.outcome && event.outcome !== 'ok' ? [event.outcome] : []),
    ...(event.exitCode ? [`exit ${event.exitCode}`] : []),
    ...(event.durationMs !== null && event.durationMs >= 1000 ? [duration(event.durationMs)] : []),
    ...(event.tainted ? ['external'] : []),
  ];
  const start = `${indent}${sheet.dim(time)} ${sheet.paint(styleOf(event), pad(label, KIND_COLUMNS))}`;
  const room = sheet.width - indent.length - time.length - Math.max(label.length, KIND_COLUMNS) - 3;
  const mark = marks.length > 0 ? ` ${sheet.paint(COLOUR_OF_MARK(event), `[${marks.join(', ')}]`)}` : '';
  const taken = marks.length > 0 ? marks.join(', ').length + 3 : 0;
  if (event.kind !== 'prompt') {
    sheet.line(`${start} ${cutToWidth(oneLine(wordsOf(event)), Math.max(room - taken, 10))}${mark}`);
    return;
  }
  const lines = wrap(visible(event.text.trim()), Math.max(room, 20));
  lines.slice(0, MAX_PROMPT_LINES).forEach((line, i) => {
    sheet.line(
      i === 0 ? `${start} ${line}` : `${' '.repeat(indent.length + time.length + KIND_COLUMNS + 2)}${line}`,
    );
  });
}

/** Of a call what it runs or looks for says more than how its client writes it down. */
const wordsOf = ({ kind, command, text }: Event): string =>
  kind === 'call' && command !== null ? command : text;

const KIND_COLUMNS = 9;

const labelOf = ({ kind, tool }: Event): string =>
  oneLine(tool !== null && kind !== 'check' ? `${tool}${kind === 'call' ? '' : ' →'}` : kind);

const STYLES: Partial<Record<EventKind, Style>> = {
  prompt: 'bold',
  reply: 'cyan',
  reasoning: 'dim',
  compaction: 'magenta',
  commit: 'green',
  notice: 'yellow',
};

const styleOf = ({ kind, outcome }: Event): Style =>
  outcome === 'failed' ? 'red' : (STYLES[kind] ?? (kind === 'call' ? 'blue' : 'gray'));

const COLOUR_OF_MARK = ({ outcome }: Event): Style => (outcome === 'failed' ? 'red' : 'yellow');

/** Prints episodes by session: what was wanted first, then how it went. For other programs one to a line, with tabs. */
export function showEpisodes({ out: sheet, ago }: CommandRun, episodes: readonly Episode[]): void {
  if (!sheet.isTerminal) {
    for (const { id, startedAt, status, phase, task } of episodes)
      sheet.line([id, localTime(startedAt), status, phase, oneLine(task)].join('\t'));
    return;
  }
  for (const [session, members] of Map.groupBy(episodes, ({ session }) => session)) {
    const when = members[0]!.startedAt;
    const where = `· ${localTime(when)} · session ${shortId(session)}`;
    sheet.line(`\n${sheet.bold(ago(when))} ${sheet.dim(where)}`);
    showItems(
      sheet,
      members.map((episode) => ({
        ...{ mark: SIGNS[episode.status], style: STATUS_STYLES[episode.status]! },
        head: episode.task === '' ? 'No prompt' : episode.task,
        facts: factsOf(episode),
        below: [
          oneLine(episode.outcome),
          ...(episode.filesChanged.length > 0 ? [filesOf(episode.filesChanged)] : []),
        ],
      })),
    );
  }
}

const SIGNS: Record<Episode['status'], string> = { completed: '✓', failed: '✗', paused: '‖', active: '●' };

const factsOf = ({ phase, stats, startedAt, endedAt, eventCount, tainted, id }: Episode) => [
  phase,
  endedAt - startedAt >= MINUTE_MS && `${Math.round((endedAt - startedAt) / MINUTE_MS)} min`,
  countNoun(eventCount, 'step'),
  stats.errors > 0 && countNoun(stats.errors, 'error'),
  stats.retryLoops > 0 && countNoun(stats.retryLoops, 'retry', 'retries'),
  stats.tests !== 'not_run' && `tests ${stats.tests}`,
  stats.frustration !== 'none' && `${stats.frustration} frustration`,
  tainted && 'with external text',
  id,
];

const MINUTE_MS = 60_000;
const MAX_FILES = 6;

/** The names of the first files: the last part of a path says most. */
function filesOf(files: readonly string[]): string {
  const names = files.slice(0, MAX_FILES).map((file) => oneLine(file.slice(file.lastIndexOf('/') + 1)));
  return names.join(', ') + (files.length > MAX_FILES ? ` and ${files.length - MAX_FILES} more` : '');
}
