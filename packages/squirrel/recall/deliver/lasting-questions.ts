import { DAY_MS } from '@sqrl/base/durations.ts';
import { STATED_BAR } from '@sqrl/base/model/delivery.ts';
import { MUTED } from '@sqrl/base/model/memory.ts';
import type { Moment } from '@sqrl/base/model/moment.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { unsureMemories } from '../../store/memory/places.ts';
import { ASKED_AGENT, addStep } from '../../store/memory/steps.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { DeliveryText, Listener } from './delivery-text.ts';

/**
 * Asks the agent which of the person's sentences hold beyond their task, where nothing here can tell: at a prompt those of the
 * session's last hours, which it has read, at the start of a session the likeliest. Each is asked about twice at most.
 */
export function lastingQuestion(
  engine: Engine,
  moment: Moment,
  {
    canRemember,
    listener: { now, branch },
    room,
  }: { canRemember: boolean; listener: Listener; room: number },
) {
  const isStart = moment.point === 'session start';
  if (!(isStart || moment.point === 'prompt')) return undefined;
  if (!canRemember || !engine.settings.delivery.questions) return undefined;
  const asked = unsureMemories(engine.own.store, {
    saidSince: isStart ? 0 : now - LAST_HOURS,
    askedBefore: now - DAY_MS,
    now,
    order: isStart ? 'surest' : 'newest',
    limit: isStart ? MAX_AT_START : MAX_AT_PROMPT,
  }).filter(
    (memory) =>
      !memory.tags.includes(MUTED) &&
      (memory.branch === null || memory.branch === branch) &&
      redactSync(memory.text).found.length === 0,
  );
  const text = [QUESTION, ...asked.map((memory) => `- ${memory.text}`)].join('\n');
  return asked.length === 0 || estimateTokens(text) > room ? undefined : { text, why: WHY, memories: asked };
}

type LastingQuestion = NonNullable<ReturnType<typeof lastingQuestion>>;

const LAST_HOURS = 6 * 3_600_000;
const MAX_AT_START = 3;
const MAX_AT_PROMPT = 2;

const QUESTION = `## Does this hold beyond its task?
The user said it. If an agent on another task, weeks later, should know it (a way of working, a decision, a lasting fact, a mistake that will come again), call \`remember\` with the sentence word for word. Orders of a task, and what is unclear by itself: ignore.`;

const WHY = `asks whether sentences hold beyond their task: each is less than ${100 * STATED_BAR} % sure`;

export function withQuestion(saying: DeliveryText, question: LastingQuestion | undefined): DeliveryText {
  if (!question) return saying;
  const text = saying.text === '' ? question.text : `${saying.text}\n\n${question.text}`;
  const line = {
    text: question.text,
    tokens: estimateTokens(question.text),
    memory: null,
    why: question.why,
  };
  return { ...saying, text, tokens: estimateTokens(text), lines: [...saying.lines, line] };
}

export function noteAsked(engine: Engine, { memories }: LastingQuestion, at: number): void {
  for (const { id, confidence } of memories)
    addStep(engine.own.store, {
      ...{ memory: id, at, did: ASKED_AGENT, why: 'nothing tells whether it holds beyond its task' },
      ...{ before: null, confidence },
    });
}
