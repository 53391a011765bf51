import type { Trigger } from '@sqrl/base/model/trigger.ts';
import { coreOf } from '@sqrl/base/shell/command.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { typedWords } from '@sqrl/base/text/own-words.ts';
import type { Span } from '../../store/delivery/outcomes-tally.ts';
import type { SessionStep } from '../../store/events/steps.ts';
import { applies } from '../guards/applies.ts';

export interface EpisodeRecord extends Span {
  steps: readonly SessionStep[];
  session: readonly SessionStep[];
  branch: string | null;
  files: ReadonlySet<string>;
  folders: ReadonlySet<string>;
  /** Each line that was run and each of its parts, without surroundings. */
  cores: ReadonlySet<string>;
  /** Words of each prompt, command line and path: what comes up together is one topic, what an hour apart is not. */
  topics: readonly ReadonlySet<string>[];
  names: ReadonlySet<string>;
}

export function happenedIn(spans: readonly Span[], steps: readonly SessionStep[]): EpisodeRecord[] {
  const byEpisode = Map.groupBy(steps, ({ episode }) => episode);
  return spans.map((span) => {
    const own = byEpisode.get(span.id) ?? [];
    return { ...span, steps: own, session: steps, ...sightsOf(own) };
  });
}

export const recordSince = (record: EpisodeRecord, since: number): EpisodeRecord => {
  const steps = record.steps.filter(({ at }) => at >= since);
  return steps.length === record.steps.length ? record : { ...record, steps, ...sightsOf(steps) };
};

export function coresOf(command: string): string[] {
  const core = coreOf(command);
  const parts = core.split(' && ');
  return parts.length > 1 ? [core, ...parts] : [core];
}

export function actionsOn(trigger: Trigger, { steps }: EpisodeRecord): SessionStep[] {
  // Most commands are told apart by their program, without taking the line apart.
  const program = trigger.command?.split(' ', 1)[0] ?? '';
  // A call that was stopped was not made, and has no outcome.
  return steps.filter(
    ({ kind, tool, command, folder, outcome, files }) =>
      kind === 'result' &&
      outcome !== null &&
      (command ?? '').includes(program) &&
      applies(trigger, { tool, command, folder, files: files.map(({ path }) => path) }),
  );
}

/** Whether a command line or a file is what a trigger waits for, as far as that alone can tell. */
export function isTriggerAbout(trigger: Trigger, about: string | null): boolean {
  if (about === null) return false;
  if (trigger.command === null)
    return trigger.file !== null && (trigger.file === about || about.endsWith(`/${trigger.file}`));
  const tool = trigger.tool === 'change' ? 'edit' : trigger.tool;
  const anywhere = { ...trigger, folder: null, variables: null, file: null };
  return applies(anywhere, { tool, command: about, files: [] });
}

function sightsOf(steps: readonly SessionStep[]): Omit<EpisodeRecord, keyof Span | 'steps' | 'session'> {
  const files = new Set<string>();
  const folders = new Set<string>();
  const cores = new Set<string>();
  const topics: ReadonlySet<string>[] = [];
  const names = new Set<string>();
  const said = new Set<string>();
  let branch: string | null = null;
  for (const { kind, agent, tool, command, text, files: touched, branch: on } of steps) {
    branch ??= on;
    for (const { path, way } of touched) {
      if (way === 'list' || way === 'mention' || files.has(path)) continue;
      files.add(path);
      for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
        folders.add(path.slice(0, end));
      topics.push(contentWords(path));
    }
    if (kind === 'prompt' && agent === null) say(typedWords(text));
    if (command === null || command.length > MAX_COMMAND_CHARS) continue;
    if (said.has(command)) continue;
    said.add(command);
    if (tool === 'run') for (const core of coresOf(command)) cores.add(core);
    say(command);
  }
  return { branch, files, folders, cores, topics, names };

  function say(text: string): void {
    topics.push(contentWords(text));
    for (const [name] of text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]{2,}/gu)) names.add(name);
  }
}

/** A script written into a command line says little of what a person asked about. */
const MAX_COMMAND_CHARS = 4000;
