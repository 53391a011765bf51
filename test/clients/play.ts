import type { Outcome, Tool } from '@sqrl/base/model/event.ts';

/** A tool call that the fake model makes, and what is meant to come of it. */
export interface Call {
  /** The tool by the client's own name. */
  name: string;
  input: unknown;
  tool: Tool;
  /** ok unless said. */
  outcome?: Outcome;
  /** The file it is about, below the project. */
  file?: string;
  /** How the OpenAI Responses dialect writes it; a function call unless said. */
  form?: 'custom' | 'tool search' | 'web search';
  /** The MCP server of the tool, where the dialect tells it apart from the name. */
  namespace?: string;
}

/** One answer of the fake model. */
export interface Step {
  thinking?: string;
  text?: string;
  calls?: readonly Call[];
  /** What the answer claims to have read; a great deal of it makes clients compact. */
  inputTokens?: number;
  /** How long the answer is held back, for a person to interrupt or to type on meanwhile. */
  holdMs?: number;
  /** What happens on the machine before the answer comes. */
  meanwhile?: () => void;
}

/** What the fake model answers, by the name of the play: one step after the other, the last for ever. */
export type Plays = Record<string, readonly Step[]>;

/** A step that was given, as the fake model remembers it. */
export interface Given {
  play: string;
  at: number;
  step: Step;
}

/** What was said so far, whatever dialect it came in. */
export interface Turn {
  by: 'person' | 'model' | 'other';
  text: string;
}

/** Writes the mark that makes the fake model play. It lies in the prompt, so no client has to carry it. */
export const mark = (play: string): string => `[[play:${play}]]`;

/**
 * Chooses the answer from what was said alone: the newest mark names the play, the model's turns since then count its
 * steps. Without memory of its own, side requests (titles, subagents, retries, resumed sessions) cannot confuse it.
 */
export function choose(turns: readonly Turn[], plays: Plays): { play: string; at: number; step: Step } {
  const last = turns.findLast((turn) => turn.by === 'person')?.text ?? '';
  if (SUMMARY_WANTED.test(last) && markIn(last.slice(-200)) === undefined)
    return {
      play: 'summary',
      at: 0,
      step: summary(last.includes('state_snapshot') ? 'state_snapshot' : 'summary'),
    };
  const from = turns.findLastIndex((turn) => turn.by === 'person' && markIn(turn.text) !== undefined);
  const play = from < 0 ? 'none' : markIn(turns[from]!.text)!;
  const steps = plays[play] ?? [{ text: 'Nothing is scripted for this.' }];
  // A client that kept the prompt but summarised what came of it would have the play begin anew, for ever.
  if (from >= 0 && summarisedSince(turns.slice(from)))
    return { play, at: steps.length, step: { text: 'Going on.' } };
  const at = turns.slice(from + 1).filter((turn) => turn.by === 'model').length;
  return { play, at, step: steps[Math.min(at, steps.length - 1)]! };
}

function summarisedSince(turns: readonly Turn[]): boolean {
  const text = turns.map((turn) => turn.text).join('\n');
  return text.lastIndexOf(SUMMARISED) > text.lastIndexOf('[[play:');
}

/** The newest mark in the lines that were typed: Squirrel quotes past prompts, marks included, as items of a list. */
function markIn(text: string): string | undefined {
  const typed = text.split('\n').filter((line) => !/^\s*- /.test(line));
  return [...typed.join('\n').matchAll(/\[\[play:([\w-]+)\]\]/g)].at(-1)?.[1];
}

/** How each client asks for a summary when its context is full. */
const SUMMARY_WANTED =
  /CONTEXT CHECKPOINT COMPACTION|detailed summary of (?:the|this|our)|<state_snapshot>|summari[sz]e (?:the|this|our) conversation|anchored summary|provide a detailed prompt/i;
/** What a summary says: whoever reads this later went on from it. */
export const SUMMARISED = 'The person wants to know a small calculator.';

/** Between the tags that the client will look for. */
const summary = (tag: string): Step => ({ text: `<${tag}>${SUMMARISED} calc.js was read.</${tag}>` });
