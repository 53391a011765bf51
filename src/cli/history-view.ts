import { oneLine, visible } from '../base/plain.ts';
import type { Output } from '../protocol/verbs.ts';
import { shortId } from './session-view.ts';
import { countNoun } from './size.ts';
import type { CommandRun } from './task.ts';
import { duration, localTime, relativeTime } from './time.ts';
import { columns, cutToWidth, pad, wrap } from './width.ts';

/** Prints unfinished and recent tasks, newest first. */
export function showTasks(
  { out, world }: CommandRun,
  {
    tasks,
  }: {
    tasks: Pick<
      Output<'tasks'>['tasks'][number],
      'status' | 'task' | 'outcome' | 'endedAt' | 'filesChanged'
    >[];
  },
): void {
  const statuses = Math.max(...tasks.map(({ status }) => status.length));
  for (const {
    status,
    task,
    outcome: { text: outcome },
    endedAt,
    filesChanged,
  } of tasks) {
    const age = relativeTime(endedAt, world.now());
    const colour = STATUS_COLOURS[status] ?? 'reset';
    out.line(
      `${out.paint(colour, pad(status, statuses))}  ${cutToWidth(oneLine(task), out.width - statuses - 2)}`,
    );
    const facts = [
      age,
      ...(outcome === '' ? [] : [outcome]),
      ...(filesChanged.length > 0 ? [filesChanged.join(', ')] : []),
    ];
    const aside = cutToWidth(facts.map((fact) => `· ${oneLine(fact)}`).join(' '), out.width - statuses - 2);
    out.line(`${' '.repeat(statuses)}  ${out.paint('dim', aside)}`);
  }
}

/** Prints what was done with files, newest first. */
export function showSteps(
  { out, world }: CommandRun,
  steps: Output<'fileHistory'>['steps'],
  use?: Output<'fileHistory'>['use'],
): void {
  if (use) {
    const facts = `Changed ${countNoun(use.changed, 'time')}, read ${countNoun(use.looked, 'time')}; last ${relativeTime(use.lastAt, world.now())}.`;
    out.line(out.paint('bold', facts));
  }
  for (const { at, way, path, outside, lines, outcome, session, why, contextTokens, episode } of steps) {
    const range = lines ? `:${lines[0]}${lines[1] === lines[0] ? '' : `-${lines[1]}`}` : '';
    const ended = outcome === 'ok' || outcome === null ? '' : ` ${out.paint('red', outcome)}`;
    out.line(
      `${out.paint('dim', localTime(at))}  ${pad(way, 6)}  ${oneLine(path)}${range}${outside ? out.paint('dim', ' (outside)') : ''}${ended}`,
    );
    const reason = [...(episode ? [episode.task] : []), ...(why ? [why] : [])].map(oneLine).join(' · ');
    const facts = [
      `session ${shortId(session)}`,
      ...(episode ? [episode.phase] : []),
      ...(contextTokens === null ? [] : [`${roughly(contextTokens)} tokens of context`]),
      ...(reason ? [reason] : []),
    ];
    const aside = cutToWidth(facts.join(' · '), out.width - 18);
    out.line(`${' '.repeat(18)}${out.paint('dim', aside)}`);
  }
}

const roughly = (count: number): string => (count < 1000 ? String(count) : `${Math.round(count / 1000)}k`);

/** Prints files that belong together, most often first. */
export function showFilePairs({ out }: CommandRun, { together }: Output<'filesTogether'>): void {
  for (const { path, times, close, pattern } of together) {
    const soon = pattern ? out.paint('dim', `  within 5 minutes in ${countNoun(close!, 'task')}`) : '';
    out.line(`${String(times).padStart(5)}  ${oneLine(path)}${soon}`);
  }
}

/** Prints how the calls of each tool ended. */
export function showTools({ out }: CommandRun, { tools }: Output<'toolUse'>): void {
  const names = tools.map(({ tool, toolName }) =>
    oneLine(tool === toolName ? tool : `${tool} (${toolName})`),
  );
  const widest = Math.max(4, ...names.map(columns));
  out.line(out.paint('bold', `${pad('tool', widest)}   calls  succeeded  rejected  mean time`));
  tools.forEach(({ ok, failed, rejected, interrupted, durationMs }, i) => {
    const tried = ok + failed;
    const well = tried === 0 ? '–' : `${Math.round((100 * ok) / tried)} %`;
    const calls = String(tried + rejected + interrupted);
    out.line(
      `${pad(names[i]!, widest)}  ${calls.padStart(6)}  ${well.padStart(9)}  ${String(rejected).padStart(8)}  ${(durationMs === null ? '–' : duration(durationMs)).padStart(9)}`,
    );
  });
}

/** Prints failures that come back, one to a line. */
export function showFailures({ out, world }: CommandRun, { failures }: Output<'failures'>): void {
  for (const { fingerprint, line, sessions, times, resolved, lastAt } of failures) {
    out.line(`${out.paint('dim', fingerprint.slice(0, 8))}  ${cutToWidth(oneLine(line), out.width - 10)}`);
    const facts = [
      `${countNoun(times, 'time')} in ${countNoun(sessions, 'session')}`,
      `resolved ${countNoun(resolved, 'time')}`,
      `last ${relativeTime(lastAt, world.now())}`,
    ];
    out.line(`${' '.repeat(10)}${out.paint('dim', cutToWidth(facts.join(' · '), out.width - 10))}`);
  }
}

/** Prints one failure: what resolved it, and the last times it was seen. */
export function showFailure(task: CommandRun, { failure, fixes, seen }: Output<'failure'>): void {
  const { out } = task;
  showFailures(task, { failures: [failure] });
  if (fixes.length > 0) out.line(`\n${out.paint('bold', 'Fixes')}`);
  for (const { how, command, times, changed } of fixes.slice(0, 5)) {
    const files = changed.length > 0 ? `, after changing ${changed.map(oneLine).join(', ')}` : '';
    out.line(`${String(times).padStart(5)} ×  ${command ? oneLine(command) : how}`);
    out.line(`          ${out.paint('dim', cutToWidth(`${how}${files}`, out.width - 10))}`);
  }
  out.line(`\n${out.paint('bold', 'Seen')}`);
  for (const { at, session, failedCommand, text } of seen) {
    const what = `${localTime(at)} · session ${shortId(session)}${failedCommand ? ` · ${oneLine(failedCommand)}` : ''}`;
    out.line(`  ${out.paint('dim', cutToWidth(what, out.width - 2))}`);
    for (const line of wrap(visible(text.trim()), out.width - 4).slice(0, 4)) out.line(`    ${line}`);
  }
}

const STATUS_COLOURS: Record<string, 'green' | 'red' | 'yellow' | 'cyan'> = {
  completed: 'green',
  failed: 'red',
  paused: 'yellow',
  active: 'cyan',
};
