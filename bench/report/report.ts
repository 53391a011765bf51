import { type BenchRecord, figureIn, QUOTED, type QuotedFigure } from './figures.ts';

export interface ReportFacts {
  day: string;
  machine: string;
  node: string;
  commit: string;
  /** Name of each dataset and a hash of what is in it. */
  datasets: Readonly<Record<string, string>>;
  /** Benchmarks that had to skip or failed, with the reason. */
  left: Readonly<Record<string, string>>;
  /** The newest record of each benchmark, and the one before it. */
  now: ReadonlyMap<string, BenchRecord>;
  last: ReadonlyMap<string, BenchRecord>;
}

/** One page of all quoted figures with the difference to the last records, and a chart of the shares. */
export function reportOf(facts: ReportFacts): { markdown: string; svg: string } {
  const rows = QUOTED.map((figure) => ({
    figure,
    now: figureIn(figure, facts.now.get(figure.bench)),
    last: figureIn(figure, facts.last.get(figure.bench)),
  }));
  const table = rows.map(
    ({ figure, now, last }) =>
      `| ${figure.label} | \`${figure.bench}\` | ${shown(figure, now)} | ${dayOf(facts.now.get(figure.bench))} | ${shown(figure, last)} | ${change(figure, now, last)} |`,
  );
  const markdown = [
    `# Benchmarks of ${facts.day}`,
    '',
    `Commit ${facts.commit}, Node ${facts.node}, ${facts.machine}. Two shared cores: ratios mean more than milliseconds.`,
    '',
    '![Shares in percent, now and before](figures.svg)',
    '',
    '| figure | bench | value | recorded | before | change |',
    '| --- | --- | --- | --- | --- | --- |',
    ...table,
    '',
    '| dataset | version |',
    '| --- | --- |',
    ...Object.entries(facts.datasets).map(([name, hash]) => `| ${name} | ${hash} |`),
    ...(Object.keys(facts.left).length > 0 ? ['', 'Not run:', ''] : []),
    ...Object.entries(facts.left).map(([bench, why]) => `- \`${bench}\`: ${why}`),
    '',
  ].join('\n');
  const shares = rows.filter(({ figure, now }) => figure.unit === '%' && now !== undefined);
  return {
    markdown,
    svg: chart(shares.map(({ figure, now, last }) => ({ label: figure.label, now: now!, last }))),
  };
}

const dayOf = (record: BenchRecord | undefined): string => String(record?.at ?? '–').slice(0, 10);

const shown = ({ digits, unit }: QuotedFigure, value: number | undefined): string =>
  value === undefined ? '–' : `${value.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`;

function change({ digits }: QuotedFigure, now: number | undefined, last: number | undefined): string {
  if (now === undefined || last === undefined) return '–';
  const by = (now - last).toFixed(digits);
  return Number(by) === 0 ? '0' : `${now > last ? '+' : ''}${by}`;
}

const ROW = 34;
const LEFT = 230;
const WIDE = 400;

/** Horizontal bars from 0 to 100; the value before as a line across. */
function chart(rows: readonly { label: string; now: number; last: number | undefined }[]): string {
  const x = (value: number) => LEFT + (WIDE * Math.min(100, Math.max(0, value))) / 100;
  const bars = rows.flatMap(({ label, now, last }, i) => [
    `<text x="${LEFT - 8}" y="${i * ROW + 22}" text-anchor="end">${escaped(label)}</text>`,
    `<rect x="${LEFT}" y="${i * ROW + 8}" width="${(x(now) - LEFT).toFixed(1)}" height="20" fill="#8a5a2b"/>`,
    ...(last === undefined
      ? []
      : [
          `<line x1="${x(last).toFixed(1)}" x2="${x(last).toFixed(1)}" y1="${i * ROW + 4}" y2="${i * ROW + 32}" stroke="#222"/>`,
        ]),
    `<text x="${(x(Math.max(now, last ?? 0)) + 6).toFixed(1)}" y="${i * ROW + 22}">${now} %</text>`,
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${LEFT + WIDE + 70}" height="${rows.length * ROW + 12}" font-family="sans-serif" font-size="13">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...bars,
    '</svg>',
    '',
  ].join('\n');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
