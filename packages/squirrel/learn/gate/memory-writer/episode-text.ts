import type { Episode } from '@sqrl/base/model/episode.ts';
import { ownWords, typedWords } from '@sqrl/base/text/own-words.ts';
import type { StepRow } from '../../../store/events/steps.ts';

export type EpisodeStep = Pick<
  StepRow,
  | ('id' | 'agent' | 'at' | 'kind' | 'tool' | 'command' | 'files' | 'outcome' | 'exitCode')
  | ('text' | 'tainted' | 'branch')
>;

export interface CompressedEpisode {
  text: string;
  marks: Map<string, EpisodeStep>;
}

/** About five thousand tokens. */
const MAX_LETTERS = 16_000;

/**
 * Tells an episode in a bounded number of lines: what the person said, what was run and changed, what failed. What tools
 * read and what came from outside is named and not quoted. Where there is no room for all, what matters least goes first.
 */
export function compress(steps: readonly EpisodeStep[]): CompressedEpisode {
  const lastReply = steps.findLastIndex(({ kind, agent }) => kind === 'reply' && agent === null);
  const lines = steps.flatMap((step, i) => {
    const told = tell(step, i === lastReply);
    return told ? [{ ...told, step }] : [];
  });
  const chosen = new Set<(typeof lines)[number]>();
  let room = MAX_LETTERS;
  for (const line of lines.toSorted((a, b) => a.rank - b.rank)) {
    if (line.text.length + 8 > room) continue;
    room -= line.text.length + 8;
    chosen.add(line);
  }
  const marks = new Map<string, EpisodeStep>();
  const out: string[] = [];
  let left = 0;
  for (const line of lines) {
    if (!chosen.has(line)) {
      left++;
      continue;
    }
    if (left > 0) out.push(`(${left} steps left out)`);
    left = 0;
    const mark = `e${marks.size + 1}`;
    marks.set(mark, line.step);
    out.push(`[${mark}] ${line.text}`);
  }
  return { text: out.join('\n'), marks };
}

/** One step in a line, and how soon it may be left out; nothing where it says nothing. */
function tell(step: EpisodeStep, isLast: boolean): { text: string; rank: number } | undefined {
  const { kind, agent, text, outcome } = step;
  if (kind === 'prompt') return agent === null ? said('person', typedWords(text), 900, 0) : undefined;
  if (kind === 'reply')
    return agent === null ? said('agent', text, isLast ? 600 : 240, isLast ? 1 : 3) : undefined;
  if (kind === 'commit') return said('committed', text, 400, 1);
  if (kind === 'notice') return said('notice', text, 120, 2);
  if (kind === 'check') return outcome === 'failed' ? said('check failed', text, 240, 2) : undefined;
  if (kind !== 'result') return undefined;
  if (outcome === 'rejected') return said(`the person refused ${doing(step)}`, text, 300, 0);
  return act(step);
}

function act(step: EpisodeStep): { text: string; rank: number } {
  const { tool, outcome, exitCode, text } = step;
  if (tool !== 'run' && tool !== 'edit' && tool !== 'write')
    return { text: `${doing(step)}: ${outcome === 'failed' ? 'failed' : 'ok'}`, rank: 5 };
  if (outcome !== 'failed') return { text: `${doing(step)}: ok`, rank: 3 };
  const how = exitCode === null ? '' : ` (exit ${exitCode})`;
  return { text: `${doing(step)}: failed${how}: ${ends(text, 320)}`, rank: 1 };
}

function doing({ tool, command, files }: EpisodeStep): string {
  const names = [...new Set(files.map(({ path }) => path))].slice(0, 4).join(', ');
  if (tool === 'run') return `ran \`${ends(command ?? '', 300)}\``;
  if (tool === 'edit' || tool === 'write') return `changed ${names}`;
  return `${tool ?? 'did something'} ${names || ends(command ?? '', 120)}`.trim();
}

function said(who: string, text: string, most: number, rank: number) {
  const words = ends(text, most);
  return words === '' ? undefined : { text: `${who}: ${words}`, rank };
}

/** The beginning and the end of a text, on one line: what went wrong often stands last. */
function ends(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const head = Math.ceil(most * 0.6);
  return `${line.slice(0, head)} … ${line.slice(head - most)}`;
}

/**
 * Why a model can hardly find anything in an episode, by rules alone; undefined where it took much, something was found
 * out the hard way, somebody was annoyed, or the person said something that may hold beyond it.
 */
export function notWorthAsking(
  { importance, stats, status }: Episode,
  steps: readonly EpisodeStep[],
): string | undefined {
  const prompts = steps.filter(({ kind, agent }) => kind === 'prompt' && agent === null);
  if (prompts.length === 0) return 'no prompts from a person';
  if (steps.length < MIN_STEPS) return 'too few steps';
  const isNotable =
    stats.frustration === 'moderate' ||
    stats.frustration === 'severe' ||
    (status === 'completed' && (stats.retryLoops > 0 || stats.errors >= MANY_ERRORS)) ||
    importance >= IMPORTANT ||
    prompts.some(({ text }) => STATEMENT.test(ownWords(text)));
  return isNotable ? undefined : 'nothing notable';
}

const MIN_STEPS = 4;
const MANY_ERRORS = 4;
const IMPORTANT = 0.5;

/** How people say what holds for longer: rules, reasons, corrections, facts about the project. */
const STATEMENT =
  /\b(?:always|never|from now on|in (?:the )?future|every time|whenever|we (?:use|don'?t|do not|never|always|decided|chose|prefer|agreed)|i (?:prefer|want you to|told you|don'?t like)|instead of|rather than|because|no longer|must (?:not )?|needs? (?:to be )?|make sure|remember|don'?t (?:use|ever|forget)|not like that|that'?s wrong|toujours|jamais|désormais|immer|niemals?|ab jetzt|siempre|nunca|a partir de ahora)\b/i;
