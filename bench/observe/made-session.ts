import type { NewEvent } from '@sqrl/squirrel/store/events/events.ts';

/**
 * One very long session: three agents read, search, change, run and talk, over far more files, names and commands than
 * anybody’s pad should keep.
 */
export function* madeSession(events: number): Generator<NewEvent> {
  const random = generator(11);
  const pick = (most: number) => Math.floor(most * random() ** 2);
  const start = 1_700_000_000_000;
  for (let n = 0; n < events; ) {
    const at = start + n * 3000;
    const agent = random() < 0.15 ? `helper-${pick(40)}` : null;
    const file = `src/${WORDS[pick(10)]}/${WORDS[pick(10)]}-${pick(3000)}.ts`;
    const what = random();
    const call = `call-${n}`;
    const made: Partial<NewEvent>[] =
      what < 0.02
        ? [
            {
              kind: 'prompt',
              text: `Change ${file} so that ${WORDS[pick(10)]} follows. https://docs.example.org/${pick(90)}`,
            },
          ]
        : what < 0.2
          ? [{ kind: 'reply', text: REPLIES[pick(REPLIES.length)]!.replaceAll('FILE', file) }]
          : what < 0.28
            ? [
                {
                  kind: 'reasoning',
                  text: `${REPLIES[pick(REPLIES.length)]} ${'Then the list is walked once more. '.repeat(12)}`,
                },
              ]
            : what < 0.45
              ? pairOf(
                  { tool: 'run', command: `npm run task-${pick(4000)} -- ${file}`, call },
                  random() < 0.2 ? 'Error: no such table: tax' : 'ok',
                )
              : what < 0.55
                ? pairOf(
                    { tool: 'search', command: `name${pick(9000)}Of`, call },
                    `Found 2 files\n${file}\nsrc/other.ts`,
                  )
                : what < 0.57
                  ? pairOf({ tool: 'fetch', command: `https://docs.example.org/page-${pick(500)}`, call }, '')
                  : what < 0.8
                    ? pairOf(
                        {
                          tool: 'read',
                          call,
                          length: 500 * pick(120),
                          files: [{ path: file, outside: false, way: 'read', lines: null }],
                        },
                        '',
                      )
                    : pairOf(
                        {
                          tool: 'edit',
                          call,
                          files: [{ path: file, outside: false, way: 'edit', lines: null }],
                        },
                        '',
                      );
    for (const [i, given] of made.entries()) yield event(n++, at + i * 400, agent, given);
  }
}

const WORDS = ['auth', 'cart', 'login', 'order', 'search', 'user', 'report', 'invoice', 'queue', 'cache'];
const REPLIES = [
  'Done. The tests pass.',
  'Now I look at FILE and at what uses it.',
  'Wait, that is not it. Actually, let me look again.',
  'I initially thought `loadRates` reads FILE, but it reads `config/rates.json`.',
  'This approach does not work because the cache is cold. Let me try a different approach.',
  'The change is in place; the next step is the route.',
];

const pairOf = (step: Partial<NewEvent>, text: string): Partial<NewEvent>[] => [
  { ...step, files: [], length: 0, kind: 'call', text: '' },
  { ...step, kind: 'result', text, outcome: text.startsWith('Error') ? 'failed' : 'ok' },
];

function event(n: number, at: number, agent: string | null, given: Partial<NewEvent>): NewEvent {
  const id = Buffer.alloc(16);
  id.writeUInt32BE(n, 12);
  id.writeUInt32BE(Math.imul(n, 2654435761) >>> 0, 0);
  return {
    id: id.toString('hex'),
    session: 'made',
    agent,
    at,
    kind: 'reply',
    tool: null,
    toolName: given.tool ?? null,
    call: null,
    command: null,
    files: [],
    outcome: null,
    exitCode: null,
    text: '',
    length: given.text?.length ?? 0,
    hash: null,
    tokens: null,
    durationMs: null,
    model: null,
    branch: null,
    offset: n,
    bytes: 100,
    part: 0,
    ...given,
  };
}

/** A small repeatable source of numbers from 0 to 1. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
