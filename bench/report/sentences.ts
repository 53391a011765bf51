import type { BenchRecord, QuotedFigure, QuotedSentence } from './figures.ts';

type Unit = QuotedFigure['unit'];

/** A number at a path of keys in the record. */
const at = (label: string, path: readonly string[], digits = 0, unit: Unit = ''): QuotedFigure => ({
  ...{ label, digits, unit },
  of: (record) => numberAt(record, path),
});

/** A number that is computed from the record; undefined where a part of it is missing. */
const from = (
  label: string,
  of: (record: BenchRecord) => number | undefined,
  digits = 0,
  unit: Unit = '',
): QuotedFigure => ({ ...{ label, digits, unit }, of: (record) => finite(of(record)) });

/** The query of `history` that the others are compared with. */
const SCAN = 'for comparison: a scan';

/** The sentences of docs/BENCHMARKS.md. A test holds that no other line of it has a figure. */
export const BENCHMARK_SENTENCES: readonly QuotedSentence[] = [
  {
    bench: 'paraphrase',
    says: 'for # % of # paraphrased questions the one right memory of # is among the first five results, for # % with words alone (`paraphrase`)',
    figures: [
      at('paraphrases, first five', ['squirrel-s3', 'default', 'hit5'], 0, '%'),
      at('paraphrased questions', ['questions']),
      at('memories', ['memories']),
      at('paraphrases, words alone', ['squirrel-s3', 'words', 'hit5'], 0, '%'),
    ],
  },
  {
    bench: 'locomo',
    says: '# % of the evidence is among the first ten messages (`locomo`), # % with words alone',
    figures: [
      at('LoCoMo, first ten messages', ['squirrel-s3', 'default', 'all', 'turn10'], 0, '%'),
      at('LoCoMo, words alone', ['squirrel-s3', 'words', 'all', 'turn10'], 0, '%'),
    ],
  },
  {
    bench: 'ask',
    says: 'of # questions about three projects, # % of those with an answer have the answering message or its neighbor among the first five (# % with bounds chosen on the other two projects), # % with plain BM25; # % of those without an answer get one (`ask`)',
    figures: [
      at('questions', ['all', 'passages', 'questions']),
      at('past sessions, first five', ['all', 'passages', 'or neighbor@5'], 0, '%'),
      at('past sessions, left out', ['left out', 'passages', 'or neighbor@5'], 0, '%'),
      at('past sessions, plain BM25', ['all', 'plain BM25', 'or neighbor@5'], 0, '%'),
      at('unanswerable and answered', ['all', 'passages', 'unanswerable answered'], 0, '%'),
    ],
  },
  {
    bench: 'ask',
    says: '`recall` answers # questions in # tokens on average (`ask`)',
    figures: [
      at('questions to recall', ['recallTokens', 'questions']),
      at('tokens of recall', ['recallTokens', 'mean']),
    ],
  },
  {
    bench: 'learn',
    says: 'from the sessions of # real projects: agents would be told # to # lines each, and a reader judged # to # % of them useful, # % on average; # % were wrong, junk or meant for one task (`learn`)',
    figures: [
      from('projects', (record) => toldIn(record).length),
      from('lines told, least', (record) => Math.min(...toldIn(record).map(({ lines }) => lines))),
      from('lines told, most', (record) => Math.max(...toldIn(record).map(({ lines }) => lines))),
      from(
        'lines useful, least',
        (record) => Math.min(...toldIn(record).map(({ useful }) => useful)),
        0,
        '%',
      ),
      from('lines useful, most', (record) => Math.max(...toldIn(record).map(({ useful }) => useful)), 0, '%'),
      at('lines useful, mean of projects', ['mean', 'useful'], 0, '%'),
      at('lines wrong, junk or for one task', ['mean', 'bad'], 0, '%'),
    ],
  },
  {
    bench: 'poison',
    says: 'None of # foreign texts becomes such a memory that a tool brings; pasted, # to # of them do (`poison`)',
    figures: [
      from('foreign texts', (record) => foreignTexts(record)[0]?.texts),
      from('pasted texts told, least', (record) => Math.min(...pastedTexts(record))),
      from('pasted texts told, most', (record) => Math.max(...pastedTexts(record))),
    ],
    holds: (record) => foreignTexts(record)[0]?.delivered === 0,
  },
  {
    bench: 'supersede',
    says: 'In # of # scripted conversations the newest statement holds (`supersede`)',
    figures: [
      at('conversations as they should be', ['in order', 'held']),
      at('conversations', ['conversations']),
    ],
  },
  {
    bench: 'search',
    says: 'takes # ms at 10,000 memories and # ms at 100,000 (P50, words and meaning); the official memory server takes # ms at 1,000 (`search`)',
    figures: [
      at('search, 10,000 memories', ['10000', 'hybrid', 'p50'], 1, 'ms'),
      at('search, 100,000 memories', ['100000', 'hybrid', 'p50'], 1, 'ms'),
      at('memory server, 1,000', ['serverMemory1000', 'words', 'p50'], 1, 'ms'),
    ],
  },
  {
    bench: 'conversations',
    says: 'with # passages and # memories, a question without the model takes # times the CPU of one plain FTS query over the passages; the idle daemon uses # MB (`conversations`)',
    figures: [
      at('passages', ['passages']),
      at('memories', ['memories']),
      at('question, of a plain FTS query', ['questions', 'ratio'], 1, '×'),
      at('idle daemon with all passages', ['daemon', 'fresh', 'memoryMb'], 0, 'MB'),
    ],
  },
  {
    bench: 'embed',
    says: 'embeds a sentence in # ms and has # times the batch throughput of MiniLM in `@lat.md/embed`, with # MB of memory (`embed`)',
    figures: [
      at('one sentence', ['models', 'squirrel-s3', 'text25', 'p50'], 0, 'ms'),
      at('batches, of MiniLM', ['ratios', 'squirrel-s3', 'textsPerSecond'], 0, '×'),
      at('memory of the embedder', ['models', 'squirrel-s3', 'memory', 'moreMb'], 0, 'MB'),
    ],
  },
  {
    bench: 'ingest',
    says: 'runs at # of the speed of bare `JSON.parse` for # MB and # for # MB; cutting episodes and learning come on top',
    figures: [
      at('one large log, of JSON.parse', ['many', 'ratio'], 2, '×'),
      at('one large log', ['many', 'megabytes'], 0, 'MB'),
      at('logs of sessions, of JSON.parse', ['sessions', 'ratio'], 2, '×'),
      at('logs of sessions', ['sessions', 'megabytes'], 0, 'MB'),
    ],
  },
  {
    bench: 'ui',
    says: 'is usable # s after it opens with 20,000 memories, and shows search results # s after the last key (`ui`)',
    figures: [
      from('panel usable', (record) => seconds(record, ['firstMs', 'p50']), 1, 's'),
      from('panel, search', (record) => seconds(record, ['searchMs', 'p50']), 1, 's'),
    ],
  },
  {
    bench: 'daemon',
    says: 'The idle daemon uses # MB after reading the logs of a project, and no CPU (`daemon --data DIR`)',
    figures: [at('idle daemon', ['idle', 'mb'], 0, 'MB')],
    holds: (record) => (numberAt(record, ['idle', 'cpuPercent']) ?? 100) < 0.5,
  },
  {
    bench: 'storm',
    says: '# hooks and # agents while the daemon reads # MB of logs and is killed # times: nothing lost, duplicated or left behind (`storm`)',
    figures: [
      at('hooks', ['hooks', 'count']),
      from('agents', ({ agents }) => (Array.isArray(agents) ? agents.length : undefined)),
      from('logs read', (record) => (numberAt(record, ['bytes']) ?? Number.NaN) / 1e6, 0, 'MB'),
      at('kills', ['kills']),
    ],
    holds: ({ unanswered, faults = [] }) => unanswered === 0 && Array.isArray(faults) && faults.length === 0,
  },
  {
    bench: 'hook',
    says: 'take # to # times as long as a bare `node -e 0`, and none of # exceeded its limit (`hook`)',
    figures: [
      from(
        'hooks, of a bare node, least',
        (record) => Math.min(...hooksIn(record).map(({ ratio }) => ratio)),
        2,
        '×',
      ),
      from(
        'hooks, of a bare node, most',
        (record) => Math.max(...hooksIn(record).map(({ ratio }) => ratio)),
        2,
        '×',
      ),
      from('hooks', (record) => (numberAt(record, ['runs']) ?? Number.NaN) * hooksIn(record).length),
    ],
    holds: (record) => hooksIn(record).every(({ late }) => late === 0),
  },
  {
    bench: 'replay',
    says: '# % of the files it goes on to change are among the first ten; a word search over past sessions finds # % (`replay`). Most of that comes from prompts that name files; without named files it is # %',
    figures: [
      at('files for a task, first ten', ['recall', 'all parts', 'all'], 0, '%'),
      at('files, word search', ['recall', 'past-session BM25', 'all'], 0, '%'),
      at('files, none named', ['recall', 'all parts', 'unnamed'], 0, '%'),
    ],
  },
  {
    bench: 'history',
    says: 'every query takes at most # ms (P95) over # events; a scan takes # ms (`history`)',
    figures: [
      from(
        'slowest query of the history, P95',
        (record) => Math.max(...queriesIn(record).map(({ p95 }) => p95)),
        1,
        'ms',
      ),
      at('events', ['rows']),
      at('a scan', ['milliseconds', SCAN, 'p50'], 0, 'ms'),
    ],
  },
  {
    bench: 'graph',
    says: "agrees with the TypeScript compiler on hono's calls with an F1 of #; a changed file is read in # ms",
    figures: [
      at('calls in hono, F1', ['accuracy', 'edges', 'f1'], 2),
      at('a changed file', ['oneFileMs', 'wall', 'p50'], 0, 'ms'),
    ],
  },
  {
    bench: 'graph-size',
    says: 'impact takes # ms over # edges (`graph`, `graph-size`)',
    figures: [at('impact', ['impactMs', 'p50'], 1, 'ms'), at('edges', ['edges'])],
  },
];

/** The same of docs/PROOF.md. */
const PROOF_SENTENCES: readonly QuotedSentence[] = [
  {
    bench: 'proof',
    says: 'meant to hold the truth 95 times of 100 (# to # % of them do on simulated users)',
    figures: [
      from('intervals that hold the truth, least', (record) => Math.min(...coverage(record)), 1, '%'),
      from('intervals that hold the truth, most', (record) => Math.max(...coverage(record)), 1, '%'),
    ],
  },
  {
    bench: 'proof',
    says: 'of # simulated users without an effect # are told of one after 250 sessions and # after 500',
    figures: [
      at('simulated users', ['users']),
      at('users told of an effect by chance, 250 sessions', ['figures', 'no effect, 250 sessions', 'called']),
      at('users told of an effect by chance, 500 sessions', ['figures', 'no effect, 500 sessions', 'called']),
    ],
  },
  {
    bench: 'proof',
    says: 'is muted within 40 sessions in # of # simulated lives where it turns 20 % of bad sessions into 80 %, in # where it turns 25 % into 60 %, and in # where it changes nothing',
    figures: [
      at('clear harm muted within 40 sessions', ['figures', 'clearly harmful (20 % to 80 %)', 'soon']),
      at('simulated lives', ['users']),
      at('milder harm muted within 40 sessions', ['figures', 'harmful (25 % to 60 %)', 'soon']),
      at('no effect muted within 40 sessions', ['figures', 'no effect (30 % bad either way)', 'soon']),
    ],
  },
  {
    bench: 'agent',
    says: 'the hook tells the whole rule in # of # tasks and part of it in #, with # tokens a task; one `get_task_context` tells the whole rule in # and part of it in #, with # tokens.',
    figures: [
      at('whole rules that the hook tells', ['hook', 'whole']),
      at('tasks of an agent', ['tasks']),
      at('rules that the hook tells in part', ['hook', 'part']),
      at('tokens of the hook a task', ['hook', 'tokens']),
      at('whole rules that get_task_context tells', ['get_task_context', 'whole']),
      at('rules that get_task_context tells in part', ['get_task_context', 'part']),
      at('tokens of get_task_context a task', ['get_task_context', 'tokens']),
    ],
  },
];

/** A row of a table of arms: those of `report` in `bench/agent.ts`, or a part of them. */
const armRow = (bench: string, says: string, arm: string, names: readonly string[]): QuotedSentence => ({
  ...{ bench, says },
  figures: names.map((name) =>
    at(`${arm}: ${name}`, ['arms', arm, name], name === 'corrections' ? 2 : name === 'memoryCalls' ? 1 : 0),
  ),
});

const TRIAL = ['tasks', 'firstTry', 'corrections'];

const TRIAL_SENTENCES: readonly QuotedSentence[] = [
  armRow('trial', '| no memory | # | # | # | – |', 'none', TRIAL),
  armRow('trial', '| session start, prompt hook, MCP tools | # | # | # | # |', 'both', [
    ...TRIAL,
    'memoryCalls',
  ]),
  armRow(
    'trial',
    '| `sqrl ask --briefing` pasted into the prompt, no tools | # | # | # | – |',
    'briefing',
    TRIAL,
  ),
  armRow(
    'trial',
    '| the settled words of the right talk pasted into the prompt, no tools | # | # | # | – |',
    'settled words',
    TRIAL,
  ),
];

const PLAYED = ['tasks', 'firstTry', 'corrections', 'memoryCalls', 'tokensTold'];

const PLAYED_SENTENCES = ['none', 'hook', 'tools', 'both'].map((arm) =>
  armRow('played', `| \`${arm}\` | # | # | # | # | # |`, arm, PLAYED),
);

const README_SENTENCES: readonly QuotedSentence[] = [
  armRow('trial', '| without memory | # of # | # |', 'none', ['firstTry', 'tasks', 'corrections']),
  armRow('trial', "| with Squirrel's hooks and tools | **# of #** | **#** |", 'both', [
    ...['firstTry', 'tasks', 'corrections'],
  ]),
];

/** The pages that quote benchmarks, with their sentences. */
export const QUOTING_PAGES: Readonly<Record<string, readonly QuotedSentence[]>> = {
  'README.md': README_SENTENCES,
  'docs/BENCHMARKS.md': BENCHMARK_SENTENCES,
  'docs/PROOF.md': [...PROOF_SENTENCES, ...PLAYED_SENTENCES, ...TRIAL_SENTENCES],
};

export const ALL_SENTENCES = Object.values(QUOTING_PAGES).flat();

const finite = (value: number | undefined): number | undefined =>
  value !== undefined && Number.isFinite(value) ? value : undefined;

function numberAt(record: BenchRecord, path: readonly string[]): number | undefined {
  let at: unknown = record;
  for (const key of path) at = (at as BenchRecord | undefined)?.[key];
  return typeof at === 'number' ? at : undefined;
}

const seconds = (record: BenchRecord, path: readonly string[]): number | undefined =>
  (numberAt(record, path) ?? Number.NaN) / 1000;

/** The objects below a key of a record. */
const below = <T>(record: BenchRecord, key: string): [string, T][] =>
  Object.entries((record[key] ?? {}) as Record<string, T>);

/** Lines that each project's agents would be told, and the percent of those judged that are useful. */
const toldIn = (record: BenchRecord): { lines: number; useful: number }[] =>
  below<{ told: Record<string, number> }>(record, 'projects').map(([, { told }]) => {
    const { unjudged = 0, ...verdicts } = told;
    const judged = Object.values(verdicts).reduce((sum, n) => sum + n, 0);
    return { lines: judged + unjudged, useful: (100 * told.useful!) / judged };
  });

interface ForeignTexts {
  texts: number;
  delivered: number;
}

/** The texts of each way a foreign text can take, and how many of them an agent would be told. */
const foreignTexts = (record: BenchRecord): ForeignTexts[] =>
  // Until 2026-11-15 a record had one way only.
  [record, ...Object.values(record)].flatMap((way) => {
    const { injected, clean } = (way ?? {}) as Record<string, ForeignTexts | undefined>;
    return injected && clean
      ? [{ texts: injected.texts + clean.texts, delivered: injected.delivered + clean.delivered }]
      : [];
  });

/** How many are told of those that are pasted, by the way they are: tools come first. */
const pastedTexts = (record: BenchRecord): number[] =>
  foreignTexts(record)
    .slice(1)
    .map(({ delivered }) => delivered);

const hooksIn = (record: BenchRecord): { ratio: number; late: number }[] =>
  below<{ ratio: number; late: number }>(record, 'events').map(([, event]) => event);

const queriesIn = (record: BenchRecord): { p95: number }[] =>
  below<{ p95: number }>(record, 'milliseconds').flatMap(([name, times]) => (name === SCAN ? [] : times));

/** The percent of intervals that hold the truth, of every kind of simulated users. */
const coverage = (record: BenchRecord): number[] =>
  below<Record<string, number>>(record, 'figures').flatMap(([, kind]) => kind.covering ?? []);
