/** Files that import each other more than they do others. */
export interface Community {
  /** The one most others of it import; null for what hangs together with nothing. */
  centre: string | null;
  files: string[];
}

/**
 * Finds communities among files by who imports whom. A file that a quarter of all files import connects none of them. The same
 * files and imports always give the same answer.
 */
export function communitiesOf(
  files: readonly string[],
  imports: readonly { from: string; to: string }[],
): Community[] {
  const paths = [...files].sort();
  const inside = new Set(paths);
  const edges = imports.filter(({ from, to }) => from !== to && inside.has(from) && inside.has(to));
  const importers = Map.groupBy(edges, ({ to }) => to);
  const ties: CommunityTies = new Map(paths.map((path) => [path, new Map()]));
  for (const { from, to } of edges) {
    const popularity = importers.get(to)!.length;
    if (popularity > paths.length / 4) continue;
    tie(ties, from, to, 1 / Math.sqrt(popularity));
    tie(ties, to, from, 1 / Math.sqrt(popularity));
  }
  const groups = [...Map.groupBy(paths, labelsOf(ties)).values()];
  const large = groups.filter((group) => group.length >= SMALLEST);
  const alone: string[] = [];
  for (const group of groups)
    if (group.length < SMALLEST) (closest(group, large, ties) ?? alone).push(...group);
  const communities = large.map((group): Community => {
    const files = group.sort();
    return { centre: centreOf(files, importers), files };
  });
  return alone.length > 0 ? [...communities, { centre: null, files: alone.sort() }] : communities;
}

/** The group that a small one hangs together with most. */
function closest(small: readonly string[], groups: string[][], ties: CommunityTies): string[] | undefined {
  const strength = (group: readonly string[]): number =>
    sum(small.flatMap((path) => group.map((other) => ties.get(path)!.get(other) ?? 0)));
  const [best] = groups.map((group) => ({ group, ties: strength(group) })).sort((a, b) => b.ties - a.ties);
  return best && best.ties > 0 ? best.group : undefined;
}

const SMALLEST = 3;

/** How strongly any two hang together, told from both. */
type CommunityTies = Map<string, Map<string, number>>;

function tie(ties: CommunityTies, a: string, b: string, weight: number): void {
  const row = ties.get(a) ?? new Map<string, number>();
  ties.set(a, row);
  row.set(b, (row.get(b) ?? 0) + weight);
}

/**
 * After Louvain: each joins the neighbours it has more ties with than chance would give it; then communities are taken
 * for single ones, and do the same, until none wants to.
 */
function labelsOf(ties: CommunityTies): (path: string) => string {
  const labels = join(ties);
  if (new Set(labels.values()).size === ties.size) return (path) => path;
  const larger: CommunityTies = new Map();
  for (const [a, row] of ties) {
    const label = labels.get(a)!;
    if (!larger.has(label)) larger.set(label, new Map());
    for (const [b, weight] of row) tie(larger, label, labels.get(b)!, weight);
  }
  const above = labelsOf(larger);
  return (path) => above(labels.get(path)!);
}

function join(ties: CommunityTies): Map<string, string> {
  const labels = new Map([...ties.keys()].map((each) => [each, each]));
  const degrees = new Map([...ties].map(([each, row]) => [each, sum(row.values())]));
  const totals = new Map(degrees);
  const all = sum(degrees.values());
  for (let round = 0, moved = true; moved && round < ROUNDS; round++) {
    moved = false;
    for (const [each, row] of ties) {
      const own = labels.get(each)!;
      const degree = degrees.get(each)!;
      totals.set(own, totals.get(own)! - degree);
      const to = new Map([[own, 0]]);
      for (const [other, weight] of row)
        if (other !== each) to.set(labels.get(other)!, (to.get(labels.get(other)!) ?? 0) + weight);
      const gain = (label: string): number => to.get(label)! - (totals.get(label)! * degree) / all;
      const best = [...to.keys()].reduce((a, b) => (gain(b) > gain(a) + HARDLY ? b : a));
      totals.set(best, totals.get(best)! + degree);
      if (best === own) continue;
      labels.set(each, best);
      moved = true;
    }
  }
  return labels;
}

const ROUNDS = 20;
// Sums of fractions differ a little with their order.
const HARDLY = 1e-9;

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, each) => total + each, 0);

function centreOf(
  group: readonly string[],
  importers: ReadonlyMap<string, readonly { from: string }[]>,
): string {
  const inside = new Set(group);
  const count = (path: string): number =>
    (importers.get(path) ?? []).filter(({ from }) => inside.has(from)).length;
  return group.reduce((best, path) => (count(path) > count(best) ? path : best));
}
