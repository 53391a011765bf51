import type { Atlas, MapSpot } from './atlas.ts';

export interface Circle {
  x: number;
  y: number;
  r: number;
}

export interface Places {
  modules: ReadonlyMap<string, Circle>;
  files: ReadonlyMap<string, Circle>;
}

/** Files lie this far from one another; everything else follows from it. */
const STEP = 2.3;
const RIM = 2.2;
const BETWEEN = 5;
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
/** From so many modules on they are placed more loosely, since each is held against all others. */
const MANY_MODULES = 200;

/**
 * Places modules next to those they import or are imported by, those with most ties first and in the middle, and the files
 * in them, most used first. Nothing is left to chance: a person who comes back finds everything where it was.
 */
export function placesOf({ picture, modules: { on, by }, files, filesOf }: Atlas): Places {
  const tiesOf = (name: string) => [...(on.get(name) ?? []), ...(by.get(name) ?? [])];
  const weight = new Map(
    picture.modules.map(({ name }) => [name, sum(tiesOf(name).map((tie) => tie.weight))]),
  );
  const sizeOf = ({ files, tests }: { files: number; tests: number }) => Math.max(1, files + tests);
  const order = picture.modules.toSorted(
    (a, b) =>
      weight.get(b.name)! - weight.get(a.name)! || sizeOf(b) - sizeOf(a) || (a.name < b.name ? -1 : 1),
  );
  const loose = Math.max(1, picture.modules.length / MANY_MODULES);
  const placed = new Map<string, Circle>();
  for (const module of order) {
    const tied = tiesOf(module.name).flatMap(({ to, weight }) => {
      const at = placed.get(to);
      return at ? [{ ...at, weight: Math.log1p(weight) }] : [];
    });
    const total = sum(tied.map((one) => one.weight)) || 1;
    const [x, y] = (['x', 'y'] as const).map((of) => sum(tied.map((one) => one[of] * one.weight)) / total);
    placed.set(
      module.name,
      freeNear({ x: x!, y: y!, r: STEP * Math.sqrt(sizeOf(module)) + RIM }, placed, loose),
    );
  }
  const users = (path: string) => files.by.get(path)?.length ?? 0;
  const dots = [...placed].flatMap(([name, disc]) =>
    (filesOf.get(name) ?? [])
      .toSorted((a, b) => users(b.path) - users(a.path) || (a.path < b.path ? -1 : 1))
      .map(({ path, symbols }, i): [string, Circle] => {
        const r = Math.min(1.05, 0.5 + 0.12 * Math.log1p(symbols));
        return [path, { ...onSpiral(disc, i + 0.5, STEP * 0.97), r }];
      }),
  );
  return { modules: placed, files: new Map(dots) };
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);

/** Like the seeds of a sunflower around a middle. */
const onSpiral = ({ x, y }: { x: number; y: number }, i: number, step: number) => ({
  x: x + step * Math.sqrt(i) * Math.cos(i * GOLDEN),
  y: y + step * Math.sqrt(i) * Math.sin(i * GOLDEN),
});

/** The first place on a spiral around where a circle wants to be that overlaps no other. */
function freeNear(wanted: Circle, others: ReadonlyMap<string, Circle>, step: number): Circle {
  const { r } = wanted;
  for (let i = 0; ; i++) {
    const spot = onSpiral(wanted, i, step);
    const isFree = others
      .values()
      .every((other) => Math.hypot(other.x - spot.x, other.y - spot.y) >= other.r + r + BETWEEN);
    if (isFree) return { ...spot, r };
  }
}

/** What the map shows around where one is: the whole, a module, a file among its neighbors, or all that an impact reaches. */
export function viewOf(
  { modules, files }: Places,
  spot: MapSpot,
  reach?: ReadonlyMap<string, number>,
): Circle {
  const reached = [...(reach?.keys() ?? [])].flatMap((path) => files.get(path) ?? []);
  if (reached.length > 1) return around(reached, 6);
  const [module, file] = [modules.get(spot.module ?? ''), files.get(spot.file ?? '')];
  if (!module) return around([...modules.values()], 8);
  const r = Math.min(module.r, 14);
  return file ? { x: file.x, y: file.y, r: r * 1.3 } : { ...module, r: module.r * 1.3 };
}

function around(all: readonly Circle[], more: number): Circle {
  const [left, right, top, bottom] = [
    Math.min(...all.map(({ x, r }) => x - r)),
    Math.max(...all.map(({ x, r }) => x + r)),
    Math.min(...all.map(({ y, r }) => y - r)),
    Math.max(...all.map(({ y, r }) => y + r)),
  ];
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    r: Math.max(12, right - left, bottom - top) / 2 + more,
  };
}

const WAYS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] } as const;
export type Direction = keyof typeof WAYS;

/** The name of what lies next to a point in a direction; undefined at the edge. */
export function nextTo(
  from: { x: number; y: number },
  all: Iterable<readonly [string, { x: number; y: number }]>,
  direction: Direction,
): string | undefined {
  const [ux, uy] = WAYS[direction];
  const measured = [...all].flatMap(([name, { x, y }]) => {
    const [dx, dy] = [x - from.x, y - from.y];
    const along = dx * ux + dy * uy;
    const beside = Math.abs(dx * uy - dy * ux);
    return along > 1e-6 && beside <= along * 2 ? [{ name, far: along + beside * 2 }] : [];
  });
  return measured.sort((a, b) => a.far - b.far)[0]?.name;
}
