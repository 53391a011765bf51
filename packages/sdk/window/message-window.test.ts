import { runs } from '@sqrl/base/testing/runs.ts';
import { expect, test } from 'vitest';
import { MessageWindow } from './message-window.ts';
import { DIALECTS, type Dialect } from './testing/dialects.ts';
import { type MadePart, madeHistory, REPEATED, seeded } from './testing/histories.ts';

const HISTORIES = runs(200);
const FIRST_SEED = 250_000;

test.each(Object.entries(DIALECTS))(
  'no list of messages is broken by pruning it: %s',
  async (name, dialect) => {
    const faults: string[] = [];
    let prunings = 0;
    for (let i = 0; i < HISTORIES && faults.length === 0; i++)
      prunings += await pruneStepByStep(dialect, name, FIRST_SEED + i, faults);
    expect(faults).toEqual([]);
    expect(prunings).toBeGreaterThan(HISTORIES / 2);
  },
);

/** Grows a history step by step, as an agent's loop does, and looks at what is sent each time. Returns how often it was pruned. */
async function pruneStepByStep(
  dialect: Dialect,
  name: string,
  seed: number,
  faults: string[],
): Promise<number> {
  const random = seeded(seed);
  const steps = madeHistory(seed, name !== 'Anthropic').filter(
    (step) => name !== 'Anthropic' || step[0]!.type !== 'system',
  );
  const sticky = steps.flat().flatMap(({ isSticky, text }) => (isSticky && text !== REPEATED ? [text] : []));
  const isSticky = (message: object) =>
    sticky.length > 0 && sticky.some((each) => textOf(message).includes(each));
  // Some frameworks keep what they are given back, others have the whole list again.
  const keepsPruned = random() < 0.5;
  const maxTokens = 100 + Math.floor(random() * 700);
  const countTokens = (text: string) => text.length;
  const window = new MessageWindow({ format: dialect.format, maxTokens, isSticky, countTokens });
  let prunings = 0;
  let lost: MadePart[] = [];
  let list: ReturnType<Dialect['write']> = [];
  for (let end = 1; end <= steps.length; end++) {
    list = keepsPruned ? [...list, ...dialect.write([steps[end - 1]!])] : dialect.write(steps.slice(0, end));
    if (random() < 0.5 && end < steps.length) continue;
    const { messages, removed, tokens } = await window.prune(list);
    const all = steps.slice(0, end).flat();
    const fault = (what: string, parts: readonly unknown[]) => {
      if (parts.length > 0) faults.push(`seed ${seed}, step ${end}: ${what}: ${textOf(parts)}`);
    };
    if (messages.length === 0) fault('no messages', ['none']);
    if (removed.length > 0) prunings++;
    const { items, task } = window.window;
    if (items.at(-1)?.task !== task) fault('not of the current task', items.slice(-1));
    if (dialect.faults(list).length === 0) fault('broken', dialect.faults(messages));
    const texts = textOf(messages);
    const isThere = ({ text }: MadePart) => texts.includes(text);
    const parts = all.filter(({ text }) => text !== REPEATED);
    const left = parts.filter(isThere);
    fault('comes back', lost.filter(isThere));
    lost = parts.filter((part) => !left.includes(part));
    if (name !== 'LangChain' && name !== 'Mastra') {
      const places = left.filter(({ type }) => type !== 'reasoning').map(({ text }) => texts.indexOf(text));
      fault(
        'not in order',
        places.filter((place, i) => i > 0 && place < places[i - 1]!),
      );
    }
    const held = heldParts(all, (part) => part.isSticky);
    fault(
      'lost though it must stay',
      lost.filter((part) => held.has(part)),
    );
    for (const step of steps.slice(0, end))
      if (step[0]!.type === 'reasoning') {
        const some = step.filter(({ text }) => text !== REPEATED);
        const here = some.filter((part) => left.includes(part));
        if (here.length > 0 && here.length < some.length) fault('reasoning without its step', some);
      }
    if (tokens > 0.8 * maxTokens) {
      const stickyTexts = textOf(list.filter(isSticky));
      const mayStay = heldParts(all, ({ text }) => stickyTexts.includes(text));
      fault(
        'could go',
        left.filter((part) => !isBound(part, left, mayStay, name)),
      );
    }
    if (keepsPruned) list = messages;
  }
  return prunings;
}

const textOf = (value: unknown): string => JSON.stringify(value);

/** What may never go: the system's words, what is sticky, the first and last words of the user, and the latest step. */
function heldParts(parts: readonly MadePart[], isSticky: (part: MadePart) => boolean): Set<MadePart> {
  const users = parts.filter(({ type }) => type === 'user');
  const last = parts.at(-1)!;
  return new Set(
    parts.filter(
      (part) =>
        part.type === 'system' ||
        isSticky(part) ||
        part === users[0] ||
        part === users.at(-1) ||
        (last.type !== 'user' && part.step === last.step),
    ),
  );
}

/** Whether a part that is left has to stay, because it is held or goes only with one that is. */
function isBound(
  part: MadePart,
  left: readonly MadePart[],
  held: ReadonlySet<MadePart>,
  name: string,
): boolean {
  if (held.has(part)) return true;
  // What nothing stands between any more is one message: the user's words in Anthropic's format, the model's in any.
  const at = left.indexOf(part);
  const isNext = (to: number) =>
    left.slice(Math.min(at, to), Math.max(at, to) + 1).every(({ type }) => type === part.type);
  const isJoined = part.type === 'assistant' || (part.type === 'user' && name === 'Anthropic');
  if (isJoined && left.some((other, i) => held.has(other) && (isNext(i) || (i > at && isNext(i - 1)))))
    return true;
  const step = left.filter((other) => other.step === part.step);
  const isOneUnit = name === 'LangChain' || step.some(({ type }) => type === 'reasoning');
  return step.some((other) => held.has(other) && (isOneUnit || (part.id !== '' && other.id === part.id)));
}

const counted = { countTokens: (text: string) => text.length };

test('after a crash what was left out stays left out, of the whole list and of what was returned', async () => {
  const { format, write } = DIALECTS['AI SDK']!;
  const steps = madeHistory(8, true);
  const window = new MessageWindow({ format, maxTokens: 300, ...counted });
  const before = await window.prune(write(steps));
  expect(before.removed.length).toBeGreaterThan(0);
  const stored = JSON.parse(JSON.stringify(window.snapshot()));
  for (const list of [write(steps), before.messages]) {
    const restored = MessageWindow.restore(stored, { format, ...counted });
    expect((await restored.prune(list)).messages).toEqual(before.messages);
  }
});

test('an approval goes with its call, thinking stays first, and an image costs what it costs', async () => {
  const big = 'y'.repeat(5000);
  const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'rm', input: { path: 'a' } };
  const request = { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' };
  const response = { type: 'tool-approval-response', approvalId: 'a1', approved: true };
  const result = {
    type: 'tool-result',
    toolCallId: 'c1',
    toolName: 'rm',
    output: { type: 'text', value: big },
  };
  const asked = [
    { role: 'user', content: 'first' },
    { role: 'assistant', content: [call, request] },
    { role: 'tool', content: [response] },
    { role: 'tool', content: [result] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'look' },
        { type: 'image', image: big },
      ],
    },
  ];
  const ai = new MessageWindow({ format: DIALECTS['AI SDK']!.format, maxTokens: 3000, ...counted });
  const { messages, tokens } = await ai.prune(asked);
  expect(messages).toEqual([asked[0], asked[4]]);
  expect(tokens).toBeGreaterThan(1500);
  expect(tokens).toBeLessThan(2000);

  const think = { type: 'thinking', thinking: 'hm', signature: 's' };
  const use = (id: string) => ({ type: 'tool_use', id, name: 'read', input: {} });
  const answer = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, content });
  const said = { type: 'text', text: 'I look.' };
  const anthropic = new MessageWindow({ format: DIALECTS.Anthropic!.format, maxTokens: 1000, ...counted });
  const joined = await anthropic.prune([
    { role: 'user', content: 'first' },
    { role: 'assistant', content: [said, use('1')] },
    { role: 'user', content: [answer('1', big)] },
    { role: 'assistant', content: [think, use('2')] },
    { role: 'user', content: [answer('2', 'ok')] },
  ]);
  expect(joined.messages.slice(1)).toEqual([
    { role: 'assistant', content: [think, said, use('2')] },
    { role: 'user', content: [answer('2', 'ok')] },
  ]);
});
