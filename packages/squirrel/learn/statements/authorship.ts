import { weighed } from '@sqrl/base/statistics/weighed.ts';
import { promptLines } from '@sqrl/base/text/announcements.ts';
import { type EarlierWords, isHandedBack } from './earlier-words.ts';
import { type LineLayout, layoutOf } from './line-layout.ts';
import { type PromptSentence, placedSentences } from './sentences.ts';

/** A sentence of a prompt with how probably the person who sent it is its author, 0 to 1. */
export interface OwnSentence {
  sentence: string;
  own: number;
}

/** From here on a sentence is taken for the person's own. */
export const OWN = 0.67;

/** Below, a sentence waits for review: it may as well be another author's. */
export const SURELY_OWN = 0.85;

/**
 * Who wrote each sentence of a prompt: the person, or the author of a text that they show. That is asked of how the prompt is made
 * up, and of whether agents or tools said it first (`earlier`); never of how strongly a sentence is worded, since the author
 * of a text chooses its words. The sentences are those of `promptSentences`, in their order.
 */
export const ownSentences = (prompt: string, earlier?: EarlierWords): OwnSentence[] =>
  authorshipEvidence(prompt).map(({ sentence, evidence, isAnnounced, isLed }) => ({
    sentence,
    own:
      isAnnounced || (earlier && isHandedBack(earlier, sentence))
        ? 0
        : Math.min(weighed(START, WEIGHTS, evidence), isLed ? LED : 1),
  }));

/** How surely a sentence is the person's at most that a line leads up to: "the page said: …", "true or false: …". */
const LED = 0.8;

interface AuthoredSentence {
  sentence: string;
  evidence: AuthorshipEvidence;
  /** In the paragraph that a line announces: certainly not the person's. */
  isAnnounced: boolean;
  /** After a colon in its line, before which no label of the person's own stands. */
  isLed: boolean;
}

/** The sentences of a prompt with what tells their author; `scripts/fit-authorship.ts` fits the weights to it. */
export function authorshipEvidence(prompt: string): AuthoredSentence[] {
  const sentences = placedSentences(prompt);
  const lines = layoutOf(promptLines(prompt));
  const first = sentences[0];
  const last = sentences.at(-1);
  const labels = lines.reduce(
    (sum, { isLabelled, isTimed }) => sum + Number(isLabelled) + Number(isTimed),
    0,
  );
  const isLetter = lines.some(({ isSalutation }) => isSalutation);
  const isEditedFirst = first !== undefined && isEdited(first.sentence);
  const joining = new Set(
    sentences.flatMap(({ sentence, line }, i) => {
      const { paragraph } = lines[line]!;
      const isFirst = i === 0 || lines[sentences[i - 1]!.line]!.paragraph !== paragraph;
      return isFirst && JOINS.test(sentence) ? [paragraph] : [];
    }),
  );
  const opening = sentences.filter(({ line }) => lines[line]!.paragraph === lines[first!.line]!.paragraph);
  const isLone = opening.every(({ sentence }) => asks(sentence) || shows(sentence) > 0);
  const ending = sentences.filter(({ line }) => lines[line]!.paragraph === lines[last!.line]!.paragraph);
  const isReferredTo = ending.some(({ sentence }) => REFERS.test(sentence));
  /** The sentence so far that shows a text most surely. */
  let frame = { shows: 0, line: 0 };
  let isSmall = false;
  return sentences.map((placed, i) => {
    const { sentence, line: n } = placed;
    const line = lines[n]!;
    const isApart = lines[frame.line]!.paragraph !== line.paragraph;
    // A piece of a sentence is written as the sentence is.
    if (placed.at === 0 || /[.!?:]\s{1,9}$/.test(line.said.slice(Math.max(0, placed.at - 10), placed.at)))
      isSmall = /^\p{Ll}/u.test(sentence);
    const isBeforeLast = last!.line !== n;
    const isBeforeEnd = line.paragraph !== lines[last!.line]!.paragraph;
    const speaks =
      isSmall || FIRST_PERSON.test(sentence) || ADDRESSED.test(sentence) || joining.has(line.paragraph);
    const isLast =
      line.paragraph === lines[last!.line]!.paragraph && line.paragraph > lines[first!.line]!.paragraph + 1;
    const evidence: AuthorshipEvidence = {
      chars: Math.log(prompt.length + 1),
      firstLine: Number(n === first!.line && frame.shows < 3),
      firstParagraph: Number(line.paragraph === lines[first!.line]!.paragraph),
      small: Number(isSmall),
      shift: Number(i > 0 && !isEditedFirst && !isSmall && ends(sentence)),
      shiftBack: Number(n !== last!.line && !isEdited(last!.sentence) && isEdited(sentence)),
      quoted: quotedShare(lines, placed),
      reported: Number(isReported(placed, lines)),
      labelled: Number(labels > 1 && (line.isLabelled || line.isBelowLabel)),
      labels: Math.log(Math.max(1, labels)),
      list: line.isListed ? Math.log(line.points + 1) : 0,
      titled: Number(line.isBelowTitle),
      comment: Number(line.isComment),
      indented: Number(line.isIndented && !line.isListed),
      letter: Number(isLetter),
      typeset: Number(TYPESET.test(sentence)),
      nearLog: Number(line.isNearLog),
      afterLog: Number(line.isAfterLog),
      ending: Number(isLast && (speaks || asks(sentence))),
      announced: Number(line.below === 'announcement'),
      headed: Number(line.below === 'heading'),
      page: Number(line.isOfPage && n !== first!.line),
      returns: Number(line.below !== null && line.apart > 0 && speaks),
      joins: Number(joining.has(line.paragraph)),
      speaker: Number(FIRST_PERSON.test(sentence)),
      addressed: Number(ADDRESSED.test(sentence)),
      shown: Number(!isApart && frame.shows > 2),
      shownSurely: Number(!isApart && frame.shows > 3),
      shownApart: Number(isApart && frame.shows > 2),
      shownApartSurely: Number(isApart && frame.shows > 3),
      lone: Number(isApart && isLone && frame.shows > 0 && !joining.has(line.paragraph)),
      shownList: Number(line.isListed && frame.shows > 1),
      askedAfter: Number(isBeforeLast && asks(last!.sentence)),
      referredTo: Number(isBeforeEnd && isReferredTo),
    };
    const introduces = i < FRAME_SENTENCES ? shows(sentence) : 0;
    if (introduces > frame.shows || i === 0) frame = { shows: introduces, line: n };
    const lead = LEAD.exec(line.said)?.[0].length ?? Number.POSITIVE_INFINITY;
    const isLed = placed.at + sentence.length > lead;
    return { sentence, evidence, isAnnounced: line.below === 'announcement' && line.apart === 0, isLed };
  });
}

/** Some words with a colon. Of 926 sentences that people had typed 13 stood after one. */
const LEAD =
  /^(?:[-*•]\s)?(?!(?:[^\s:]{1,20}\s){0,4}(?:rules?|conventions?|polic(?:y|ies)|guidelines?|decisions?|preferences?|requirements?|constraints?|remember|note|mind|record|thing|important|todo|also|please|reminder|again|want|need|now|always|never|jetzt|désormais|regel|merke?|wichtig|achtung|règle|retiens|regla|recuerda|nota|importante|zasada|regra)(?!\p{L}))(?!.{0,60}\b(?:I|we|my|our)\b[^:]{0,60}:)[^.?!:\n`]{2,60}:\s+(?=\S)/iu;

/** People introduce a text at the beginning. */
const FRAME_SENTENCES = 3;

const asks = (sentence: string): boolean => /\?\s*$/.test(sentence);

/** How surely a sentence shows a text, 0 to 4: it names one, says who said it or what is to be done with it, and points. */
function shows(sentence: string): number {
  // Paths and names of files are no texts that are shown.
  const words = sentence
    .split(/\s+/)
    .filter((word) => !/[/@#\\._]./.test(word))
    .join(' ');
  const about = [TEXT, HANDLED, SPEAKS].filter((sign) => sign.test(words)).length;
  const points = Number(POINTING.test(words));
  // "Here is what I want:" shows nothing of another author.
  const isOwn = about === 0 && FIRST_PERSON.test(words) && /:\s*$/.test(words);
  return isOwn || about + points === 0 ? 0 : Math.min(4, 2 * about + points + Number(/[?:]\s*$/.test(words)));
}

// No list is much longer than a dozen words: what a prompt is made of has to say the rest.
const TEXT =
  /\b(?:docs?|readme|guide(?:line)?s?|e?-?mail|message|comments?|review|feedback|answer|ticket|notes|sentence|section|article|proposal|anleitung|nachricht|absatz|courriel|texte|guía|correo|texto)\b/i;
const SPEAKS =
  /(?<!\b(?:i|we|you|it)\s{1,3})\b(?:says?|said|wrote|writes|told|recommends?|commented|answered|sent|posted|dit|sagt|schreibt|dice)\b/i;
const HANDLED =
  /(?<!\p{L})(?:summari[sz]|check|translat|übersetz|tradu[ci]|explain|erklär|mean|heißt|bedeutet|signifi|rewrite|shorten|reply|compare|typos?|grammar|proofread|(?:re|para)phrase|polish|turn\s.{1,60}\sinto)/iu;
const POINTING =
  /\b(?:this|these|below|following|here|above|their|his|her|voici|ceci|suivant\w*|folgend\w*|dies\w*|cett?e|est[ea]|siguiente\w*)\b/i;
const REFERS = /\b(?:it|that|this|them|these|those|they)\b/i;
const FIRST_PERSON = /\b(?:I|I'm|I'd|I’m|I’d|my|let's|lets|let’s|je|j'|ich|yo)\b/i;
const ADDRESSED = /\b(?:you|your|please|pls|plz|bitte|tu|vous|usted|por favor)\b/i;
const JOINS = /^(?:also|and|but|so|then|now|ok|okay|finally|lastly|et|und)\b/i;

/** A sentence, or the text before it in its line, attributes the rest to another author, or to no world that is. */
function isReported({ line, at, sentence }: PromptSentence, lines: readonly LineLayout[]): boolean {
  const start = lines[line]!.said.slice(0, at + sentence.length).slice(-MAX_REPORTED_CHARS);
  return ASCRIBED.test(start) || REPORTED.test(start);
}

const MAX_REPORTED_CHARS = 400;
const REPORTED = new RegExp(
  `(?:${SPEAKS.source}|${HANDLED.source})(?:[^.?!:]{0,30}[:#]\\s|[^.?!"“«„]{0,12}["“«„](?:[^\\s"]{1,60}\\s){3})`,
  'iu',
);

/** Up to the end of its sentence, of whose clauses each is judged by itself. */
const TO_ITS_END = String.raw`(?:[^.?!]|[.?!](?=\S))*[.?!]*\s*$`;

/**
 * "According to the reporter …", "Jon keeps telling us that …", "imagine a rule: …": of others, not of what the person and
 * their own rules say.
 */
const ASCRIBED = new RegExp(
  String.raw`(?:(?<!\p{L})(?:according to|laut|selon|d['’]après|según)\s(?!(?:my|our|mein|unser|mon|ma|mes|notre|nos|mi|nuestr)\p{L}{0,3}\s)|(?<!\b(?:i|we|you|it)\s(?:\w{1,12}\s)?)\b(?:says|said|wrote|writes|told|tells|telling|wants|requires|demands|insists|recommends|suggests|claims|argues|thinks)\s(?:[^.?!]{0,30}\s)?(?:that|us|me|we|to (?:always|never|use))\s|(?:^|[.?!]\s)(?:imagine|suppose|what if|if (?:we|i) (?:ever|were|would|had))\s)${TO_ITS_END}`,
  'iu',
);

const isEdited = (sentence: string): boolean => /^\p{Lu}/u.test(sentence) && ends(sentence);
const ends = (sentence: string): boolean => /[.!?:]["”»)]?$/.test(sentence);

/** Dashes, bullets and arrows of typesetters, and emphasis in Markdown. */
const TYPESET = /[—–→•]|\*\*|__/;

/** The share of a sentence that stands in quotation marks, names and single words aside. */
function quotedShare(lines: readonly LineLayout[], { sentence, line, at }: PromptSentence): number {
  const text = lines[line]!.said;
  const end = at + sentence.length;
  let longest = 0;
  for (const { index, 0: quote } of text.matchAll(QUOTATION)) {
    if (quote.split(/\s+/).length < MIN_QUOTED_WORDS) continue;
    longest = Math.max(longest, Math.min(end, index + quote.length) - Math.max(at, index));
  }
  return longest > 0 ? Math.min(1, longest / sentence.length) : 0;
}

const QUOTATION = /["“„«][^"“”„«»]{1,2000}(?:["”“»]|$)|(?<=^|[\s:(])['‘][^'‘]{1,2000}['’](?=$|[\s.,;)])/g;
const MIN_QUOTED_WORDS = 4;

export type AuthorshipEvidence = Record<keyof typeof WEIGHTS, number>;

/**
 * What is known of a sentence's place in its prompt, 0 or 1 unless said otherwise, and what each sign adds to the log odds.
 * Fitted by `node scripts/fit-authorship.ts TRAIN.jsonl [DEV.jsonl]`.
 */
const WEIGHTS = {
  /** The natural logarithm of the prompt's characters. */
  chars: -0.36,
  /** In the first line, with no text shown before it; in the first paragraph. */
  firstLine: 0.46,
  firstParagraph: -0.47,
  /** Begins with a small letter, as people type. */
  small: 0.8,
  /** Edited prose in a prompt that begins, or ends, in another manner. */
  shift: -0.32,
  shiftBack: -1.15,
  /** In quotation marks, or told of another person. */
  quoted: -5.35,
  reported: -5.11,
  /** Its line names a speaker or a field, or stands below one that does; logarithm of the number of such lines. */
  labelled: -2.52,
  labels: -0.83,
  /** Logarithm of the number of points of the list it is in. */
  list: -0.09,
  /** The lines of its block are titled, commented, indented; the prompt is set as a letter. */
  titled: -1.9,
  comment: -2.97,
  indented: -3.78,
  letter: -3.17,
  /** Signs that are set and not typed. */
  typeset: -3.19,
  /** Next to a line of a log or of code. */
  nearLog: -1.14,
  /** In a paragraph below one. */
  afterLog: -0.66,
  /** Below what a line announces, below a heading, on a page of one width. */
  announced: 0.54,
  headed: -2.94,
  page: -2.29,
  /** In the manner of one who speaks to an agent: after such a paragraph, in the last of three paragraphs or more. */
  returns: 1.22,
  ending: 2.93,
  /** Its paragraph goes on from the one before it: "also …", "so …". */
  joins: 1.77,
  /** In the first person; speaks to the agent. */
  speaker: 1.29,
  addressed: 0.5,
  /** A sentence before it in its paragraph, or in an earlier one, shows a text: likely, surely. */
  shown: -1.2,
  shownSurely: -0.57,
  shownApart: -0.68,
  shownApartSurely: -0.73,
  /** The first paragraph does nothing but show it and ask, and what follows does not go on from there. */
  lone: -1.72,
  /** A point of a list below such a sentence. */
  shownList: -0.69,
  /** The prompt ends with a question; its last paragraph points back to something. */
  askedAfter: -0.89,
  referredTo: -0.48,
};
const START = 4.16;
