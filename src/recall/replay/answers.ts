import { contentWords } from '../../base/text/content-words.ts';
import { namesIn } from '../../base/text/names.ts';
import { typedWords } from '../../base/text/own-words.ts';
import type { ObservedStep } from '../../learn/observe/signal.ts';
import type { PastSession } from '../../learn/replay/past-session.ts';
import { saidId } from '../../model/said.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { isWorthQuoting } from '../deliver/said-before.ts';
import { whatWasSaid } from '../passages/said.ts';
import { lineOf, minutesOf, type ReplayFindings, tokensOf } from './claim.ts';

const MAX_QUESTION_CHARS = 400;
const MIN_QUESTION_WORDS = 3;
/** Names that the earlier answer and the answer of that day share, and the question does not have. */
const MIN_SHARED_NAMES = 2;
const MAX_READ = 4;

/** Questions of a person whose answer had been given in an earlier session. */
export async function replayAnswers(engine: Engine, session: PastSession): Promise<ReplayFindings> {
  const found: ReplayFindings = { claims: [], spoken: 0, right: 0 };
  for (const [place, step] of session.steps.entries()) {
    if (step.kind !== 'prompt' || step.agent !== null) continue;
    const question = typedWords(step.text).trim();
    if (!isQuestion(question)) continue;
    const [said] = await whatWasSaid(engine, {
      question,
      limit: 1,
      mostRead: MAX_READ,
      time: { from: 0, to: session.startedAt - 1, said: '' },
      may: ({ passage }) =>
        !session.id.endsWith(`:${passage.session}`) && !passage.tainted && !/\?\s*$/.test(passage.text),
    });
    if (!said || !isWorthQuoting(said)) continue;
    found.spoken++;
    const turn = turnAfter(session.steps, place);
    const replies = turn.filter(({ kind, agent }) => kind === 'reply' && agent === null);
    const answer = replies.map(({ text }) => text).join('\n');
    const shared = sharedNames(said.passage.text, answer, question);
    if (shared.length < MIN_SHARED_NAMES) continue;
    found.right++;
    const results = turn.filter(({ kind }) => kind === 'result');
    found.claims.push({
      kind: 'answer',
      session: session.id,
      at: step.at,
      event: step.id,
      told: lineOf(said.passage.text, 300),
      truth: `${lineOf(question)} → ${lineOf(replies.at(-1)?.text ?? '', 240)}`,
      from: saidId(said.passage.event),
      tokens: { low: 0, high: results.reduce((sum, each) => sum + tokensOf(each), 0) },
      minutes: {
        low: 0,
        high: results.length === 0 ? 0 : minutesOf(session.steps, place + 1, place + turn.length),
      },
    });
  }
  return found;
}

const isQuestion = (text: string): boolean =>
  text.length <= MAX_QUESTION_CHARS && /\?\s*$/.test(text) && contentWords(text).size >= MIN_QUESTION_WORDS;

/** What came after a prompt, until the next one. */
function turnAfter(steps: readonly ObservedStep[], place: number): ObservedStep[] {
  const next = steps.findIndex(({ kind, agent }, i) => i > place && kind === 'prompt' && agent === null);
  return steps.slice(place + 1, next < 0 ? steps.length : next);
}

function sharedNames(earlier: string, answer: string, question: string): string[] {
  const [known, asked] = [namesIn(answer), namesIn(question)];
  return [...namesIn(earlier)].filter((name) => known.has(name) && !asked.has(name));
}
