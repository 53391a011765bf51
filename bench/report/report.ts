import {
  type BenchRecord,
  figureKey,
  type QuotedFigure,
  type QuotedSentence,
  type ReportedFigures,
  shownFigure,
} from './figures.ts';

export interface ReportFacts {
  day: string;
  machine: string;
  node: string;
  commit: string;
  /** Name of each dataset and a hash of what is in it. */
  datasets: Readonly<Record<string, string>>;
  /** Benchmarks that had to skip or failed, with the reason. */
  left: Readonly<Record<string, string>>;
  sentences: readonly QuotedSentence[];
  /** The newest record of each benchmark. */
  now: ReadonlyMap<string, BenchRecord>;
  /** The figures of the last report; of the first one, those of the records before. */
  last: ReportedFigures;
}

/** One report: a page, charts by their file names, and the figures for programs. */
export interface Report {
  markdown: string;
  charts: Readonly<Record<string, string>>;
  figures: ReportFile;
}

/** What `figures.json` of a report holds. */
export interface ReportFile {
  day: string;
  commit: string;
  machine: string;
  figures: { bench: string; label: string; value: number; recorded: string }[];
}

/** The figures that records have. */
export const figuresOf = (
  sentences: readonly QuotedSentence[],
  records: ReadonlyMap<string, BenchRecord>,
): ReportedFigures =>
  new Map(
    sentences.flatMap(({ bench, figures }) =>
      figures.flatMap((figure): [string, number][] => {
        const record = records.get(bench);
        const value = record && figure.of(record);
        return value === undefined ? [] : [[figureKey(bench, figure), value]];
      }),
    ),
  );

/** One page of all quoted figures with the difference to the last report, and a chart for each unit. */
export function reportOf(facts: ReportFacts): Report {
  const now = figuresOf(facts.sentences, facts.now);
  const quoted = new Map(
    facts.sentences.flatMap(({ bench, figures }) =>
      figures.map((figure) => [figureKey(bench, figure), { bench, figure }] as const),
    ),
  );
  const rows = [...quoted].map(([key, { bench, figure }]) => ({
    ...{ bench, figure, now: now.get(key), last: facts.last.get(key) },
    recorded: dayOf(facts.now.get(bench)),
  }));
  const charts = Object.fromEntries(
    CHARTS.map(({ file, title, units }) => [
      file,
      chart(
        title,
        rows.filter(({ figure }) => units.includes(figure.unit)),
      ),
    ]),
  );
  const untrue = facts.sentences.flatMap(({ bench, says, holds }) => {
    const record = facts.now.get(bench);
    return holds && record && !holds(record) ? [`- \`${bench}\`: "${says}" does not hold`] : [];
  });
  const markdown = [
    `# Benchmarks of ${facts.day}`,
    '',
    `Commit ${facts.commit}, Node ${facts.node}, ${facts.machine}. Two shared cores: ratios mean more than milliseconds.`,
    'A figure that was recorded on another day is of the commit of that day; a table below has the commit, load and time of each bench.',
    '',
    ...CHARTS.flatMap(({ file, title }) => [`![${title}](${file})`, '']),
    '| figure | bench | value | recorded | before | change |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ bench, figure, now, last, recorded }) =>
        `| ${figure.label} | \`${bench}\` | ${shown(figure, now)} | ${recorded} | ${shown(figure, last)} | ${change(figure, now, last)} |`,
    ),
    ...(untrue.length > 0 ? ['', 'Sentences to change:', '', ...untrue] : []),
    '',
    '| bench | recorded | commit | load when it began | seconds |',
    '| --- | --- | --- | --- | --- |',
    ...[...new Set(facts.sentences.map(({ bench }) => bench))].map((bench) => {
      const record = facts.now.get(bench);
      const { commit = '–', load = '–', tookSeconds = '–' } = record ?? {};
      return `| \`${bench}\` | ${[dayOf(record), commit, load, tookSeconds].join(' | ')} |`;
    }),
    '',
    '| dataset | version |',
    '| --- | --- |',
    ...Object.entries(facts.datasets).map(([name, hash]) => `| ${name} | ${hash} |`),
    ...(Object.keys(facts.left).length > 0 ? ['', 'Not run for this report:', ''] : []),
    ...Object.entries(facts.left).map(([bench, why]) => `- \`${bench}\`: ${why}`),
    '',
  ].join('\n');
  const figures = rows.flatMap(({ bench, figure, now: value, recorded }) =>
    value === undefined ? [] : [{ bench, label: figure.label, value, recorded }],
  );
  return {
    markdown,
    charts,
    figures: { day: facts.day, commit: facts.commit, machine: facts.machine, figures },
  };
}

/** A chart for figures that can be compared by eye. */
const CHARTS: readonly { file: string; title: string; units: readonly QuotedFigure['unit'][] }[] = [
  { file: 'shares.svg', title: 'Shares in percent, now and before', units: ['%'] },
  { file: 'times.svg', title: 'Milliseconds on a logarithmic scale, now and before', units: ['ms'] },
  { file: 'ratios.svg', title: 'Ratios, now and before', units: ['×'] },
  { file: 'memory.svg', title: 'Megabytes, now and before', units: ['MB'] },
];

const dayOf = (record: BenchRecord | undefined): string => String(record?.at ?? '–').slice(0, 10);

const shown = (figure: QuotedFigure, value: number | undefined): string =>
  value === undefined ? '–' : `${shownFigure(figure, value)}${figure.unit === '' ? '' : ` ${figure.unit}`}`;

function change(figure: QuotedFigure, now: number | undefined, last: number | undefined): string {
  if (now === undefined || last === undefined) return '–';
  const by = shownFigure(figure, now - last);
  return Number(by.replaceAll(',', '')) === 0 ? '0' : `${now > last ? '+' : ''}${by}`;
}

const ROW = 34;
const LEFT = 260;
const WIDE = 400;

interface ChartRow {
  figure: QuotedFigure;
  now: number | undefined;
  last: number | undefined;
}

/** Horizontal bars from zero, up to 100 % or the largest; the value before as a line across. */
function chart(title: string, all: readonly ChartRow[]): string {
  const rows = all.flatMap(({ figure, now, last }) => (now === undefined ? [] : [{ figure, now, last }]));
  const isShare = rows.every(({ figure }) => figure.unit === '%');
  const most = isShare ? 100 : Math.max(1e-9, ...rows.flatMap(({ now, last }) => [now, last ?? 0]));
  // Times differ by four powers of ten.
  const scaled = rows.some(({ figure }) => figure.unit === 'ms')
    ? (value: number) => Math.log1p(10 * value)
    : Number;
  const x = (value: number) => LEFT + (WIDE * scaled(Math.min(most, Math.max(0, value)))) / scaled(most);
  const bars = rows.flatMap(({ figure, now, last }, i) => [
    `<text x="${LEFT - 8}" y="${i * ROW + 22}" text-anchor="end">${escaped(figure.label)}</text>`,
    `<rect x="${LEFT}" y="${i * ROW + 8}" width="${(x(now) - LEFT).toFixed(1)}" height="20" fill="#8a5a2b"/>`,
    ...(last === undefined
      ? []
      : [
          `<line x1="${x(last).toFixed(1)}" x2="${x(last).toFixed(1)}" y1="${i * ROW + 4}" y2="${i * ROW + 32}" stroke="#222"/>`,
        ]),
    `<text x="${(x(Math.max(now, last ?? 0)) + 6).toFixed(1)}" y="${i * ROW + 22}">${shown(figure, now)}</text>`,
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${LEFT + WIDE + 90}" height="${rows.length * ROW + 12}" font-family="sans-serif" font-size="13">`,
    `<title>${escaped(title)}</title>`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...bars,
    '</svg>',
    '',
  ].join('\n');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
