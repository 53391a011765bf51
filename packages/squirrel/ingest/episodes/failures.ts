import { CHANGING_WAYS } from '@sqrl/base/model/event.ts';
import { coreOf, isAlike, variablesOf } from '@sqrl/base/shell/command.ts';
import { isSameTask } from '@sqrl/base/shell/wrappers.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { replaceFailures } from '../../store/events/file-sessions.ts';
import type { FailureOccurrence } from '../../store/events/history.ts';
import { resultsSince, type StepRow } from '../../store/events/steps.ts';
import { type Fingerprint, fingerprintOf } from './fingerprint.ts';
import { isHiddenFailure } from './hidden-failure.ts';

export interface CallResult
  extends Pick<StepRow, 'row' | 'at' | 'tool' | 'command' | 'outcome' | 'exitCode' | 'text'> {
  folder?: string | null;
  files: readonly Pick<StepRow['files'][number], 'path' | 'way'>[];
}

/** What ended a failure, and what was changed in between. */
interface Resolution {
  /** The result that shows it is over. */
  by: number;
  how: 'same command' | 'other command' | 'same file';
  /** What was run at last, without its surroundings. */
  command: string | null;
  /** Files changed between the failure and its end. */
  changed: string[];
  /** Other commands that went well in between. */
  ran: string[];
}

export interface EpisodeFailure {
  row: number;
  at: number;
  tool: string;
  fingerprint: Fingerprint;
  resolution: Resolution | null;
}

/** Keeps the failures of a session right, with what resolved them, after something new happened in it. */
export function keepFailures(
  store: Store,
  session: number,
  { since, steps }: { since: number; steps: readonly StepRow[] },
): void {
  // A failure from before may just have been resolved; one from longer ago can no more be.
  const from = Math.max(since - RESOLVED_WITHIN, 0);
  // Where the whole session was cut, all its results are at hand.
  const results =
    since <= from
      ? steps.filter((step) => isResult(step) && step.at >= from)
      : resultsSince(store, session, from);
  replaceFailures(store, session, from, failuresIn(results));
}

/** As the store has it: of a CI run each failing test, not the sum of them. */
const isResult = ({ kind, tool }: StepRow): boolean =>
  kind === 'result' || (kind === 'check' && tool !== null);

/** The failed results among those of a session, in order, each with what resolved it where something did. */
export function failuresIn(results: readonly CallResult[]): EpisodeFailure[] {
  return results.flatMap((result, i) =>
    result.outcome === 'failed'
      ? [
          {
            row: result.row,
            at: result.at,
            tool: result.tool ?? 'other',
            fingerprint: fingerprintOf(result),
            resolution: resolutionOf(results, i),
          },
        ]
      : [],
  );
}

/** A success later than this is another day's work, not the end of this failure. */
const RESOLVED_WITHIN = 4 * 60 * 60 * 1000;

const MAX_FILES = 10;

function resolutionOf(results: readonly CallResult[], i: number): Resolution | null {
  const failed = results[i]!;
  const changed = new Set<string>();
  const ran = new Set<string>();
  for (let j = i + 1; j < results.length && results[j]!.at - failed.at <= RESOLVED_WITHIN; j++) {
    const next = results[j]!;
    if (next.outcome !== 'ok' || isHiddenFailure(next)) continue;
    const command = next.command === null ? null : coreOf(next.command);
    const found = resolvedBy(failed, next);
    if (found) {
      // The file that was fixed is what the success itself is about.
      if (found.how === 'same file') for (const { path } of next.files) changed.add(path);
      return { by: next.row, ...found, changed: last(changed), ran: last(ran) };
    }
    for (const { path, way } of next.files) if (CHANGING_WAYS.has(way)) changed.add(path);
    if (next.tool === 'run' && command) ran.add(command);
  }
  return null;
}

type CallParts = Pick<CallResult, 'tool' | 'command' | 'folder' | 'files'>;

/** Whether a call that went well ends the failure of another, and with which command. */
function resolvedBy(failed: CallParts, next: CallParts): Pick<Resolution, 'how' | 'command'> | undefined {
  const how = howResolved(failed, next);
  const command = next.command === null ? null : coreOf(next.command);
  return (
    how && { how, command: command && how === 'other command' ? inItsPlace(command, failed, next) : command }
  );
}

function howResolved(failed: CallParts, next: CallParts): Resolution['how'] | undefined {
  if (failed.command !== null && next.command !== null && failed.tool === next.tool) {
    if (coreOf(failed.command) === coreOf(next.command))
      return isSamePlace(failed, next) ? 'same command' : 'other command';
    if (failed.tool === 'run' && isAlike(failed.command, next.command)) return 'other command';
    const isSameFolder = (failed.folder ?? null) === (next.folder ?? null);
    if (isSameFolder && isSameTask(coreOf(failed.command), coreOf(next.command))) return 'other command';
  }
  const isChange = (result: CallParts) => result.tool === 'edit' || result.tool === 'write';
  const isSameKind = failed.tool === next.tool || (isChange(failed) && isChange(next));
  const isSameFile = failed.files.some(({ path }) => next.files.some((file) => file.path === path));
  return failed.tool !== 'run' && isSameKind && isSameFile ? 'same file' : undefined;
}

/** The same words elsewhere, or with other variables, are another command. */
const isSamePlace = (a: CallParts, b: CallParts): boolean =>
  (a.folder ?? null) === (b.folder ?? null) &&
  variablesAdded(a, b).length + variablesAdded(b, a).length === 0;

const variablesAdded = (a: CallParts, b: CallParts): string[] => {
  const before = variablesOf(a.command ?? '');
  return variablesOf(b.command ?? '').filter((name) => !before.includes(name));
};

/** A command with what was done otherwise around it: where it was run, and the variables that were set, by their names. */
function inItsPlace(command: string, failed: CallParts, next: CallParts): string {
  const isMoved = (failed.folder ?? null) !== (next.folder ?? null);
  const set = variablesAdded(failed, next).map((name) => `${name}=… `);
  return `${isMoved ? `cd ${next.folder ?? '.'} && ` : ''}${set.join('')}${command}`;
}

const last = (names: ReadonlySet<string>): string[] => [...names].slice(-MAX_FILES);

/** A way in which a failure was resolved, over all the times it was. */
export interface Fix {
  how: string;
  command: string | null;
  times: number;
  /** Files changed before it went well, most often first. */
  changed: string[];
}

/** What resolved a failure, most often first. */
export function fixesOf(seen: readonly Pick<FailureOccurrence, 'resolution'>[]): Fix[] {
  const fixes = new Map<string, { fix: Fix; changed: Map<string, number> }>();
  for (const { resolution } of seen) {
    if (!resolution) continue;
    const key = `${resolution.how}\n${resolution.command}`;
    const known = fixes.get(key) ?? {
      fix: { how: resolution.how, command: resolution.command, times: 0, changed: [] },
      changed: new Map<string, number>(),
    };
    known.fix.times++;
    for (const path of resolution.changed) known.changed.set(path, (known.changed.get(path) ?? 0) + 1);
    fixes.set(key, known);
  }
  return [...fixes.values()]
    .map(({ fix, changed }) => ({ ...fix, changed: mostOften(changed) }))
    .sort((a, b) => b.times - a.times);
}

const mostOften = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 5)
    .map(([name]) => name);
