import type { SentenceReading, StatementKind, StatementReach } from '@sqrl/base/model/judgement.ts';
import { DOUBTED_STATEMENT, type Reach, reachOfScope } from '@sqrl/base/model/memory.ts';
import type { Sighting } from '@sqrl/base/model/sighting.ts';
import { agreementIn } from '@sqrl/base/text/agreement.ts';
import type { StepRow } from '../../store/events/steps.ts';
import { namedFilesAndSymbols, scopeOf } from '../claims/mentions.ts';
import { significantWords, wordsOf } from '../claims/words.ts';
import { agreedTo, answerStatement, type ProposedSentence, proposedSentences } from './agreement.ts';
import {
  type AnsweredQuestion,
  answersIn,
  askedAnswers,
  notesOnAnswers,
  refusalWords,
  shortAnswer,
} from './answers.ts';
import { OWN, type OwnSentence, ownSentences, SURELY_OWN } from './authorship.ts';
import { addOthers, addOwn, beginEarlier } from './earlier-words.ts';
import { isWholeOrder, leansBack } from './leaning.ts';
import { type ExplicitMarker, isForNow, isQuestion, MIN_CHOICE, markerOf } from './markers.ts';
import { evidenceOf, HEARD, probabilityOf } from './probability.ts';
import { type SaidFacts, saidFacts } from './said.ts';
import { asReach, IN_PROJECT, type PersonsTurn, sightingOf } from './turn.ts';
import { asStatement, continues, wholeText } from './wording.ts';

/** Goes through the steps of a session and finds what the person said. `textOf`: of a step whose text was not loaded. */
export function personsTurns(steps: Iterable<StepRow>, textOf: (step: StepRow) => string): PersonsTurn[] {
  const turns: PersonsTurn[] = [];
  const earlier = beginEarlier();
  let message: (NonNullable<PersonsTurn['message']> & { isOver?: boolean }) | undefined;
  for (const step of steps) {
    const isPersons = step.agent === null && isOfPerson(step);
    if (isPersons) {
      const text = personsWords(step);
      turns.push({
        step,
        text,
        sentences: ownSentences(text, earlier),
        answers: step.kind === 'result' && step.tool === 'ask' ? askedAnswers(step.text) : [],
        message,
      });
      addOwn(earlier, text);
      message = undefined;
    }
    if ((step.kind === 'reply' || step.kind === 'result') && !isPersons)
      addOthers(earlier, step.text || textOf(step));
    if (step.agent !== null) continue;
    if (step.kind === 'reply')
      message = message && !message.isOver ? continued(message, step) : { text: step.text, step };
    else if (step.kind === 'call' && message) message.isOver = true;
  }
  return turns;
}

/** A message goes on; words of a stranger in its first part are in it still. */
const continued = (
  { text, step: before }: NonNullable<PersonsTurn['message']>,
  step: StepRow,
): NonNullable<PersonsTurn['message']> => ({
  text: `${text}\n${step.text}`,
  step: { ...step, tainted: step.tainted || before.tainted },
});

const isOfPerson = ({ kind, tool, outcome, text }: StepRow): boolean =>
  text !== '' &&
  (kind === 'prompt' ||
    (kind === 'result' &&
      !tool?.startsWith('mcp:') &&
      (outcome === 'rejected' || (tool === 'ask' && outcome === 'ok'))));

function personsWords({ kind, outcome, text }: StepRow): string {
  if (kind === 'prompt') return text;
  return outcome === 'rejected' ? refusalWords(text) : notesOnAnswers(text);
}

/** The sentences of a turn that the statement model has to read: the person's own, and those that they may agree to. */
export function sentencesToRead(turn: PersonsTurn): string[][] {
  const own = turn.sentences.map(({ sentence }) => sentence);
  return [own, ...proposedIn(turn).map(({ text }) => [text]), ...answersOf(turn).map(({ text }) => [text])];
}

const proposedIn = ({ message, text }: PersonsTurn): ProposedSentence[] =>
  message && agreementIn(text) ? proposedSentences(message.text) : [];

/** What of a turn holds beyond its task without a model: what the person said to be meant for good, or chose. */
export const explicitOf = (turn: PersonsTurn): Sighting[] =>
  statementsOf(
    turn,
    sentencesToRead(turn)
      .flat()
      .map(() => UNREAD),
  ).filter((sighting) => saidFacts(sighting).isExplicit);

const UNREAD: SentenceReading = { keep: Number.NEGATIVE_INFINITY, kind: 'rule', reach: 'project' };

/** What of a turn may hold beyond its task. `readings`: of `sentencesToRead`, one after the other. */
export function statementsOf(turn: PersonsTurn, readings: readonly SentenceReading[]): Sighting[] {
  const own = readings.slice(0, turn.sentences.length);
  const proposed = proposedIn(turn);
  const ofAgent = readings.slice(own.length, own.length + proposed.length);
  const agreed = agreedTo(turn, proposed, ofAgent);
  const answers = agreed.length > 0 ? [] : answersOf(turn);
  const ofAnswers = readings.slice(own.length + proposed.length);
  // Numbers of a list in one line stand at the end of what they are not of: "in the bucket 3".
  const isAnswer = (sentence: string) =>
    answers.some(({ answer }) =>
      answer.includes(sentence.replace(answers.length > 1 ? /(?:\s+\(?\d{1,2})?[.!)]*$/ : /[.!]+$/, '')),
    );
  const said = turn.sentences.flatMap(({ sentence }, number) =>
    isAnswer(sentence) ? [] : ownStatement(turn, number, own),
  );
  return [
    // A sentence that points back has the one before it in its text.
    ...said.filter((one) => !said.some((other) => isWithin(one, other))),
    ...agreed,
    ...answers.flatMap((answered, i) => answerStatement(turn, answered, ofAnswers[i]!)),
  ];
}

/** Whether one of two statements is a part of the other, and the weaker. */
const isWithin = (one: Sighting, other: Sighting): boolean => {
  if (one === other) return false;
  const [mine, theirs] = [one, other].map((each) =>
    saidFacts(each)
      .text.toLowerCase()
      .replace(/[.!;]+$/, ''),
  ) as [string, string];
  const difference = saidFacts(other).probability - saidFacts(one).probability;
  return (theirs.includes(mine) && difference >= 0) || (mine.includes(theirs) && difference > 0);
};

const answersOf = ({ message, text, step, answers }: PersonsTurn): AnsweredQuestion[] =>
  message && step.kind === 'prompt' ? answersIn(message.text, text) : [...answers];

function ownStatement(turn: PersonsTurn, number: number, readings: readonly SentenceReading[]): Sighting[] {
  const { text: prompt, step } = turn;
  const { sentence, own } = turn.sentences[number]!;
  const reading = readings[number]!;
  if (own < OWN || agreementIn(sentence)?.isBare) return [];
  const evidenceAt = (place: number) =>
    evidenceOf(
      { sentence: turn.sentences[place]!.sentence, prompt, number: place, count: readings.length },
      readings[place]!,
    );
  const evidence = evidenceAt(number);
  const isCorrection = evidence.corrects > 0;
  // What announces a pattern is worth as much as the pattern.
  const isOpening = evidence.opens > 0 && number + 1 < readings.length;
  const probability = Math.max(
    ...[evidence, ...(isOpening ? [evidenceAt(number + 1)] : [])].map(probabilityOf),
  );
  const marker = markerOf(sentence);
  const isUnread = reading === UNREAD;
  if (probability < HEARD && marker?.least !== 0 && !isUnread) return [];
  if (!marker && !isCorrection && probability < MIN_STATED && reading.kind !== 'rule' && !isShort(sentence))
    return [];
  const text = wholeText(turn, number);
  if (text === undefined) return [];
  // Who points at something that nothing before names says too little to be told as it stands.
  const isLeaning = leansBack(marker?.text ?? sentence) || continues(prompt, sentence);
  const isJoined = text.length > sentence.length + MIN_ADDED_CHARS;
  // A question states nothing that one could point at.
  const isLost =
    isJoined && marker?.least !== 0 && number > 0 && isQuestion(turn.sentences[number - 1]!.sentence);
  const isWhole = !isLeaning || (!isLost && (isJoined || !leansBack(text)));
  // What may as well be part of a text that the person shows waits for them, in whatever words; so do words joined to it.
  const isJoinedTo = (one: OwnSentence) =>
    ` ${wordsOf(text)} `.includes(` ${wordsOf(asStatement(one.sentence))} `);
  const joined = turn.sentences.slice(Math.max(0, number - 1)).filter(isJoinedTo);
  const isSurelyOwn = Math.min(own, ...joined.map((one) => one.own)) >= SURELY_OWN;
  // "We aren't showing it here. We should always show it" may be of the screen at hand: that is for the model to tell.
  const isPointing =
    marker?.isLasting === false && leansBack(marker.text) && joined[0] === turn.sentences[number - 1];
  const isExplicit =
    marker !== undefined &&
    isWhole &&
    !isPointing &&
    evidence.tells === 0 &&
    (isUnread || probability >= marker.least);
  const isBare = marker?.isOrder && marker.text === sentence && !isWholeOrder(sentence);
  const answered = isBare && isSurelyOwn && turn.message && shortAnswer(turn.message.text, prompt);
  if (answered) return answerStatement(turn, answered, reading);
  const isDoubted = marker?.least === 1 && evidence.tells === 0 && probability < MIN_CHOICE;
  const reach = isDoubted ? 'task' : reachOf(sentence, reading.reach, { marker, isExplicit });
  // What is meant for the task alone is told in it if it is an order, and is nothing else.
  if (reach === 'task' && !marker) return [];
  const kind = isCorrection
    ? 'correction'
    : marker?.isDecision
      ? 'decision'
      : marker?.isOrder && reading.kind === 'fact'
        ? 'rule'
        : reading.kind;
  const facts = {
    text,
    kind,
    ...placeOf(text, kind, reach),
    probability: Math.min(
      isWhole && significantWords(text).length > 1 ? probability : probability / 2,
      isSurelyOwn ? 1 : MAX_DOUBTED,
    ),
    isExplicit: isSurelyOwn && (isExplicit || reach === 'task'),
  };
  return [{ ...sightingOf(step, facts, sentence), ...(!isSurelyOwn && { proof: DOUBTED_STATEMENT }) }];
}

/** How probable a statement is at most whose author is in doubt: twice is not enough to be told. */
const MAX_DOUBTED = 0.3;
/** Below this a sentence only counts for a habit: a rule, or a short request. */
const MIN_STATED = 0.06;
const isShort = (sentence: string): boolean =>
  sentence.split(/\s+/).length <= 8 && !isQuestion(sentence) && !leansBack(sentence);
const MIN_ADDED_CHARS = 8;

/** How far a sentence holds. What limits itself ends with its task. */
function reachOf(
  sentence: string,
  read: StatementReach,
  { marker, isExplicit }: { marker: ExplicitMarker | undefined; isExplicit: boolean },
): Reach {
  // Who says that it is meant to stay, and names no part, means the project.
  if (marker?.least === 0 && isExplicit)
    return read === 'user' || namesPart(sentence) ? asReach(read) : 'project';
  if (read === 'branch' || isForNow(sentence)) return 'task';
  return read;
}

const namesPart = (sentence: string): boolean => {
  const { files, symbols } = namedFilesAndSymbols(sentence);
  return files.length + symbols.length > 0;
};

/** Where a sentence holds: its own words ("in all my projects", "in src/api") say it better than the model. */
function placeOf(text: string, kind: StatementKind, reach: Reach): Pick<SaidFacts, Place> {
  if (reach === 'task') return { ...IN_PROJECT, reach };
  const place = scopeOf(text, kind === 'fact');
  return { ...place, reach: place.scope === 'project' ? reach : reachOfScope(place.scope) };
}

type Place = 'scope' | 'scopeOf' | 'reach';
