import type { Frustration } from '@sqrl/base/model/episode.ts';
import { CHANGING_WAYS, type Event } from '@sqrl/base/model/event.ts';
import { coreOf } from '@sqrl/base/shell/command.ts';
import { testVerdict } from './test-verdict.ts';

export type EpisodeEvent = Pick<
  Event,
  'id' | 'agent' | 'at' | 'kind' | 'tool' | 'call' | 'command' | 'files' | 'outcome' | 'text' | 'tainted'
>;

/** Whether these are the person's own words: what a subagent is told is not. */
export const isPrompt = (step: EpisodeEvent): boolean => step.kind === 'prompt' && step.agent === null;

export const filesChangedBy = (step: EpisodeEvent): string[] =>
  step.kind === 'result' && step.outcome === 'ok'
    ? step.files.filter(({ way, outside }) => !outside && CHANGING_WAYS.has(way)).map(({ path }) => path)
    : [];

/** Whether a step put work into the repository's history: a commit of its own, or a command that made one. */
export const commitsIn = (step: EpisodeEvent): boolean =>
  step.kind === 'commit' ||
  (step.kind === 'result' &&
    step.tool === 'run' &&
    step.outcome === 'ok' &&
    step.command !== null &&
    // Most commands have none of these words.
    (step.command.includes('commit') || step.command.includes('describe')) &&
    /\bgit\b[^|;&\n]*\scommit\b|\bjj (?:commit|describe)\b|\bsl commit\b|\bhg commit\b/.test(step.command));

/** The first line of a commit's message, as git repeats it or the command gives it. */
export function commitSubject(step: EpisodeEvent): string | undefined {
  if (step.kind === 'commit') return step.text.split('\n')[0]?.trim() || undefined;
  const said = /^\[[^\]\n]+ [0-9a-f]{7,40}\] (.+)$/m.exec(step.text)?.[1];
  const given = /\s-m\s+(?:"\$\(cat <<'?EOF'?\n([^\n]+)|"([^"$`\n]+)|'([^'\n]+))/.exec(step.command ?? '');
  return (said ?? given?.[1] ?? given?.[2] ?? given?.[3])?.trim();
}

/** Whether a task has gone badly, and whether that is over. */
export interface Struggle {
  errors: number;
  retryLoops: number;
  /** What failed last time it was tried. */
  open: Set<string>;
  tests: 'passed' | 'failed' | 'not_run';
  frustration: Frustration;
  /** Something went well after the last failure. */
  recovered: boolean;
}

export const noStruggle = (): Struggle => ({
  errors: 0,
  retryLoops: 0,
  open: new Set(),
  tests: 'not_run',
  frustration: 'none',
  recovered: false,
});

export function followStruggle(struggle: Struggle, step: EpisodeEvent): void {
  if (step.kind !== 'result' && step.kind !== 'check') return;
  struggle.tests = testVerdict(step) ?? struggle.tests;
  // What CI ran is one run, however many of its tests failed.
  const tried = step.kind === 'check' ? undefined : triedIn(step);
  if (tried !== undefined && struggle.open.has(tried)) struggle.retryLoops++;
  if (step.outcome === 'failed') {
    if (!isSummary(step) || struggle.errors === 0) struggle.errors++;
    struggle.recovered = false;
    if (tried !== undefined) struggle.open.add(tried);
  }
  if (step.outcome === 'ok') {
    if (tried !== undefined) struggle.open.delete(tried);
    if (step.tool === 'run' || step.tool === 'edit' || step.tool === 'write') struggle.recovered = true;
  }
}

/** Whether a hard time lies behind the person: much went wrong, and what was tried last went well. */
export const isResolved = ({ errors, retryLoops, frustration, tests, recovered }: Struggle): boolean =>
  (frustration === 'severe' ? errors > 0 : errors >= MANY_ERRORS || retryLoops >= MANY_RETRIES) &&
  recovered &&
  tests !== 'failed';

const MANY_ERRORS = 6;
const MANY_RETRIES = 3;

/** What a CI run came to: where it failed, one error more only if it told of none before. */
const isSummary = ({ kind, tool }: EpisodeEvent): boolean => kind === 'check' && tool === null;

/** What a step tried, so that the same try is known again: a command, or a change of a file. */
export function triedIn(step: EpisodeEvent): string | undefined {
  if (step.tool === 'run' && step.command) return `run ${coreOf(step.command) || step.command}`;
  if (step.tool === 'edit' || step.tool === 'write') {
    const file = step.files.find(({ way }) => way !== 'read');
    return file && `change ${file.path}`;
  }
  return undefined;
}
