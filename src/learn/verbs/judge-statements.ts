import { type Notice, notice } from '../../base/messages.ts';
import { isRememberCommand } from '../../base/text/to-remember.ts';
import { EmbedderDown } from '../../embed/embedder.ts';
import type { Judge } from '../../embed/judge.ts';
import type { SentenceReading } from '../../model/judgement.ts';
import type { Sighting } from '../../model/sighting.ts';
import { putReadings, readingsOf, sessionsToJudge } from '../../store/drafts/judged-prompts.ts';
import { relearnStatements, replaceSaid } from '../../store/drafts/sightings.ts';
import { kindsOfSessions } from '../../store/events/file-sessions.ts';
import { keptText, type ObservedRow, observedAfter } from '../../store/events/observed-steps.ts';
import type { Store } from '../../store/store.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type Agreement, agreementsIn, blocksToRead, type Exchange } from '../dialogue/agreed.ts';
import { numberedAnswers } from '../dialogue/numbered.ts';
import { addOthers, addOwn, beginEarlier } from '../judgement/earlier-words.ts';
import { isOnlyThought } from '../judgement/only-thought.ts';
import { SUGGESTED, sentenceJudgements } from '../judgement/probability.ts';
import { matterOfSaid, saidWording } from '../judgement/said-wording.ts';
import { promptSentences } from '../judgement/sentences.ts';
import type { SaidFacts } from '../observe/said.ts';
import { OWN, ownSentences } from '../statements/authorship.ts';

/**
 * Has the models read what people said in sessions, and keeps what is worth it as sightings. Does nothing where there are
 * no models.
 */
export async function judgeStatements(
  { judge }: Pick<Engine, 'judge'>,
  { store, signal }: { store: Store; signal?: AbortSignal | undefined },
): Promise<{ notices: Notice[] }> {
  if (!judge || store.readOnly) return { notices: [] };
  try {
    await judgeSessions(store, judge, signal);
    return { notices: [] };
  } catch (error) {
    if (!(error instanceof EmbedderDown)) throw error;
    return { notices: [notice('notice.judgeDown', { trouble: error.message })] };
  }
}

async function judgeSessions(store: Store, judge: Judge, signal: AbortSignal | undefined): Promise<void> {
  const kinds = kindsOfSessions(store);
  const model = readerOf(judge);
  for (const session of sessionsToJudge(store, model)) {
    if (signal?.aborted) break;
    const prompts = personsPrompts(store, session);
    const unread = prompts.filter(({ row }) => readingsOf(store, row, model) === undefined);
    const replies = unread.flatMap(({ exchange }) => {
      const blocks = exchange ? blocksToRead(exchange) : [];
      return exchange && blocks.length > 0 ? [{ row: exchange.reply.row, blocks }] : [];
    });
    const readings = await judge.readSentences([
      ...unread.map(({ text }) => promptSentences(text)),
      // Without what stands around them: there an agent tells what it did.
      ...replies.flatMap(({ blocks }) => blocks),
    ]);
    store.transaction(() => {
      for (const prompt of unread)
        putReadings(store, { event: prompt.row, model }, believed(prompt, readings.shift()!));
      for (const { row, blocks } of replies)
        putReadings(store, { event: row, model }, readings.splice(0, blocks.length).flat());
      const said = [...saidIn(store, prompts, model), ...agreedIn(store, prompts, model)];
      replaceSaid(store, session, kinds.get(session) ?? 'build', said);
      relearnStatements(store, session);
    });
  }
}

/** What was read is read again when the model changes, or what is read of a session. */
export const readerOf = ({ id }: Judge): string => `${id}+dialogue@3`;

/**
 * What was read in a prompt, without belief in what the person only shows: that is not told unasked for one sentence,
 * whatever pattern or model finds it.
 */
const believed = (
  { text, foreign }: PersonsPrompt,
  readings: readonly SentenceReading[],
): SentenceReading[] => {
  const sentences = promptSentences(text);
  return readings.map((reading, i) =>
    foreign.has(sentences[i]!) ? { ...reading, keep: UNBELIEVED } : reading,
  );
};

/** Log odds below all that the model gives. */
const UNBELIEVED = -15;

/** A prompt, and which of its sentences are not the person's own. */
interface PersonsPrompt extends ObservedRow {
  foreign: ReadonlySet<string>;
  /** With the agent's message before it, where there is one. */
  exchange: (Exchange & { reply: Pick<ObservedRow, 'row' | 'id' | 'tainted'> }) | undefined;
}

function personsPrompts(store: Store, session: number): PersonsPrompt[] {
  const prompts: PersonsPrompt[] = [];
  const earlier = beginEarlier();
  let message: { text: string; reply: ObservedRow; isOver: boolean } | undefined;
  for (const step of observedAfter(store, session, undefined)) {
    if (step.kind === 'reply' || step.kind === 'result')
      addOthers(earlier, step.text || keptText(store, step.row));
    if (step.agent !== null) continue;
    if (step.kind === 'reply') {
      const before = message && !message.isOver ? `${message.text}\n` : '';
      message = { text: `${before}${step.text}`, reply: step, isOver: false };
    } else if (step.kind === 'call' && message) message.isOver = true;
    if (step.kind !== 'prompt' || step.text === '') continue;
    const foreign = new Set(
      ownSentences(step.text, earlier).flatMap(({ sentence, own }) => (own < OWN ? [sentence] : [])),
    );
    addOwn(earlier, step.text);
    const exchange = message && {
      message: message.text,
      reply: message.reply,
      prompt: step.text,
      earlier: prompts.at(-1)?.text ?? null,
      proposal: prompts.at(-1)?.exchange?.message ?? null,
    };
    prompts.push({ ...step, foreign, exchange });
    message = undefined;
  }
  return prompts;
}

function saidIn(store: Store, prompts: readonly PersonsPrompt[], model: string): Sighting[] {
  return prompts.flatMap((prompt) => {
    const readings = readingsOf(store, prompt.row, model);
    if (!readings || isRememberCommand(prompt.text)) return [];
    // An answer says nothing without its question, with which it is kept.
    const { message = '' } = prompt.exchange ?? {};
    const answers = numberedAnswers(message, prompt.text).map(({ answer }) => answer);
    return sentenceJudgements(prompt.text, readings).flatMap((judged) => {
      // What a pattern understands has a key, a subject and better words; its draft asks for this judgement itself.
      if (judged.probability < SUGGESTED || judged.isPattern || prompt.foreign.has(judged.sentence))
        return [];
      if (isOnlyThought(judged.sentence)) return [];
      if (answers.some((answer) => answer.includes(judged.sentence.replace(/[.!]+$/, '')))) return [];
      const { kind, reach, probability } = judged;
      return [
        sightingOf(prompt, {
          text: saidWording(judged.sentence),
          kind,
          reach,
          probability,
          quote: judged.sentence,
        }),
      ];
    });
  });
}

/** What the person agreed to in the agent's words, or decided by an answer. */
function agreedIn(store: Store, prompts: readonly PersonsPrompt[], model: string): Sighting[] {
  return prompts.flatMap((prompt) => {
    const { exchange } = prompt;
    if (!exchange) return [];
    const count = blocksToRead(exchange).flat().length;
    const readings = count === 0 ? [] : readingsOf(store, exchange.reply.row, model);
    if (readings?.length !== count) return [];
    return agreementsIn(exchange, readings).map((agreed) => {
      const sighting = sightingOf(prompt, agreed);
      return {
        ...sighting,
        events: [prompt.id, exchange.reply.id],
        proof: 'user_confirmation',
        tainted: prompt.tainted || exchange.reply.tainted,
        facts: { ...sighting.facts, agreedTo: agreed.agreedTo },
      };
    });
  });
}

function sightingOf(
  { id, at, episode, tainted }: PersonsPrompt,
  { text, kind, reach, probability, quote }: Omit<Agreement, 'agreedTo'>,
): Sighting {
  const facts: SaidFacts = { text, kind, reach, probability: Math.round(probability * 100) / 100 };
  return {
    signal: 'said',
    matter: matterOfSaid(text),
    at,
    episode,
    events: [id],
    quote: quote.slice(0, 300),
    proof: 'explicit_statement',
    tainted,
    agents: 1,
    strength: facts.probability,
    branch: null,
    facts: { ...facts },
  };
}
