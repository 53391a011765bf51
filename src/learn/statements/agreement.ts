import { escaped } from '../../base/text/escaped.ts';
import { piecesOf } from '../../base/text/pieces.ts';
import { leansBack } from './leaning.ts';
import { isQuestion } from './markers.ts';

/** How a prompt agrees to what the agent said. */
export interface PromptAgreement {
  /** "Exactly" says that it is so; "ok" may only send the agent on. */
  settles: boolean;
  /** What the person wants otherwise: "30 days instead of 14". */
  amendment: string | null;
  /** Nothing of another matter follows. */
  isBare: boolean;
}

/** Reads whether a prompt begins by agreeing; undefined where it does not, asks back or takes it back. */
export function agreementIn(prompt: string): PromptAgreement | undefined {
  const said = prompt.slice(0, MAX_PROMPT_CHARS).replace(/[’‘]/g, "'").trim();
  if (said === '' || prompt.length > MAX_PROMPT_CHARS) return undefined;
  let [rest, settles, agrees] = [said, false, false];
  for (let found = AGREES.exec(rest); found; found = AGREES.exec(rest)) {
    agrees = true;
    settles ||= SETTLES.test(found[0]);
    rest = rest.slice(found[0].length);
  }
  if (!agrees || /^\s*\?/.test(rest)) return undefined;
  const first = rest.split(/[.!\n]/)[0]!.trim();
  if (/\?/.test(rest) || TAKES_BACK.test(rest)) return undefined;
  const amendment = AMENDS.exec(first)?.[1]?.trim() ?? null;
  return {
    settles: settles || (agrees && LASTS.test(first)),
    amendment: amendment !== null && amendment.length <= MAX_AMENDMENT_CHARS ? amendment : null,
    isBare: first === '' || amendment !== null || LASTS.test(first) || first.split(/\s+/).length <= 3,
  };
}

const MAX_PROMPT_CHARS = 400;
const MAX_AMENDMENT_CHARS = 160;

const SETTLING =
  "exactly(?: (?:that|right|so|like that))?|precisely|correct|confirmed|you (?:did|got it|have it)|it does|that(?:'s| is) (?:exactly )?(?:correct|right|what (?:i|we) \\w+(?: \\w+){0,3}|how (?:i|we) \\w+(?: \\w+){0,2})|(?:that's|thats|this is|it's|is) (?:right|correct|it|the (?:one|rule|policy|deal|plan)|our (?:rule|policy)|how (?:we|i) \\w+(?: \\w+){0,2}|what i \\w+)|right(?! now| after| before)|agreed|i agree|settled|deal|perfect(?:ly)?|make (?:it|that) (?:so|the rule)|genau(?: so)?|richtig|stimmt|einverstanden|exactement|c'est ça|d'accord|exacto|correcto|de acuerdo|exato|esatto|dokładnie|zgoda|klopt|是的|对|对的|その通り";
const AGREEING =
  "👍|yes|works|keep it (?:like that|at that)|let's keep it (?:like that|at that)|yep|yeah|yup|ya|ok(?:ay)?|sure|good|great|nice|fine|cool|sounds (?:good|right|great|perfect)|looks good|lgtm|works for me|love it|(?:i )?like (?:it|that)|go (?:with|for) (?:it|that)|let's (?:do|go with) (?:it|that)|do (?:it|that)|ship it|please do|ja|oui|sí|si|sim|tak|thanks|thank you|all good|everywhere|always";
const SETTLES = new RegExp(`(?:${SETTLING})`, 'iu');
/** A word of agreement ends with a sign, the prompt, or a word that goes on with it. */
const AGREES = new RegExp(
  `^[\\s,.!:;–—👍-]*(?:${SETTLING}|${AGREEING})(?=\\s*[,.!:;–—\\n]|\\s*$|\\s+(?:but|except|only|though|and|please|thanks|from|then|aber|mais|pero|sauf|salvo|for|with|yes|exactly|correct|right|always|that|agreed|it|do|so)\\b|\\s*👍)`,
  'iu',
);
const AMENDS =
  /^[\s,;:–—-]*(?:(?:but|just|though|however|aber|mais|pero)[\s,]+(?!first\b|can you|could you|please|let me|let's|run|fix|also|then|now|commit|push)(.+)|((?:except|only|without|sauf|salvo|nur)\b.+))$/is;
const LASTS =
  /\b(?:from now on|always|everywhere|going forward|as a rule|for good|in (?:the )?future|every time|ab jetzt|immer|désormais|siempre)\b/i;
const TAKES_BACK =
  /\b(?:wait|actually|hold on|on second thought|never ?mind|not sure|i don't (?:think|know)|wrong|no,|doch nicht)\b/i;

/** A sentence of an agent's message that a person may agree to. */
export interface ProposedSentence {
  text: string;
  /** The agent sums up with it, or asks whether it is so. */
  isSummary: boolean;
  /** As the agent wrote it. */
  quote: string;
}

/** The sentences at the end of an agent's message that say how something is to be; not what it did or offers to do. */
export function proposedSentences(message: string): ProposedSentence[] {
  const found: ProposedSentence[] = [];
  let isListed = false;
  for (const line of lastLines(message)) {
    const isItem = LIST_MARK.test(line);
    for (const piece of piecesOf(line.replace(LIST_MARK, ''))) {
      const quote = piece.trim();
      if (ASKS_TO_CONFIRM.test(quote)) {
        if (found.length > 0) found.at(-1)!.isSummary = true;
        continue;
      }
      const lead = LEAD.exec(quote)?.[0] ?? '';
      const text = proposalIn(quote.slice(lead.length).replace(TAG, '').trim());
      isListed = isItem ? isListed : /:\s*$/.test(quote) && SUMS_UP.test(quote);
      if (text === undefined || text.split(/\s+/).length < MIN_WORDS || leansBack(text)) continue;
      found.push({
        text: asSentence(text),
        isSummary: SUMS_UP.test(lead) || isListed || TAG.test(quote),
        quote,
      });
    }
  }
  return found.slice(-MAX_SENTENCES);
}

/** Whether an agent's message ends by asking whether it is so. */
export function asksToConfirm(message: string): boolean {
  const last = lastLines(message).at(-1);
  const quote = last === undefined ? undefined : piecesOf(last).at(-1)?.trim();
  return quote !== undefined && (ASKS_TO_CONFIRM.test(quote) || TAG.test(quote));
}

/** What a sentence of an agent proposes; undefined for a question, and for what the agent did or offers for its task. */
function proposalIn(said: string): string | undefined {
  const text = said.replace(PROPOSES, '');
  if (text === '' || text.endsWith(':') || (OF_AGENT.test(text) && !LASTS.test(text))) return undefined;
  if (!text.endsWith('?')) return text;
  return isQuestion(text.slice(0, -1)) ? undefined : text.slice(0, -1);
}

const PROPOSES =
  /^(?:then |so )?(?:i(?:'d| would) (?:suggest|propose|recommend|say|prefer)?\s*|i (?:suggest|propose|recommend) |my (?:suggestion|proposal) (?:is|would be):? )/i;

const MAX_MESSAGE_CHARS = 1500;
const MAX_SENTENCES = 8;
const MIN_WORDS = 3;
const LIST_MARK = /^\s*(?:[-*•]|\(?\d{1,2}[.)])\s+/;

const lastLines = (message: string): string[] =>
  message
    .toWellFormed()
    .replace(/(```|~~~)[\s\S]*?(\1|$)/g, '\n')
    .replace(/\*\*|__/g, '')
    .slice(-MAX_MESSAGE_CHARS)
    .split('\n')
    .filter((line) => /\p{L}/u.test(line) && !/^\s*(?:#{1,6}\s|\||>)/.test(line));

/** "Settled:", "So the rule is:", "Understood, ": what leads to a statement. */
const LEAD =
  /^(?:(?:got it|understood|okay|ok|so|then|great|good|alright|right|sure|yes|noted|makes sense|perfect|agreed|to confirm|in short|in summary|verstanden|compris|entendido)[,.!:–—]?\s+)*(?:[^:.!?`"]{2,45}(?::|\s[–—])\s+(?=\S+ \S+ \S+))?(?:(?:so |then )?(?:the (?:rule|decision|plan|policy|convention) is(?: that)?|we(?:'ve| have)? (?:settled on|decided(?: that)?|agreed(?: that)?)|it's (?:decided|settled)(?: that)?|you want(?: that)?|i(?:'ll| will) remember(?: that)?|if i understand(?: you)? (?:right|correctly),?)[,:]?\s+)?/iu;
const SUMS_UP =
  /\b(?:settled|decided|decision|rule|convention|policy|agreed|agreement|confirm|understood|understand|got it|noted|summary|summar|in short|conclusion|so (?:we|the)|then (?:we|the|it)|from now on|remember|verstanden|vereinbart|compris|entendido)\b/i;
const TAG = /[,–—-]\s*(?:right|correct|ok(?:ay)?|yes|agreed|is that right|oder|richtig|non|no|verdad)\?$/i;
const ASKS_TO_CONFIRM =
  /^(?:is that|does that|did i|do i|have i|am i|shall (?:we|i) (?:make|keep|note|remember)|right|correct|agreed|ok(?:ay)?|sound)\b[^.!]{0,60}\?$/i;
/** What the agent did, does or offers: of its task alone. */
const OF_AGENT =
  /^(?:i|i'm|i've|i'll|i'd|let me|we (?:can|could|start|begin)|you(?: are| were| told| asked| wanted| can| could|'re)|want me|should i|shall i|would you|here(?:'s| is| are)|there (?:is|are|were)|this (?:fix|chang|add|remov|mean)|all (?:tests|done|set)|done|now i|next|the (?:tests?|build|fix|change) (?:pass|fail|is|are|now))\b/i;

const asSentence = (text: string): string => {
  const said = text
    .replace(/[\s.!,;:–—-]+$/, '')
    .replace(/^\p{Ll}(?=\p{Ll}*(?:[\s,]|$))/u, (letter) => letter.toUpperCase());
  return /[.!?)”]$/.test(said) ? said : `${said}.`;
};

/** What was agreed to, with what the person wants otherwise. */
export function amendedText(text: string, amendment: string | null): string {
  if (amendment === null) return text;
  const [, yes, no] = INSTEAD.exec(amendment) ?? [];
  if (yes !== undefined && no !== undefined && text.includes(no.trim()))
    return text.replace(withUnit(no.trim(), yes), yes.trim());
  return `${text.replace(/[.!]$/, '')}, but ${amendment.replace(/[\s.!]+$/, '')}.`;
}

const INSTEAD =
  /^(?:make (?:it|that) |use |with )?(.{1,60}?),? (?:instead of|rather than|not|statt|au lieu de|en vez de) (.{1,60}?)[.!]?$/is;

/** "30 days instead of 14": the unit of the old figure goes with it. */
const withUnit = (no: string, yes: string): RegExp => {
  const unit = /^\d[\d.,]*\s+(\p{L}+)/u.exec(yes.trim())?.[1];
  return new RegExp(`${escaped(no)}${unit && /^\d/.test(no) ? `(?:\\s+${escaped(unit)})?` : ''}`);
};
