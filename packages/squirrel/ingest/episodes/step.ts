import { CHANGING_WAYS, type Event } from '@sqrl/base/model/event.ts';

/** What cutting and summing up need to know of an event. */
export type EpisodeEvent = Pick<
  Event,
  'id' | 'agent' | 'at' | 'kind' | 'tool' | 'call' | 'command' | 'files' | 'outcome' | 'text' | 'tainted'
>;

/** Whether these are the person's own words: what a subagent is told is not. */
export const isPrompt = (step: EpisodeEvent): boolean => step.kind === 'prompt' && step.agent === null;

/** Whether a file was changed by a step that went well. */
export const filesChangedBy = (step: EpisodeEvent): string[] =>
  step.kind === 'result' && step.outcome === 'ok'
    ? step.files.filter(({ way, outside }) => !outside && CHANGING_WAYS.has(way)).map(({ path }) => path)
    : [];
