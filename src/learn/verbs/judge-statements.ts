import { type Notice, notice } from '../../base/messages.ts';
import { isRememberCommand } from '../../base/text/to-remember.ts';
import { EmbedderDown } from '../../embed/embedder.ts';
import type { Judge } from '../../embed/judge.ts';
import type { Sighting } from '../../model/sighting.ts';
import { putReadings, readingsOf, sessionsToJudge } from '../../store/drafts/judged-prompts.ts';
import { relearnStatements, replaceSaid } from '../../store/drafts/sightings.ts';
import { kindsOfSessions } from '../../store/events/file-sessions.ts';
import { type ObservedRow, observedAfter } from '../../store/events/observed-steps.ts';
import type { Store } from '../../store/store.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { SUGGESTED, sentenceJudgements } from '../judgement/probability.ts';
import { matterOfSaid, saidWording } from '../judgement/said-wording.ts';
import { promptSentences } from '../judgement/sentences.ts';
import type { SaidFacts } from '../observe/said.ts';
import { addLines, beginHeard, wasHeard } from '../observe/statements/recent-lines.ts';

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
  for (const session of sessionsToJudge(store, judge.id)) {
    if (signal?.aborted) break;
    const prompts = personsPrompts(store, session);
    const unread = prompts.filter(({ row }) => readingsOf(store, row, judge.id) === undefined);
    const readings = await judge.readSentences(unread.map(({ text }) => promptSentences(text)));
    store.transaction(() => {
      for (const [i, { row }] of unread.entries())
        putReadings(store, { event: row, model: judge.id }, readings[i]!);
      replaceSaid(store, session, kinds.get(session) ?? 'build', saidIn(store, prompts, judge));
      relearnStatements(store, session);
    });
  }
}

/** A prompt, and which of its sentences stood in what an agent or a tool had said before. */
interface PersonsPrompt extends ObservedRow {
  isRepeated(sentence: string): boolean;
}

function personsPrompts(store: Store, session: number): PersonsPrompt[] {
  const prompts: PersonsPrompt[] = [];
  const heard = beginHeard();
  for (const step of observedAfter(store, session, undefined)) {
    if (step.kind === 'reply' || step.kind === 'result') addLines(heard, step.text);
    if (step.kind !== 'prompt' || step.agent !== null || step.text === '') continue;
    const lines = { ...heard, lines: [...heard.lines] };
    prompts.push({ ...step, isRepeated: (sentence) => wasHeard(lines, sentence) });
  }
  return prompts;
}

function saidIn(store: Store, prompts: readonly PersonsPrompt[], judge: Judge): Sighting[] {
  return prompts.flatMap((prompt) => {
    const readings = readingsOf(store, prompt.row, judge.id);
    if (!readings || isRememberCommand(prompt.text)) return [];
    return sentenceJudgements(prompt.text, readings).flatMap((judged) => {
      // What a pattern understands has a key, a subject and better words; its draft asks for this judgement itself.
      if (judged.probability < SUGGESTED || judged.isPattern || prompt.isRepeated(judged.sentence)) return [];
      const text = saidWording(judged.sentence);
      const facts: SaidFacts = {
        text,
        kind: judged.kind,
        reach: judged.reach,
        probability: Math.round(judged.probability * 100) / 100,
      };
      return [
        {
          signal: 'said' as const,
          matter: matterOfSaid(text),
          at: prompt.at,
          episode: prompt.episode,
          events: [prompt.id],
          quote: judged.sentence.slice(0, 300),
          proof: 'explicit_statement',
          tainted: prompt.tainted,
          agents: 1,
          strength: facts.probability,
          branch: null,
          facts: { ...facts },
        },
      ];
    });
  });
}
