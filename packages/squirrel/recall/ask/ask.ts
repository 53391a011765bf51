import type { Notice } from '@sqrl/base/messages.ts';
import { saidId } from '@sqrl/base/model/citation.ts';
import { noteOf } from '@sqrl/base/model/note-tag.ts';
import { isAgentsWord, toldMemory } from '@sqrl/base/model/sync/told.ts';
import { redact } from '@sqrl/base/redact/redact.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { aboutNotes, answerFromNotes, answerShape } from '../../llm/prompts/prompts.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { llmOf } from '../../workspace/llm.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { answering } from '../answering.ts';
import { withLaterWords } from '../earlier.ts';
import { type ShownPassage, shownPassage, withoutKnown } from '../passages/passage.ts';
import { whatWasSaid } from '../passages/said.ts';
import { dayIn, dayNamed, type TimeRange } from '../time-range.ts';
import { search } from '../verbs/find.ts';
import {
  lastWork,
  latestWorkBefore,
  recurringFailures,
  tasksAbout,
  type WorkDone,
  workIn,
} from './from-history.ts';
import { fromRepository } from './from-repository.ts';
import { asksWhere, isOfLayer, layersAsked, rulesAsked, touchedLast, workTouching } from './layers.ts';

interface CitedSentence {
  text: string;
  cites: number[];
}

const RERANK_LIMIT = 30;
export const MAX_PASSAGES = 5;
const MAX_RULE_TOKENS = 800;

/**
 * Answers a question from what is known, said and done, and from the repository where it asks for that: in quotes, or in
 * a model's words about them where that is allowed. Memories go first, and a passage that says the same as one of them is
 * left out.
 */
export async function ask(engine: Engine, { question, limit, compose, in: only }: Parsed<'ask'>) {
  const { text } = await redact(question);
  const layers = layersAsked(text, { now: engine.now(), timeZone: engine.timeZone, only });
  const isWhere = only === undefined && asksWhere(text);
  const subject = only === undefined ? touchedLast(text) : undefined;
  const done = isWhere ? lastWork(engine) : layers.wantsWork ? workIn(engine, layers.time!) : [];
  const about =
    subject !== undefined
      ? await workTouching(engine, subject)
      : layers.wantsTasks && !isWhere
        ? await tasksAbout(engine, text)
        : [];
  const [work, tasks] = [done.map(shownWork), about.map(shownWork)];
  const isWork = isWhere || (subject !== undefined && tasks.length > 0);
  const failures = layers.wantsFailures ? recurringFailures(engine) : [];
  const { hits, notices } = await search(engine, {
    question: text,
    limit: RERANK_LIMIT,
    filter: {},
    explicit: true,
  });
  const { commits, code } = await fromRepository(engine, text, layers, notices);
  const asked = hits.filter(({ memory }) => isOfLayer(memory, layers));
  const rules = layers.wantsMemories ? rulesAsked(engine, text, MAX_RULE_TOKENS)?.rules : undefined;
  const best = rules || isWork ? [] : answering(text, asked).slice(0, limit);
  const answers =
    rules?.map(({ memory, sure, why }) => ({ memory, score: sure, why: [why] })) ??
    withLaterWords(engine, best, asked);
  const citations = answers.map(({ memory, score, why }, i) => ({
    number: i + 1,
    id: memory.id,
    type: memory.type,
    text: memory.userId === null && !isAgentsWord(memory) ? memory.text : toldMemory(memory),
    confidence: memory.confidence,
    verified: memory.verified,
    needsReview: memory.needsReview,
    stale: memory.stale ?? false,
    earlier: memory.earlier ?? false,
    createdAt: memory.createdAt,
    files: memory.files,
    note: noteOf(memory),
    score,
    why,
  }));
  const said =
    layers.wantsConversations && !rules && !isWork
      ? await whatWasSaid(engine, { question: text, limit: MAX_PASSAGES, time: layers.time })
      : [];
  const passages = withoutKnown(said, answers).map((each, i) => ({
    number: citations.length + i + 1,
    ...shownPassage(each),
  }));
  const extract: CitedSentence[] = citations.map(({ text: said, number }) => ({
    text: extractFrom(said, text),
    cites: [number],
  }));
  if (layers.wantsWork && !isWhere && work.length === 0) notices.push(...noWorkNotice(engine, layers.time!));
  const told = { question: text, citations, passages, work, tasks, failures, commits, code, notices };
  if ([citations, passages, work, tasks, failures, commits, code].every(({ length }) => length === 0))
    return { ...told, ...EXTRACTED, by: 'nothing' as const, sentences: [] };
  const composed = compose
    ? await composedBy(engine, text, [...citations, ...passages.map(asNote)], notices)
    : { sentences: undefined, spent: null };
  return composed.sentences
    ? { ...told, by: 'model' as const, ...composed }
    : { ...told, ...EXTRACTED, by: 'extract' as const, sentences: extract, spent: composed.spent };
}

const EXTRACTED = { model: null, spent: null };

/** Says that nothing was done in a time, and when something was; nothing where no work is known at all. */
function noWorkNotice(engine: Engine, { from, to }: TimeRange): Notice[] {
  const latest = latestWorkBefore(engine, to);
  if (latest === undefined) return [];
  const [first, last, day] = [from, to - 1, latest].map((at) => dayNamed(dayIn(at, engine.timeZone)));
  return [
    {
      message: `No work is recorded from ${first!} to ${last!}. The latest before is of ${day!}.`,
      hint: `Ask for that day: \`sqrl ask "What happened on ${day!}?"\``,
    },
  ];
}

const shownWork = ({ id, task, status, outcome, startedAt, endedAt, filesChanged, said }: WorkDone) => ({
  id,
  task,
  status,
  outcome,
  startedAt,
  endedAt,
  filesChanged,
  said: said ? { id: saidId(said.event), text: said.text.slice(0, MAX_SAID_CHARS).toWellFormed() } : null,
});

const MAX_SAID_CHARS = 300;

/** A passage as a model reads it. What was said after foreign text is not for it. */
const asNote = ({ number, speaker, at, text, tainted }: ShownPassage & { number: number }) => ({
  number,
  text: `${speaker === 'person' ? 'The person' : 'The agent'} said on ${new Date(at).toISOString().slice(0, 10)}: ${text}`,
  needsReview: tainted,
});

/** A model's answer, as far as each of its sentences rests on something; what stands in for it says why it does. */
async function composedBy(
  engine: Engine,
  question: string,
  citations: readonly { number: number; text: string; needsReview: boolean }[],
  notices: Notice[],
) {
  const llm = llmOf(engine);
  if (!llm) {
    notices.push({
      message: 'No language model is configured, so the answer quotes the memories.',
      hint: 'Set llm.provider in the settings.',
    });
    return { sentences: undefined, spent: null };
  }
  // A memory that waits for review is shown to the person, not stated by a model as a fact.
  const sure = citations.filter(({ needsReview }) => !needsReview);
  if (sure.length === 0) return { sentences: undefined, spent: null };
  const said = await llm.ask({
    purpose: answerFromNotes.name,
    system: answerFromNotes.system,
    prompt: aboutNotes(
      question,
      sure.map(({ text }) => text.slice(0, MAX_TEXT_CHARS)),
    ),
    maxTokens: answerFromNotes.maxTokens,
    schema: answerShape,
  });
  const spent = { input: said.used.input, output: said.used.output };
  if (said.did === 'failed') {
    notices.push({ message: said.message, hint: 'The answer quotes the memories instead.' });
    return { sentences: undefined, spent };
  }
  const sentences = said.value.sentences.flatMap(({ text, cites }): CitedSentence[] => {
    const known = [...new Set(cites)].flatMap((cite) => sure[cite - 1]?.number ?? []);
    return known.length === 0 ? [] : [{ text, cites: known }];
  });
  if (sentences.length === 0) {
    notices.push({
      message: 'The LLM found no answer in the memories.',
      hint: 'These are the closest memories.',
    });
    return { sentences: undefined, spent };
  }
  return { sentences, spent, model: llm.name };
}

const MAX_TEXT_CHARS = 2000;

const MAX_WHOLE_CHARS = 280;
const MAX_SENTENCES = 2;

/** The sentences of a text that share most with a question, in their order; a short text as it is. */
export function extractFrom(text: string, question: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= MAX_WHOLE_CHARS) return flat;
  const words = contentWords(question);
  const sentences = flat.split(/(?<=[.!?…])\s+(?=[\p{Lu}\d`"'([])/u);
  const best = sentences
    .map((sentence, i) => ({
      i,
      shared: [...contentWords(sentence)].filter((word) => words.has(word)).length,
    }))
    .sort((a, b) => b.shared - a.shared || a.i - b.i)
    .slice(0, MAX_SENTENCES)
    .sort((a, b) => a.i - b.i)
    .map(({ i }) => sentences[i]!);
  const joined = best.join(' ');
  return joined.length <= 2 * MAX_WHOLE_CHARS ? joined : `${joined.slice(0, 2 * MAX_WHOLE_CHARS - 1)}…`;
}
