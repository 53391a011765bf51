import { kindOfQuestion, type QuestionKind } from '@sqrl/squirrel/recall/answering.ts';
import { findPassages, PASSAGE_WEIGHTS } from '@sqrl/squirrel/recall/passages/find-passages.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import { combinations, leftOut } from '../left-out.ts';
import { readingOnce } from '../locomo/weights.ts';
import type { Messages } from './messages.ts';
import { type AskQuestion, answersIn } from './questions.ts';
import { type AskScore, scoreAnswer, tallyAnswers } from './score.ts';

/** How much meaning may count for a message, against its words; the first is the product's own. */
const WEIGHTS = combinations(PASSAGE_WEIGHTS, { cosine: [0.5, 1, 1.5, 2, 3, 4] });

/** A question's kind, and its score with each of the weights that are tried. */
export interface TriedQuestion {
  kind: QuestionKind;
  tried: AskScore[];
}

/** Scores questions by the passages alone, with each of the weights. */
export async function triedByKind(
  engine: Engine,
  messages: Messages,
  questions: readonly AskQuestion[],
): Promise<TriedQuestion[]> {
  const once = { ...engine, reranker: engine.reranker && readingOnce(engine.reranker) };
  const scored: TriedQuestion[] = [];
  for (const asked of questions) {
    const { question } = asked;
    const wanted = answersIn(asked, messages);
    const tried: AskScore[] = [];
    for (const weights of WEIGHTS) {
      const hits = await findPassages(once, { question, limit: 10, weights });
      const places = hits.flatMap(({ passage }) => messages.placeOf(passage.event) ?? []);
      tried.push(scoreAnswer(asked, wanted, places));
    }
    scored.push({ kind: kindOfQuestion(question), tried });
  }
  return scored;
}

/** Each project with the weights that are best for the others: the same for all questions, and each kind its own. */
export function byKind(projects: readonly (readonly TriedQuestion[])[]): Record<string, AskScore[]> {
  const parts = (of: (question: TriedQuestion) => boolean) =>
    projects.map((questions) => ({
      tried: WEIGHTS.map((_, i) => questions.filter(of).map(({ tried }) => tried[i]!)),
    }));
  const kinds = [...new Set(projects.flat().map(({ kind }) => kind))];
  const own = WEIGHTS.findIndex(({ cosine }) => cosine === PASSAGE_WEIGHTS.cosine);
  return {
    'as it is': projects.flat().map(({ tried }) => tried[own]!),
    'one weight': leftOut(
      parts(() => true),
      worth,
    ),
    'by kind': kinds.flatMap((kind) =>
      leftOut(
        parts((question) => question.kind === kind),
        worth,
      ),
    ),
    ...Object.fromEntries(
      kinds.map((kind) => [
        `${kind} only`,
        projects.flat().flatMap((question) => (question.kind === kind ? [question.tried[own]!] : [])),
      ]),
    ),
  };
}

function worth(scores: readonly AskScore[]): number {
  const figures = tallyAnswers(scores);
  return figures['any answer@5']! + figures.MRR!;
}
