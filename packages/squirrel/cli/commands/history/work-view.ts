import type { Style, TerminalOutput } from '@sqrl/base/terminal/terminal.ts';
import { duration, localTime, relativeTime } from '@sqrl/base/terminal/time.ts';
import { pad } from '@sqrl/base/terminal/width.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { shortId } from '../../session-id.ts';
import { showItems, showTable } from '../../view.ts';

type PastTask = Pick<
  Output<'tasks'>['tasks'][number],
  'status' | 'task' | 'outcome' | 'endedAt' | 'filesChanged'
>;

export const STATUS_STYLES: Readonly<Record<string, Style>> = {
  completed: 'green',
  failed: 'red',
  paused: 'yellow',
  active: 'cyan',
};

/** Prints unfinished and recent tasks, newest first. */
export const showTasks = (out: TerminalOutput, tasks: readonly PastTask[], now: number): void =>
  showItems(
    out,
    tasks.map(({ status, task, outcome, endedAt, filesChanged }) => ({
      mark: status,
      style: STATUS_STYLES[status] ?? 'reset',
      head: task,
      facts: [relativeTime(endedAt, now), outcome, filesChanged.join(', ')],
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
export const showTools = (out: TerminalOutput, tools: Output<'toolUse'>['tools']): void =>
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
