import { message } from '../../base/messages.ts';
import { contentWords, share } from '../../base/text/content-words.ts';
import { namesIn } from '../../base/text/names.ts';
import { announcesNextAction } from '../../base/text/next-action.ts';
import { piecesOf } from '../../base/text/pieces.ts';
import { estimateTokens } from '../../base/text/tokens.ts';
import { claimIn } from '../../learn/claims/claim.ts';
import type { PassageHit } from '../passages/find-passages.ts';
import type { SaidAnswer } from '../passages/said.ts';
import { LINE_CHARS, passageLine, QUOTES_HEADING, shownPassage } from '../passages/shown.ts';
import { type DeliveryLine, type DeliveryText, SILENCE } from './delivery-text.ts';

/**
 * How near a passage must be to be quoted unasked, besides a rare name that it shares with the prompt. Read by a person on
 * seven projects: 17 of 726 first prompts of a task get lines, and 18 of those 20 lines help; of 29 lines for prompts in
 * the middle of a task, 22 do. A relevance of 0.45 lets a third more lines through, about half of which help.
 */
const MIN_RELEVANCE = 0.5;
const MIN_COSINE = 0.45;

/** What is looked for in past sessions: the prompt's words, and those of its names that few passages hold. */
export interface TaskWords {
  words: ReadonlySet<string>;
  rareNames: readonly string[];
}

/** What a prompt looks for in past sessions; undefined where it names nothing, or more than a person types. */
export function taskWordsOf(prompt: string, isRare: (name: string) => boolean): TaskWords | undefined {
  if (PASTED.test(prompt)) return undefined;
  const names = [...namesIn(prompt)];
  const rareNames = names.length > MAX_NAMES ? [] : names.filter(isRare);
  return rareNames.length === 0 ? undefined : { words: contentWords(prompt), rareNames };
}

const MAX_NAMES = 8;
/** A place in a file, as logs and stacks name it. */
const PASTED = /\.[a-z]{1,5}(?:\?\S{1,40})?:\d/;

/** Whether a passage may be worth a line to a task that did not ask for it; the reranker has the last word. */
export function isWorthReading({ passage, cosine }: PassageHit, { words, rareNames }: TaskWords): boolean {
  const { text, speaker, tainted } = passage;
  const name = nameIn(text, rareNames);
  if (tainted || cosine < MIN_COSINE || name === undefined) return false;
  const said = contentWords(text);
  if (said.size < MIN_WORDS || share(said, words) > MAX_REPEATED) return false;
  const shown = fromLineWith(text, name).slice(0, LINE_CHARS);
  if (!isProse(text) || !isProse(shown) || announcesNextAction(text) || ASKS.test(text)) return false;
  return speaker === 'agent' || piecesOf(text).some((piece) => claimIn(piece) !== undefined);
}

/** A passage of fewer words tells nothing; one that is mostly the prompt's own words tells nothing new. */
const MIN_WORDS = 12;
const MAX_REPEATED = 0.6;

const nameIn = (text: string, names: readonly string[]): string | undefined => {
  const plain = text.toLowerCase();
  return names.find((name) => plain.includes(name));
};

/** Whether a text is sentences and lists, and not code, a log or a question: those tell what was tried, not what came of it. */
const isProse = (text: string): boolean =>
  (text.match(CODE_SIGNS)?.length ?? 0) < MAX_CODE_SIGNS * text.length && !NOT_PROSE.test(text);

const MAX_CODE_SIGNS = 0.035;
const CODE_SIGNS = /[{}[\]()=;<>|\\$@+&"]/g;
const NOT_PROSE = /```|^\s{0,20}(?:at |[|+>@])|\?\s{0,20}$/m;

/** An agent that asks for something has not found out anything yet. */
const ASKS =
  /\b(?:would you like|can you|could you|please (?:share|provide|show)|shall i|should i|i apologi[sz]e)\b/i;

/** Whether what was said is so near that it is quoted unasked. What something newer replaced is not. */
export const isWorthQuoting = ({ relevance = 0, earlier }: SaidAnswer): boolean =>
  relevance >= MIN_RELEVANCE && !earlier;

/** How many lines are quoted at most. */
export const MAX_QUOTES = 3;

/** What was said before about a task, a line each, with date and speaker; as many as there is room for. */
export function saidBefore(
  answers: readonly SaidAnswer[],
  { rareNames }: TaskWords,
  tokens: number,
): DeliveryText {
  const lines: DeliveryLine[] = [];
  const textOf = (some: readonly DeliveryLine[]) =>
    [QUOTES_HEADING, ...some.map(({ text }) => text)].join('\n');
  for (const answer of answers.slice(0, MAX_QUOTES)) {
    const name = nameIn(answer.passage.text, rareNames)!;
    const shown = shownPassage({ ...answer, before: [], after: [] });
    const text = `- ${passageLine({ ...shown, text: fromLineWith(shown.text, name) })}`;
    const why = message('deliver.said', { name, relevance: (answer.relevance ?? 0).toFixed(2) });
    const line = { text, tokens: estimateTokens(text), memory: null, passage: answer.passage.event, why };
    if (estimateTokens(textOf([...lines, line])) <= tokens) lines.push(line);
  }
  if (lines.length === 0) return SILENCE;
  const text = textOf(lines);
  return { text, tokens: estimateTokens(text), lines, left: [] };
}

/** A long text from the line on that holds a name: a quotation shows only its beginning. */
function fromLineWith(text: string, name: string): string {
  const at = text.toLowerCase().indexOf(name);
  const start = at < SHOWN_ANYWAY_CHARS ? 0 : text.lastIndexOf('\n', at) + 1;
  return start === 0 ? text : `…${text.slice(start).trimStart()}`;
}

const SHOWN_ANYWAY_CHARS = 200;
