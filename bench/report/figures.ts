/** A figure that the README quotes: where it stands in the record of a benchmark, and the words around it. */
export interface QuotedFigure {
  bench: string;
  label: string;
  /** Keys from the record to the number. */
  path: readonly string[];
  digits: number;
  unit: '%' | 'ms' | 'MB' | '';
  /** The README has these words, with the number for `#`. */
  says: string;
}

/** The figures of the README that a record holds. A figure that is added there is added here. */
export const QUOTED: readonly QuotedFigure[] = [
  {
    bench: 'paraphrase',
    label: 'paraphrases, first five',
    path: ['squirrel-s3', 'default', 'hit5'],
    digits: 0,
    unit: '%',
    says: 'for # % of 350 paraphrased questions',
  },
  {
    bench: 'paraphrase',
    label: 'paraphrases, words alone',
    path: ['squirrel-s3', 'words', 'hit5'],
    digits: 0,
    unit: '%',
    says: 'for # % with words alone (`paraphrase`)',
  },
  {
    bench: 'replay',
    label: 'files for a task, first ten',
    path: ['recall', 'all parts', 'all'],
    digits: 0,
    unit: '%',
    says: '# % of the files it goes on to change',
  },
  {
    bench: 'replay',
    label: 'files, word search',
    path: ['recall', 'past-session BM25', 'all'],
    digits: 0,
    unit: '%',
    says: 'past sessions finds # % (`replay`)',
  },
  {
    bench: 'replay',
    label: 'files, none named',
    path: ['recall', 'all parts', 'unnamed'],
    digits: 0,
    unit: '%',
    says: 'without named files it is # %',
  },
  {
    bench: 'search',
    label: 'search, 100,000 memories',
    path: ['100000', 'hybrid', 'p50'],
    digits: 1,
    unit: 'ms',
    says: 'and # ms at 100,000',
  },
  {
    bench: 'search',
    label: 'memory server, 1,000',
    path: ['serverMemory1000', 'words', 'p50'],
    digits: 1,
    unit: 'ms',
    says: 'memory server takes # ms at 1,000',
  },
  {
    bench: 'conversations',
    label: 'idle daemon with 100,000 passages',
    path: ['daemon', 'fresh', 'memoryMb'],
    digits: 0,
    unit: 'MB',
    says: 'the idle daemon uses # MB (`conversations`)',
  },
  {
    bench: 'daemon',
    label: 'idle daemon after 98 sessions',
    path: ['idle', 'mb'],
    digits: 0,
    unit: 'MB',
    says: 'The idle daemon uses # MB after reading 98 sessions',
  },
  {
    bench: 'ingest',
    label: 'reading 400 MB, of JSON.parse',
    path: ['big', 'ratio'],
    digits: 1,
    unit: '',
    says: 'runs at # of the speed of bare `JSON.parse` for 400 MB',
  },
  {
    bench: 'ingest',
    label: 'reading 55 MB, of JSON.parse',
    path: ['sessions', 'ratio'],
    digits: 2,
    unit: '',
    says: 'and # for 55 MB',
  },
  {
    bench: 'embed',
    label: 'memory of the embedder',
    path: ['models', 'squirrel-s3', 'memory', 'moreMb'],
    digits: 0,
    unit: 'MB',
    says: 'with # MB of memory (`embed`)',
  },
  {
    bench: 'hook',
    label: 'hook before a tool, of a bare node',
    path: ['events', 'PreToolUse', 'ratio'],
    digits: 2,
    unit: '',
    says: 'take # to',
  },
  {
    bench: 'graph',
    label: 'calls in hono, F1',
    path: ['accuracy', 'edges', 'f1'],
    digits: 2,
    unit: '',
    says: "hono's calls with an F1 of #",
  },
  {
    bench: 'graph',
    label: 'a changed file',
    path: ['oneFileMs', 'wall', 'p50'],
    digits: 0,
    unit: 'ms',
    says: 'a changed file is read in # ms',
  },
];

/** What a benchmark wrote with `--record`. */
export type BenchRecord = Record<string, unknown>;

/** The number of a figure in a record; undefined where it has none. */
export function figureIn({ path }: QuotedFigure, record: BenchRecord | undefined): number | undefined {
  let at: unknown = record;
  for (const key of path) at = (at as Record<string, unknown> | undefined)?.[key];
  return typeof at === 'number' ? at : undefined;
}

/** Figures of which the README says something else than the record, as it should say it. */
export function misquoted(readme: string, records: ReadonlyMap<string, BenchRecord>): string[] {
  const text = readme.replace(/\s+/g, ' ');
  return QUOTED.flatMap((figure) => {
    const value = figureIn(figure, records.get(figure.bench));
    if (value === undefined) return [`${figure.bench}: no record of "${figure.label}"`];
    const says = figure.says.replace('#', value.toFixed(figure.digits));
    return text.includes(says) ? [] : [`${figure.bench}: the README should say "${says}"`];
  });
}
