import { quotedFrom } from '@sqrl/base/model/sync/told.ts';
import { oneLine } from '@sqrl/base/plain.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import type { Style, TerminalOutput } from '@sqrl/base/terminal/terminal.ts';
import { duration, localTime, relativeTime } from '@sqrl/base/terminal/time.ts';
import { cutToWidth, pad, wrap } from '@sqrl/base/terminal/width.ts';
import type { Output } from '../../../protocol/verbs.ts';
import type { CommandRun } from '../../task.ts';
import { shortId, showItems, showSection, showTable } from '../../view.ts';

export const STATUS_STYLES: Readonly<Record<string, Style>> = {
  completed: 'green',
  failed: 'red',
  paused: 'yellow',
  active: 'cyan',
};

type PastTask = Pick<
  Output<'tasks'>['tasks'][number],
  'status' | 'task' | 'outcome' | 'endedAt' | 'filesChanged'
>;

/** Prints unfinished and recent tasks, newest first. */
export const showTasks = ({ out, world }: CommandRun, { tasks }: { tasks: readonly PastTask[] }): void =>
  showItems(
    out,
    tasks.map(({ status, task, outcome, endedAt, filesChanged }) => ({
      mark: status,
      style: STATUS_STYLES[status] ?? 'reset',
      head: task,
      facts: [relativeTime(endedAt, world.now()), outcome, filesChanged.join(', ')],
    })),
  );

/** Prints what was done with files, newest first. */
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

/** Prints how the calls of each tool ended. */
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
    if (line.startsWith('## ')) out.line(out.paint('bold', line.slice(3)));
    else out.block(line);
}

/** A plan that was pasted as a prompt is not shown whole. */
const MAX_PROMPT_LINES = 6;
const MARGIN = 9;

/** Prints how a line came to be. */
export function showLineOrigin({ out, world }: CommandRun, origin: Output<'lineOrigin'>): void {
  const { path, line, text, commit, work, asked, memories } = origin;
  const place = out.paint('bold', `${oneLine(path)}:${line}`);
  out.line(cutToWidth(`${place}  ${oneLine(text.trim())}`, out.width));
  if (commit) {
    const facts = [commit.id, oneLine(commit.author), relativeTime(commit.at, world.now())];
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
    out.line(`Asked    ${out.paint('dim', marks.filter(Boolean).join(' · '))}`);
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

/** Prints failures that come back. */
export const showFailures = (
  { out, world }: CommandRun,
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
        `last ${relativeTime(lastAt, world.now())}`,
      ],
    })),
  );

/** Prints one failure: what resolved it, and the last times it was seen. */
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

/** Prints what happened to a memory, step by step, and what it came to. */
export function showLife({ out, world }: CommandRun, life: Output<'memoryHistory'>): void {
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
  const shown = deliveredAt === null ? '' : ` It was last shown ${relativeTime(deliveredAt, world.now())}.`;
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

/** Prints candidate memories with their outcome, newest first. */
export const showDrafts = ({ out, world }: CommandRun, { drafts }: Pick<Output<'drafts'>, 'drafts'>): void =>
  showItems(
    out,
    drafts.map((draft) => ({
      ...{ mark: draft.id, style: 'bold', head: draft.proposal.text },
      facts: [
        `${draft.origin ? WHO[draft.origin] : draft.signal}, ${relativeTime(draft.lastAt, world.now())}: ${fateOf(draft)}`,
      ],
    })),
  );

/** Prints one candidate with its evidence and the result of each check. */
export function showDraft({ out, world }: CommandRun, draft: Output<'why'>): void {
  const { id, proposal, origin, signal, sessions, minSessions, untold } = draft;
  const by = origin ? WHO[origin] : `${signal}, in ${countNoun(sessions, 'session')} (needs ${minSessions})`;
  const below = [fateOf(draft), ...(untold ? [`not told: ${oneLine(untold)}`] : []), by];
  showItems(out, [{ mark: id, style: 'bold', head: proposal.text, below }]);
  const seen = draft.seen.slice(0, MAX_SIGHTINGS).map(({ at, session, quote, proof, tainted }) => ({
    head: `${relativeTime(at, world.now())}, ${session}: ${proof}${tainted ? ', after external text' : ''}`,
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
