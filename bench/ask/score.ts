import type { AskQuestion, WantedMessages } from './questions.ts';

/** What came of one question. */
export interface AskScore {
  none: boolean;
  answered: boolean;
  /** Among the first five: the message, it or its neighbor, any that answers or its neighbor, its session. */
  message: boolean;
  neighbor: boolean;
  any: boolean;
  session: boolean;
  /** One over the place of the first that answers. */
  reciprocal: number;
  /** An outdated message stands before every one that answers; undefined where none is known. */
  outdatedFirst: boolean | undefined;
}

/** Scores the messages that a question brought, best first. */
export function scoreAnswer(
  { none }: AskQuestion,
  wanted: WantedMessages,
  found: readonly number[],
): AskScore {
  const { answer, also, outdated, beside, sessions, sessionOf } = wanted;
  const first = found.slice(0, 5);
  const isNear = (places: ReadonlySet<number>) => (place: number) =>
    places.has(place) || beside(place).some((other) => places.has(other));
  const right = isNear(new Set([...answer, ...also]));
  const place = found.findIndex(right);
  const old = first.findIndex((each) => outdated.has(each) && !right(each));
  return {
    none,
    answered: found.length > 0,
    message: first.some((each) => answer.has(each)),
    neighbor: first.some(isNear(answer)),
    any: first.some(right),
    session: first.some((each) => sessions.has(sessionOf(each))),
    reciprocal: place === -1 ? 0 : 1 / (place + 1),
    outdatedFirst: outdated.size === 0 ? undefined : old !== -1 && (place === -1 || old < place),
  };
}

/** The mean scores of questions, in percent. */
export function tallyAnswers(scores: readonly AskScore[]): Record<string, number> {
  const asked = scores.filter(({ none }) => !none);
  const changed = asked.filter(({ outdatedFirst }) => outdatedFirst !== undefined);
  const share = (some: readonly AskScore[], of: (score: AskScore) => number | boolean) =>
    some.length === 0
      ? 0
      : Math.round((1000 * some.reduce((sum, score) => sum + Number(of(score)), 0)) / some.length) / 10;
  return {
    questions: scores.length,
    'message@5': share(asked, ({ message }) => message),
    'or neighbor@5': share(asked, ({ neighbor }) => neighbor),
    'any answer@5': share(asked, ({ any }) => any),
    'session@5': share(asked, ({ session }) => session),
    MRR: share(asked, ({ reciprocal }) => reciprocal),
    'outdated first': share(changed, ({ outdatedFirst }) => outdatedFirst!),
    'unanswerable answered': share(
      scores.filter(({ none }) => none),
      ({ answered }) => answered,
    ),
    'answerable unanswered': share(asked, ({ answered }) => !answered),
  };
}
