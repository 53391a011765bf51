/** What a benchmark wrote with `--record`. */
export type BenchRecord = Record<string, unknown>;

/** A number in a record that a document quotes. */
export interface QuotedFigure {
  label: string;
  digits: number;
  unit: '%' | 'ms' | 's' | 'MB' | '×' | '';
  /** Undefined where the record does not have it. */
  of(record: BenchRecord): number | undefined;
}

/** Words that quote a benchmark. */
export interface QuotedSentence {
  bench: string;
  /** The words as they stand on the page, with `#` for each figure in turn. */
  says: string;
  figures: readonly QuotedFigure[];
  /** What the words say without a number ("none", "nothing lost"); where it does not hold they must be changed by hand. */
  holds?(record: BenchRecord): boolean;
}

/** The figures of a report, by bench and label. */
export type ReportedFigures = ReadonlyMap<string, number>;

export const figureKey = (bench: string, { label }: Pick<QuotedFigure, 'label'>): string =>
  `${bench}: ${label}`;

/** A number as a page has it. */
export const shownFigure = ({ digits }: Pick<QuotedFigure, 'digits'>, value: number): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A page with every sentence as the figures want it; a sentence that it does not have, or a figure without a value, is named. */
export function quote(
  page: string,
  sentences: readonly QuotedSentence[],
  figures: ReportedFigures,
): { text: string; missing: string[] } {
  const missing: string[] = [];
  let text = page;
  for (const { bench, says, figures: wanted } of sentences) {
    const values = wanted.map((figure) => figures.get(figureKey(bench, figure)));
    const place = patternOf(says);
    if (values.includes(undefined)) missing.push(`${bench}: the report has no figure for "${says}"`);
    else if (!place.test(text)) missing.push(`${bench}: the page does not say "${says}"`);
    else
      text = text.replace(place, (...found: string[]) =>
        found
          .slice(1, 2 + wanted.length)
          .map((words, i) => words + (i < wanted.length ? shownFigure(wanted[i]!, values[i]!) : ''))
          .join(''),
      );
  }
  return { text, missing };
}

/** A sentence wherever lines break: the words between the figures are captured. */
function patternOf(says: string): RegExp {
  const words = (part: string) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+');
  return new RegExp(
    says
      .split('#')
      .map((part) => `(${words(part)})`)
      .join('[\\d,.]*\\d'),
  );
}

/** The lines with figures of a section that no sentence covers. */
export function unquoted(section: string, sentences: readonly { says: string }[]): string[] {
  let rest = section;
  for (const { says } of sentences)
    rest = rest.replace(patternOf(says), (whole) => whole.replaceAll(/[^\n]/g, ' '));
  return rest.split('\n').filter((line) => /\d/.test(line));
}
