import type { Site, Truth } from './truth.ts';

/** A call that was found: where it stands, and where what is called has its name. */
export interface FoundCall {
  file: string;
  line: number;
  targetFile: string;
  targetLine: number;
  how: string;
}

export interface Score {
  found: number;
  right: number;
  wanted: number;
  met: number;
  precision: number;
  recall: number;
  f1: number;
}

export interface Scores {
  /** By call site: file, line and target. */
  sites: Score;
  /** By edge: calling file and target. */
  edges: Score;
  imports: Score | undefined;
  how: Record<string, { found: number; right: number }>;
  wrong: FoundCall[];
  missed: Site[];
}

/** Whether a path is that of a test, of its fixtures, or of a benchmark. */
const isTest = (path: string): boolean =>
  /(?:[./_-](?:test|spec|bench)[./_-]|(?:^|\/)(?:__)?(?:tests?|specs?|benchmarks?|fixtures|mocks)(?:__\w*)?\/)/.test(
    path,
  );

/** Compares what was found with the truth; calls in tests do not count. */
export function score(
  truth: Truth,
  calls: readonly FoundCall[],
  imports: readonly [from: string, to: string][],
): Scores {
  const counts = (file: string): boolean => truth.imports.has(file) && !isTest(file);
  const sites = truth.sites.filter(({ file }) => counts(file));
  const found = calls.filter(({ file }) => counts(file));
  const places = placesOf(sites);
  const wrong = found.filter((call) => !places.has(siteKey(call)));
  const met = new Set(found.flatMap((call) => places.get(siteKey(call)) ?? []));
  const required = sites.filter(({ optional }) => !optional);
  const how: Scores['how'] = {};
  for (const call of found) {
    const site = places.get(siteKey(call));
    if (site?.every(({ optional }) => optional)) continue;
    const { found: seen, right } = how[call.how] ?? { found: 0, right: 0 };
    how[call.how] = { found: seen + 1, right: right + (site ? 1 : 0) };
  }
  return {
    sites: tally(
      keys(wrong, siteKey),
      keys(required, canonical),
      keys(
        [...met].filter((each) => !each.optional),
        canonical,
      ),
    ),
    edges: tally(
      keys(wrong, edgeKey),
      keys(required, canonicalEdge),
      keys(
        [...met].filter((each) => !each.optional),
        canonicalEdge,
      ),
    ),
    imports: [...truth.imports.values()].some((files) => files.length > 0)
      ? scoreImports(
          truth,
          imports.filter(([from]) => counts(from)),
        )
      : undefined,
    how,
    wrong,
    missed: required.filter((site) => !met.has(site)),
  };
}

const keys = <T>(items: Iterable<T>, key: (item: T) => string): Set<string> => new Set([...items].map(key));

const siteKey = ({ file, line, targetFile, targetLine }: FoundCall): string =>
  `${file}:${line} ${targetFile}:${targetLine}`;
const edgeKey = ({ file, targetFile, targetLine }: FoundCall): string =>
  `${file} ${targetFile}:${targetLine}`;
const canonical = (site: Site): string => `${site.file}:${site.line} ${site.target_file}:${site.target_line}`;
const canonicalEdge = (site: Site): string => `${site.file} ${site.target_file}:${site.target_line}`;

/** Sites by every place at which their target is declared. */
function placesOf(sites: readonly Site[]): Map<string, Site[]> {
  const places = new Map<string, Site[]>();
  for (const site of sites)
    for (const [targetFile, targetLine] of [
      [site.target_file, site.target_line] as const,
      ...(site.also ?? []),
    ]) {
      const key = `${site.file}:${site.line} ${targetFile}:${targetLine}`;
      places.set(key, [...(places.get(key) ?? []), site]);
    }
  return places;
}

function tally(wrong: ReadonlySet<string>, wanted: ReadonlySet<string>, met: ReadonlySet<string>): Score {
  // An edge that is wrong at one site and right at another is there in truth.
  const bad = [...wrong].filter((key) => !wanted.has(key)).length;
  return rated({ found: met.size + bad, right: met.size, wanted: wanted.size, met: met.size });
}

function rated(counts: Pick<Score, 'found' | 'right' | 'wanted' | 'met'>): Score {
  const precision = counts.found === 0 ? 1 : counts.right / counts.found;
  const recall = counts.wanted === 0 ? 1 : counts.met / counts.wanted;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { ...counts, precision, recall, f1 };
}

function scoreImports({ imports }: Truth, found: readonly [from: string, to: string][]): Score {
  const wanted = new Set(
    [...imports].flatMap(([from, to]) => (isTest(from) ? [] : to.map((each) => `${from} ${each}`))),
  );
  const seen = new Set(found.map(([from, to]) => `${from} ${to}`));
  const met = [...seen].filter((key) => wanted.has(key)).length;
  return rated({ found: seen.size, right: met, wanted: wanted.size, met });
}
