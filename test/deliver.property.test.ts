import { createHash } from 'node:crypto';
import { isDeliverable, TRUST_LEVELS, type TrustLevel } from '@sqrl/base/model/delivery.ts';
import type { Memory, MemoryType } from '@sqrl/base/model/memory.ts';
import type { Moment } from '@sqrl/base/model/moment.ts';
import { PACKING } from '@sqrl/base/model/weights.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { runs } from '@sqrl/base/testing/runs.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import type { Embedder } from '@sqrl/embedder/embedder.ts';
import { setTrust } from '@sqrl/squirrel/learn/verbs/trust.ts';
import { deliver, holdoutOf } from '@sqrl/squirrel/recall/deliver/deliver.ts';
import { addRelations } from '@sqrl/squirrel/store/memory/belongings.ts';
import { addMemory } from '@sqrl/squirrel/store/memory/memories.ts';
import { aMemory } from '@sqrl/squirrel/store/testing/a-memory.ts';
import { setVector } from '@sqrl/squirrel/store/vectors/stored-index.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { open } from './support/home.ts';

const NOON = Date.UTC(2026, 10, 15, 12);
const CAP = 2500;

/** Words as directions: near is what shares words. It goes by the name of the model whose scale is known. */
const vectorOf = (text: string): Float32Array => {
  const vector = new Float32Array(64);
  for (const word of text.toLowerCase().match(/[a-z]{3,}/g) ?? ['nothing'])
    vector[createHash('md5').update(word).digest()[0]! % 64]! += 1;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};
const embedder: Embedder = {
  id: 'squirrel-s3@test/64',
  dims: 64,
  embed: async (texts) => texts.map(vectorOf),
  unload: async () => {},
};

const FILES = ['src/cart.ts', 'src/pay.ts', 'README.md'];
const COMMANDS = ['npm test', 'npm run build', 'make db'];
const SUBJECTS = [
  'cart totals rounding cents',
  'payment client retries timeout',
  'invoice numbers yearly sequence',
  'database migrations staging schema',
  'login tokens expiry refresh',
];
const TYPES = [
  'gotcha',
  'dead_end',
  'error_pattern',
  'decision',
  'preference',
  'requirement',
  'pattern',
  'work_state',
  'module_insight',
] as const satisfies MemoryType[];

const SECRET = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

const drawn = fc.record({
  type: fc.constantFrom(...TYPES),
  subject: fc.constantFrom(...SUBJECTS),
  length: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 })),
  isSecret: fc.integer({ min: 0, max: 5 }),
  confidence: fc.double({ min: 0.5, max: 1, noNaN: true }),
  status: fc.constantFrom('active', 'active', 'provisional', 'deprecated'),
  needsReview: fc.integer({ min: 0, max: 8 }).map((n) => n === 0),
  tainted: fc.integer({ min: 0, max: 8 }).map((n) => n === 0),
  verified: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  expired: fc.integer({ min: 0, max: 8 }).map((n) => n === 0),
  branch: fc.constantFrom(null, null, null, 'topic'),
  key: fc.constantFrom(null, null, 'command.test', 'decision.money', 'style.quotes'),
  file: fc.constantFrom(null, ...FILES),
  command: fc.constantFrom(null, null, ...COMMANDS),
  supersedes: fc.oneof({ arbitrary: fc.constant(null), weight: 5 }, { arbitrary: fc.nat(), weight: 1 }),
});

const moments: fc.Arbitrary<Moment> = fc.oneof(
  fc.record({
    point: fc.constant('session start' as const),
    because: fc.constantFrom('startup' as const, 'compaction' as const),
  }),
  fc.record({
    point: fc.constant('prompt' as const),
    text: fc
      .tuple(
        fc.constantFrom(...SUBJECTS),
        fc.constantFrom(...SUBJECTS),
        fc.constantFrom('', ' in src/cart.ts'),
      )
      .map(([a, b, file]) => `Please look at the ${a} and mend the ${b}${file}`),
    files: fc.constant([]),
  }),
  fc.record({
    point: fc.constant('before' as const),
    tool: fc.constantFrom('run' as const, 'edit' as const),
    command: fc.constantFrom(...COMMANDS),
    files: fc.subarray(FILES, { minLength: 1 }),
    symbols: fc.constant([]),
  }),
  fc.record({
    point: fc.constant('after' as const),
    tool: fc.constantFrom('run' as const, 'read' as const),
    command: fc.constantFrom(...COMMANDS),
    files: fc.subarray(FILES, { minLength: 1 }),
    symbols: fc.constant([]),
    outcome: fc.constantFrom('ok' as const, 'failed' as const),
    text: fc.constantFrom('Error: the cart totals rounding cents are wrong today', 'Error: nothing known'),
    exitCode: fc.constant(1),
  }),
);

interface World {
  engine: Engine;
  memories: Map<string, Memory>;
  /** Whose place another one has taken that holds. */
  superseded: Set<string>;
}

type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

function worldOf(all: readonly Drawn[], level: TrustLevel): World {
  const { engine } = open({
    embedder,
    now: () => NOON,
    settings: `[notes]\ndaily_log = false\n[delivery]\nsession_tokens = ${CAP}\nguards = "stop-once"`,
  });
  const { store } = engine.own;
  const memories = all.map((one, i): Memory => {
    const words = Array.from({ length: one.length }, (_, n) => `word${(n * 7 + i) % 50}`).join(' ');
    const text = `${one.subject} number ${i}: ${words}${one.isSecret === 0 ? ` with the token ${SECRET}` : ''}`;
    return aMemory({
      id: `made${String(i).padStart(6, '0')}`,
      type: one.type,
      text: one.type === 'error_pattern' ? `Error: the ${one.subject} are wrong today. ${text}` : text,
      confidence: one.confidence,
      status: one.status as Memory['status'],
      needsReview: one.needsReview,
      tainted: one.tainted,
      verified: one.verified,
      expiresAt: one.expired ? NOON - 1 : null,
      branch: one.branch,
      key: one.key && `${one.key}${one.key.startsWith('command') ? '' : i}`,
      files: one.file === null ? [] : [one.file],
      trigger:
        one.command === null || one.type !== 'gotcha'
          ? null
          : {
              ...{ tool: 'run', command: one.command, match: 'begins', file: null },
              ...{ expects: null, stops: true },
            },
      createdAt: NOON - 1000 - i,
      updatedAt: NOON - 1000 - i,
    });
  });
  const superseded = new Set<string>();
  store.transaction(() => {
    const rows = memories.map((memory) => {
      const row = addMemory(store, memory, memory.id);
      setVector(store, row, embedder.id, vectorOf(memory.text));
      return row;
    });
    all.forEach(({ supersedes }, i) => {
      const older = supersedes === null || i === 0 ? undefined : memories[supersedes % i];
      if (!older) return;
      addRelations(store, rows[i]!, [{ kind: 'supersedes', to: older.id, confidence: 1 }]);
      if (memories[i]!.status !== 'deprecated') superseded.add(older.id);
    });
  });
  setTrust(engine, level);
  return { engine, memories: new Map(memories.map((memory) => [memory.id, memory])), superseded };
}

/** Plays a session, asking everything twice: the first time without leaving a trace. */
type Delivery = Awaited<ReturnType<typeof deliver>>;

async function play({ engine }: World, session: string, steps: readonly Moment[]): Promise<Delivery[]> {
  const said: Delivery[] = [];
  for (const [i, moment] of steps.entries()) {
    const asked = { client: 'codex', session, at: NOON + i * 1000, moment };
    const looked = await deliver(engine, { ...asked, record: false });
    const delivery = await deliver(engine, asked);
    expect(delivery).toEqual({ ...looked, injection: delivery.injection });
    said.push(delivery);
  }
  return said;
}

test('whatever is remembered and whatever happens, only what may be said is said, briefly, and once', async () => {
  const spoken = new Set<string | null>();
  const property = fc.asyncProperty(
    fc.array(drawn, { minLength: 30, maxLength: 80 }),
    fc.array(moments, { minLength: 15, maxLength: 40 }),
    fc.constantFrom(...(Object.keys(TRUST_LEVELS) as TrustLevel[])),
    fc.string({ minLength: 1, maxLength: 8 }).filter((name) => name.trim() !== ''),
    async (all, steps, level, session) => {
      const world = worldOf(all, level);
      const said = await play(world, session, steps);
      let [told, stopped, reminded] = [new Set<string>(), new Set<string>(), new Set<string>()];
      let tokens = 0;
      for (const [i, delivery] of said.entries()) {
        const moment = steps[i]!;
        const text = delivery.shown ? delivery.text : (delivery.withheld ?? '');
        expect(delivery.tokens).toBe(text === '' ? 0 : estimateTokens(text));
        tokens += delivery.tokens;
        if (text !== '') spoken.add(delivery.point);
        expect(tokens).toBeLessThanOrEqual(CAP);
        expect(delivery.spent).toEqual({ tokens, cap: CAP });
        expect(redactSync(text).found).toEqual([]);
        if (delivery.point === 'session start') expect(delivery.tokens).toBeLessThanOrEqual(800);
        if (delivery.point === 'first prompt') expect(delivery.tokens).toBeLessThanOrEqual(MOST);
        if (delivery.point === 'later prompt') expect(text.split('\n').length).toBeLessThanOrEqual(3);
        if (delivery.point === 'stopped' && text !== '') {
          expect(text.split('\n').length).toBe(3);
          for (const line of text.split('\n')) expect(estimateTokens(line)).toBeLessThanOrEqual(120);
        }
        if (moment.point === 'session start' && moment.because === 'compaction')
          [told, stopped, reminded] = [new Set(), new Set(), new Set()];
        for (const id of delivery.memories) {
          const memory = world.memories.get(id)!;
          expect(text).toContain(`[Memory #${id}`);
          expect(isDeliverable(memory, NOON + i * 1000, level)).toBe(true);
          expect(memory.branch).toBeNull();
          expect(world.superseded.has(id)).toBe(false);
          // That it was said before does not let a call pass that was not stopped yet, and that a brief named a failure
          // is no reason to be silent when it happens.
          const before = { stopped, 'after failure': reminded }[delivery.point as string] ?? told;
          expect(before.has(id)).toBe(false);
          if (delivery.point !== 'session start') reminded.add(id);
          if (delivery.point === 'stopped') stopped.add(id);
          told.add(id);
        }
      }
    },
  );
  await fc.assert(property, { numRuns: runs(12) });
  // It would also hold for somebody who never says a word. What is rare is drawn for until it was said.
  const isSilentAt = (point: string) => !spoken.has(point);
  for (let more = 0; more < 10 && POINTS.some(isSilentAt); more++) await fc.assert(property, { numRuns: 4 });
  expect(POINTS.filter(isSilentAt)).toEqual([]);
});

const POINTS = ['session start', 'first prompt', 'later prompt', 'stopped', 'after read'];
const MOST = Math.max(...Object.values(PACKING).map(({ budget }) => budget));

test('of ten thousand sessions one in twenty is a control and one in ten passive', () => {
  const groups = { full: 0, passive: 0, control: 0 };
  for (let i = 0; i < 10_000; i++) groups[holdoutOf(`0193-${i}-session`, 'shop-1234')]++;
  expect(groups.control).toBeGreaterThan(430);
  expect(groups.control).toBeLessThan(570);
  expect(groups.passive).toBeGreaterThan(900);
  expect(groups.passive).toBeLessThan(1100);
  expect(holdoutOf('a', 'shop')).toBe(holdoutOf('a', 'shop'));
});
