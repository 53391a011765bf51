import {
  ASKS_FOR_RULE,
  ASKS_TO_CONFIRM,
  OFFERS,
  PROMISES,
  PROPOSES,
  REPORTS,
  SUMMING,
  SUMS_UP,
  TAKES_UP,
} from './agents-words.ts';
import { LASTS } from './confirming-words.ts';
import { plainly, sentencesIn } from './phrases.ts';

/** How an agent leads to a statement: it sums up what was agreed, or takes up what the person said. */
type Lead = 'sums' | 'takes' | null;

/** A sentence of an agent's message that says how something is to be, without the words that lead to it. */
export interface AgentSentence {
  text: string;
  led: Lead;
  /** It says itself that it is for good. */
  lasts: boolean;
  /** It was put as a question. */
  asks: boolean;
  /** The sentence as the agent wrote it. */
  quote: string;
}

/** What a person may agree to in an agent's message. */
export interface AgentMessage {
  /** Statements that stand together: those of one line, or the points of one list. */
  blocks: AgentSentence[][];
  /** It ends by asking whether it has understood, or whether that shall be so. */
  asksToConfirm: boolean;
  /** It ends by offering to do something: a yes is the answer to that. */
  offers: boolean;
  /** The last question it asks, where it ends with one. */
  question: string | null;
}

/** Reads an agent's message, of a long one its end. */
export function readAgentMessage(whole: string): AgentMessage {
  const message: AgentMessage = { blocks: [], asksToConfirm: false, offers: false, question: null };
  let pending: Lead = null;
  let isInList = false;
  for (const line of linesOf(whole)) {
    const isItem = LIST_MARK.test(line);
    if (!isItem && isInList) pending = null;
    if (!(isItem && isInList)) message.blocks.push([]);
    isInList = isItem;
    for (const piece of sentencesIn(line.replace(LIST_MARK, ''))) {
      const quote = plainly(piece);
      const { led, text } = withoutLead(quote);
      const its = strongest(led, pending);
      noteEnd(message, quote, text);
      const said = text === '' ? undefined : statementOf(text);
      if (said !== undefined)
        message.blocks.at(-1)!.push({
          text: said,
          led: isBinding(text) ? (its ?? 'takes') : its,
          lasts: LASTS.test(quote),
          asks: quote.endsWith('?'),
          quote,
        });
      // A lead of its own leads to what follows; one that sums up, to the rest of its line or list.
      if (text === '' || quote.endsWith(':') || isItem || its === 'sums') pending = its;
      else pending = null;
    }
  }
  message.blocks = message.blocks.map(fromLead).filter((block) => block.length > 0);
  return message;
}

/** What stands before the words that lead to it led there, and is not what was agreed to. */
const fromLead = (block: AgentSentence[]): AgentSentence[] =>
  block.slice(
    Math.max(
      0,
      block.findIndex(({ led }) => led !== null),
    ),
  );

/** In characters. What stands further up is not what a short answer answers. */
const MAX_CHARS = 1500;
const LIST_MARK = /^\s*(?:[-*•]|\(?\d{1,2}[.)])\s+/;

const linesOf = (whole: string): string[] => {
  const text = whole
    .toWellFormed()
    .replace(/(```|~~~)[\s\S]*?(\1|$)/g, '\n')
    .replace(/\*\*|__/g, '');
  const cut = text.slice(-MAX_CHARS);
  const end = text.length > MAX_CHARS && cut.includes('\n') ? cut.slice(cut.indexOf('\n')) : cut;
  return end.split('\n').filter((line) => /\p{L}/u.test(line) && !/^\s*(?:#{1,6}\s|\||>)/.test(line));
};

/** Takes the words that lead to a statement off its beginning. */
function withoutLead(quote: string): { led: Lead; text: string } {
  let led: Lead = null;
  let text = quote;
  for (let i = 0; i < MAX_LEADS; i++) {
    const sums = SUMS_UP.exec(text);
    const found = sums ?? TAKES_UP.exec(text);
    if (!found) break;
    const after = text.slice(found[0].length);
    const rest = after.replace(/^\s*(?:[:,.!–—-]+\s*)?(?:that\s+|is that\s+|dass\s+|que\s+)?/i, '');
    // "Right now", "so far", "rule files are read": the word belongs to what is said.
    if (!/^\s*[:,.!–—]|^\s+-\s|^$/.test(after) && !(LEADS_ON.test(found[0]) && /^\s/.test(after))) break;
    led = strongest(led, sums ? 'sums' : 'takes');
    text = rest;
  }
  // "Customer it is: …", "Our policy, in one line: …"
  const opening = /^([^:.!?`"]{3,40}):\s+(?=\S+ \S+ \S+)/.exec(text);
  if (!opening) return { led, text };
  return {
    led: strongest(led, SUMMING.test(opening[1]!) ? 'sums' : 'takes'),
    text: text.slice(opening[0].length),
  };
}

const MAX_LEADS = 4;

/** Leads that a statement follows without a sign between. */
const LEADS_ON =
  /(?:\bis|\bon|\bwith|\bthat|\bwant|forward|\bout|\bwe've decided|\bwe decided|\bwe agreed?|\bsaying|correctly|\bright|\bit|\bgather|\bmeans|\bmeaning|^so|^then|\bso|\bsuggest|\bpropose|\brecommend|\bsay|\bremember|\bnote|\bjetzt|désormais|\best|\bes|\bfest|\bcase|\bconfirm|\bclear|\bshort|\bwords)$/i;

const strongest = (a: Lead, b: Lead): Lead => (a === 'sums' || b === 'sums' ? 'sums' : (a ?? b));

/** The statement that a sentence makes; undefined for an offer, a report or a question. */
function statementOf(text: string): string | undefined {
  if (isAskingToConfirm(text) || OFFERS.test(text) || REPORTS.test(text)) return undefined;
  // What an agent will do is of this task, unless it says that it is for good.
  if (PROMISES.test(text) && !isBinding(text)) return undefined;
  const said = withoutQuestion(text.replace(PROMISES, '').replace(PROPOSES, ''));
  if (said === undefined || said.length < MIN_STATEMENT_CHARS || said.endsWith(':')) return undefined;
  return asSentence(said);
}

const MIN_STATEMENT_CHARS = 10;

const isBinding = (text: string): boolean => PROMISES.test(text) && BINDS.test(text);
const BINDS =
  /\b(?:always|never|from now on|from here on|going forward|every time|whenever|by default|in future|immer|nie|toujours|jamais|siempre|nunca)\b/i;

const isAskingToConfirm = (text: string): boolean => ASKS_TO_CONFIRM.test(text) || ASKS_FOR_RULE.test(text);

/** "Amounts are in cents, right?" says so; "Should amounts be in cents?" does where the sentence can be turned. */
function withoutQuestion(text: string): string | undefined {
  if (!text.endsWith('?')) return text;
  const tag = TAG.exec(text);
  if (tag && ASKS_TO_CONFIRM.test(tag[1]!) && !ASKS.test(text)) return text.slice(0, tag.index);
  const turned = TURNED.exec(text);
  if (turned && !/^(?:i|you)$/i.test(turned[1]!) && !/\bor\b/i.test(text))
    return `${turned[1]} should ${turned[2]} ${turned[3]}`;
  return ASKS.test(text) ? undefined : text.slice(0, -1);
}

const TAG = /[,–—-]\s*([^,–—?-]{2,60})\?$/;
const TURNED =
  /^(?:should|shall) (.{2,60}?) (be|use|have|go|live|stay|get|return|keep|run|always|never) (.+)\?$/is;
const ASKS =
  /^(?:should|shall|do|does|did|is|are|was|were|can|could|would|will|have|has|which|what|how|where|when|who|why|any|soll|sollen|ist|sind|est-ce|quel|quelle|debe|deben)\b/i;

function asSentence(text: string): string {
  const said = text
    .replace(/[\s.!,;:–—-]+$/, '')
    .replace(/^\p{Ll}(?=\p{Ll}*(?:[\s,]|$))/u, (letter) => letter.toUpperCase());
  return /[.!?)”]$/.test(said) ? said : `${said}.`;
}

/** What the message ends with is what its last sentence is. */
function noteEnd(message: AgentMessage, quote: string, text: string): void {
  const isQuestion = quote.endsWith('?');
  const tag = TAG.exec(quote)?.[1] ?? '';
  message.asksToConfirm =
    isQuestion && [quote, text, tag].some((words) => words !== '' && isAskingToConfirm(words));
  message.offers = !message.asksToConfirm && OFFERS.test(text);
  message.question = isQuestion && !message.asksToConfirm && !message.offers ? quote : null;
}
