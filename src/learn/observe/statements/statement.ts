import { remembered } from '../../../base/memo.ts';
import { saidLines } from '../../../base/text/announcements.ts';
import { piecesOf } from '../../../base/text/pieces.ts';
import type { MemoryType, Scope } from '../../../model/memory.ts';
import type { Trigger } from '../../../model/trigger.ts';
import { isConcrete, namedFilesAndSymbols, scopeOf } from '../../claims/mentions.ts';
import { commandsIn } from './commands.ts';
import type { Cues, StatementForm } from './cues/cues.ts';
import { english, NARRATION } from './cues/english.ts';
import { french } from './cues/french.ts';
import { german } from './cues/german.ts';
import { spanish } from './cues/spanish.ts';
import { contrastIn, isSure, mask, type SentenceAnalysis, sentenceReason } from './judge.ts';
import { isOfKey, statementKeyOf } from './keyed.ts';
import { type Sentence, sentencesOf } from './sentence.ts';
import { significant, statementSubject } from './subject.ts';
import { swapIn } from './swap.ts';
import { triggerOf } from './trigger.ts';
import { asUse, explained, statementWording } from './wording.ts';

/** Something a person said that holds beyond the moment. */
export interface Statement {
  kind: StatementForm['kind'];
  /** Said after something was stopped, refused or wrong. */
  corrects: boolean;
  /** Said for this once, as far as anybody can tell: a habit only where it is said in other sessions too. */
  once: boolean;
  type: MemoryType;
  polarity: -1 | 0 | 1;
  key: string | null;
  subject: string;
  value: string | null;
  because: string | null;
  text: string;
  quote: string;
  /** The line it stands in. */
  line: string;
  files: string[];
  symbols: string[];
  scope: Scope;
  scopeOf: string | null;
  trigger: Trigger | null;
  /** 0 to 1. */
  strength: number;
}

/** What goes before a prompt. */
interface PromptLead {
  /** The person has just refused or interrupted what the agent was doing. */
  stopped: boolean;
}

/** Every statement in a prompt, in its order. */
export const statementsIn = (prompt: string, before: PromptLead): Statement[] =>
  sentencesOf(saidLines(prompt)).flatMap((sentence, i, all) => {
    // An objection is often a sentence of its own, and what is wanted the next.
    const objected = i > 0 && i < 3 && LANGUAGES.some(({ objection }) => objection.test(`${all[0]!.text}.`));
    const found = before.stopped || objected ? correctionOf(sentence) : plainlySaid(sentence);
    return found ? [{ ...found, line: sentence.line }] : [];
  });

/** What a sentence says after an objection, in the likeliest language that makes sense of it. */
const correctionOf = (sentence: Sentence): Statement | undefined =>
  firstStatement(sentence, { stopped: true });

/** What a sentence says by itself. A text is looked at as a whole and by its pieces, so that most sentences come twice. */
const plainlySaid = ({ text, asks }: Sentence): Statement | null => understood(`${asks ? '?' : '.'}${text}`);

const understood = remembered((marked) => {
  const sentence = { text: marked.slice(1), asks: marked.startsWith('?'), line: '' };
  return firstStatement(sentence, { stopped: false }) ?? null;
}, 1000);

function firstStatement(sentence: Sentence, before: PromptLead): Statement | undefined {
  for (const cues of languagesOf(sentence.text)) {
    const statement = statementIn(sentence, cues, before);
    if (statement) return statement;
  }
  return undefined;
}

/**
 * The statement a text makes where it tells nothing else: a text that also says what to do in another matter is not to be
 * replaced for one half of it.
 */
export function onlyStatementIn(whole: string): Statement | undefined {
  const text = whole.replace(HEADING, '');
  const [said, more] = statementsIn(text, { stopped: false });
  if (!said || more) return undefined;
  const others = sentencesOf(saidLines(text)).filter((each) => !each.text.startsWith(said.quote));
  return others.some(({ text: other }) => tells(other)) ? undefined : said;
}

/** A statement with the pieces of a text that make it: one, and those that go on about the same. */
export interface StatementPieces {
  said: Statement;
  pieces: string[];
}

/** The statements that a text makes side by side; none where it goes on for long. */
export function statementsBeside(text: string): StatementPieces[] {
  const beside: StatementPieces[] = [];
  if (text.length > MAX_RULE_CHARS) return beside;
  for (const each of piecesOf(text)) {
    const piece = each.trim();
    const said = onlyStatementIn(piece);
    const last = beside.at(-1);
    if (said) beside.push({ said, pieces: [piece] });
    else if (last?.said.key && !tells(piece) && isOfKey(last.said.key, piece)) last.pieces.push(piece);
  }
  return beside;
}

/** In characters. Beyond that it tells of something, and what it says on the way are no rules. */
const MAX_RULE_CHARS = 600;

/** A heading that what was read from a file kept before it, and that limits it to no part of the project. */
const HEADING =
  /^(?:(?:[\w.-]+\.md|(?:our|the|coding|code|general|project|team|development|dev|tech|technical|common|important|key|my|agent)?\s?(?:conventions?|rules?|guidelines?|preferences?|style|style guide|standards?|practices|tools?|tooling|stack|commands?|setup|workflow|development|testing|tests|formatting|linting|dependencies|package managers?|packages|git|commits?|build|building|general|notes?|instructions?|overview|basics))(?:: | > | › ))+(?!`)/i;

const tells = (text: string): boolean =>
  NARRATION.test(text) || commandsIn(text).length > 0 || /\b(?:must|should|never|always)\b/i.test(text);

const LANGUAGES: readonly Cues[] = [english, french, german, spanish];

/** The languages a sentence may be in, the likeliest first. */
function languagesOf(text: string): Cues[] {
  const hits = new Map(LANGUAGES.map((cues) => [cues, text.match(cues.spoken)?.length ?? 0]));
  return LANGUAGES.filter((cues) => cues === english || hits.get(cues)! > 0).toSorted(
    (a, b) => hits.get(b)! - hits.get(a)!,
  );
}

function statementIn(sentence: Sentence, cues: Cues, { stopped }: PromptLead): Statement | undefined {
  const corrects = stopped || cues.objection.test(`${sentence.text},`);
  const led = withoutLead(sentence.text, cues);
  const isRequest = cues.request.test(led);
  const text = isRequest ? led.replace(cues.request, '') : led;
  const masked = mask(text, cues);
  if (!isRequest && (sentence.asks || cues.question.test(masked))) return undefined;
  if (cues.unreal.test(masked) || cues.quoting.test(masked)) return undefined;
  const { why, without } = sentenceReason(text, cues);
  const isTwofold = TWOFOLD.test(masked);
  const swap = isTwofold ? undefined : swapIn(without, cues);
  const forms = [
    ...(swap ? [SWAPPED] : []),
    ...cues.forms,
    ...(cues.asking.test(sentence.text) ? [ASKED] : []),
  ].filter(({ pattern }) => pattern.test(masked));
  // Most sentences end here; what follows takes as long as all that goes before.
  if (forms.length === 0) return undefined;
  const contrast = swap ?? (isTwofold ? undefined : contrastIn(without, cues));
  const bare = without === text ? masked : mask(without, cues);
  const isAgainst = cues.negation.test(contrast ? bare.replace(contrast.no, '') : bare);
  let once: Statement | undefined;
  for (const form of forms) {
    const polarity = form.polarity || (isAgainst && !contrast && form.kind !== 'fact' ? -1 : 1);
    const keyed = isTwofold
      ? undefined
      : statementKeyOf({ text: swap?.rest ?? without, polarity: contrast ? 1 : polarity, contrast, cues });
    const judged: SentenceAnalysis = {
      form,
      text,
      masked,
      without: bare,
      keyed,
      contrast,
      why,
      cues,
      corrects,
      isRequest,
    };
    if (form === SWAPPED && !keyed) continue;
    const sure = isSure(judged);
    if (sure === 'no' || (sure === 'once' && (once || RISKY.test(masked)))) continue;
    const leans = cues.leaning.test(bare.replace(BACK, '$1 ')) || (!keyed && /\bhere\b/i.test(masked));
    if (leans && !(keyed?.against && keyed.key && cues.language === 'en' && form.kind !== 'requirement'))
      return undefined;
    const about = statementSubject(without, {
      cues,
      contrast,
      isFact: form.kind === 'fact',
      isAgainst: polarity < 0,
    });
    const because = why && !(POINTING.test(why) && why.split(' ').length < 5) ? why : null;
    const said = leans
      ? asUse(keyed!.value, keyed!.against)
      : statementWording(because ? text : without, cues);
    const wording = keyed ? explained(said, keyed.called) : said;
    if (!keyed && significant(wording, cues).length < (NAMING.test(masked) ? 1 : 2)) return undefined;
    const statement: Statement = {
      kind: form.kind,
      corrects,
      once: sure === 'once',
      type: typeOf(form.kind, { corrects, isAgainst: polarity < 0, text, keyed: keyed !== undefined }),
      polarity: keyed ? keyed.polarity : polarity,
      key: keyed?.key ?? null,
      subject: keyed?.subject ?? about.subject,
      value: keyed ? keyed.value : about.value,
      because,
      text: wording,
      quote: sentence.text.slice(0, 300),
      line: sentence.line,
      ...namedFilesAndSymbols(text),
      ...scopeOf(text, form.kind === 'fact'),
      trigger: triggerOf(text, { polarity, against: keyed?.against ?? null, isKind: form.kind }),
      strength: STRENGTH[sure] * (isConcrete(text) || keyed ? 1 : 0.9),
    };
    if (sure !== 'once') return statement;
    once = statement;
  }
  return once;
}

/** One thing takes the place of another of its sort. */
const SWAPPED: StatementForm = { kind: 'decision', sure: 'rule', polarity: 0, pattern: /\S/ };

/** "Remember that the staging server is rebuilt every night": said to be kept, as plainly as it gets. */
const ASKED: StatementForm = { kind: 'fact', sure: 'rule', polarity: 0, pattern: /\S+ \S+ \S+/ };

/** What nobody wants done unasked because they asked for it twice. */
const RISKY = /\b(?:push|deploy|release|publish|delete|drop|merge|remove|reset|revert)\b/i;

/** Says first what is so and then what follows from it: no one key has both. */
const TWOFOLD = /^(?:the|our) [^,]{4,60}(?:,| so|, so) (?:please )?(?:never|don't|do not|always|use it) \w+/i;

/** "The orders table is huge, never scan it": what is pointed at stands in the same sentence. */
const BACK = /^((?:the|our) [\w./-]+(?: [\w./-]+){0,5}(?:,| so\b)[^.]*?)\b(?:it|them|there)\b/i;

/** A reason that only points at something gives none. */
const POINTING = /\b(?:that|this|it|them|those|ça|cela|das|dies|eso|esto)$|^(?:of )?(?:this|that)\b/i;

/** Says of a thing by its name alone that it is used or not. */
const NAMING =
  /^(?:no more|never use|always use|avoid(?: using)?|stop using|only use|don't (?:ever )?use|we (?:don't|never|no longer) use) [\w@./-]{4,}/i;

const STRENGTH = { rule: 0.9, likely: 0.75, once: 0.5 } as const;

function withoutLead(text: string, { lead }: Cues): string {
  let left = text.trim();
  for (let i = 0; i < 6; i++) {
    const next = left.replace(lead, '').trim();
    if (next === left || next === '') break;
    left = next;
  }
  return left;
}

/** A trap is what somebody had to be told after it went wrong, or what is needed and not seen. */
function typeOf(
  kind: StatementForm['kind'],
  {
    corrects,
    isAgainst,
    text,
    keyed,
  }: { corrects: boolean; isAgainst: boolean; text: string; keyed: boolean },
): MemoryType {
  if (kind === 'decision') return 'decision';
  if (kind === 'requirement') return 'requirement';
  if (kind === 'wish') return 'preference';
  if (keyed) return 'preference';
  const isNeed =
    /\b(?:needs?|requires?|only works?|depends? on|expects?|besoin|nécessite|braucht|brauchen|benötigt|necesita|requiere)\b/i.test(
      text,
    );
  return corrects || isAgainst || isNeed ? 'gotcha' : 'module_insight';
}
