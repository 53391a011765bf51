import type Sigma from 'sigma';
import type { NodeDisplayData } from 'sigma/types';
import type { MapSpot } from './at.ts';
import { mixed, type Palette } from './palette.ts';
import type { Atlas } from './picture.ts';
import type { Disc } from './place.ts';

/** What decides how the map looks at the moment. */
export interface MapAppearance {
  spot: MapSpot;
  palette: Palette;
  reach: ReadonlyMap<string, number> | undefined;
  hover: string | undefined;
}

interface Drawing {
  sigma: Sigma;
  atlas: Atlas;
  discs: readonly Disc[];
  look: MapAppearance;
  /** What stands below the name of a part. */
  caption(module: string): string;
}

interface ScreenDisc extends Disc {
  px: number;
  py: number;
  pr: number;
}

/** So many lines at most; more would be a black square. */
const LINES = 300;
const FONT = "'Inter', ui-sans-serif, system-ui, sans-serif";

/** Draws below the dots what is larger than they are: the parts, how they lean on one another, and their names. */
export function drawDiscs(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { sigma, discs } = drawing;
  const { width, height } = sigma.getDimensions();
  context.clearRect(0, 0, width, height);
  const shown = new Map(discs.map((disc) => [disc.name, onScreen(sigma, disc)]));
  drawCouplings(context, drawing, shown);
  for (const disc of shown.values()) drawDisc(context, drawing, disc);
  drawRing(context, drawing);
  const seen = [...shown.values()].filter(
    ({ px, py, pr }) => px + pr > 0 && px - pr < width && py + pr > 0 && py - pr < height,
  );
  drawNames(context, drawing, seen);
}

function onScreen(sigma: Sigma, disc: Disc): ScreenDisc {
  const { x: px, y: py } = sigma.graphToViewport(disc);
  const edge = sigma.graphToViewport({ x: disc.x + disc.r, y: disc.y });
  return { ...disc, px, py, pr: Math.hypot(edge.x - px, edge.y - py) };
}

function drawCouplings(
  context: CanvasRenderingContext2D,
  { atlas, look: { spot, palette, reach } }: Drawing,
  shown: ReadonlyMap<string, ScreenDisc>,
): void {
  const strongest = atlas.picture.couplings.slice(0, LINES);
  for (const { from, to, imports, calls } of strongest) {
    const [a, b] = [shown.get(from), shown.get(to)];
    if (!a || !b || a === b) continue;
    const mine = reach ? undefined : toneOf(spot, from, to);
    context.strokeStyle = palette[mine ?? 'ink-3'];
    context.globalAlpha = mine ? 0.75 : spot.module !== undefined || reach ? 0.1 : 0.3;
    context.lineWidth = Math.min(7, 0.6 + Math.log1p(imports + calls) * 0.6);
    context.beginPath();
    context.moveTo(a.px, a.py);
    // A little to the right of the straight line, so that the way there and the way back are two lines.
    const bend = 0.12;
    context.quadraticCurveTo(
      (a.px + b.px) / 2 - (b.py - a.py) * bend,
      (a.py + b.py) / 2 + (b.px - a.px) * bend,
      b.px,
      b.py,
    );
    context.stroke();
  }
  context.globalAlpha = 1;
}

/** What the part one is in leans on, and what leans on it. */
const toneOf = ({ module }: MapSpot, from: string, to: string) =>
  module === from ? 'good-fill' : module === to ? 'info-fill' : undefined;

function drawDisc(
  context: CanvasRenderingContext2D,
  { atlas, look: { spot, palette, hover } }: Drawing,
  { name, px, py, pr }: ScreenDisc,
): void {
  const module = atlas.module.get(name)!;
  const known = module.files === 0 ? 0 : module.covered / module.files;
  const chosen = spot.module === name;
  context.beginPath();
  context.arc(px, py, pr, 0, 2 * Math.PI);
  context.fillStyle = mixed(palette.surface, palette['accent-fill'], 0.03 + 0.1 * known);
  context.fill();
  context.lineWidth = chosen ? 2.5 : 1;
  context.strokeStyle = palette[chosen || hover === name ? 'ink' : 'line-strong'];
  context.stroke();
}

function drawRing(context: CanvasRenderingContext2D, { sigma, look: { spot, palette } }: Drawing): void {
  if (spot.file === undefined) return;
  const dot = sigma.getNodeDisplayData(spot.file);
  if (!dot) return;
  const { x, y } = sigma.framedGraphToViewport(dot);
  context.beginPath();
  context.arc(x, y, sigma.scaleSize(dot.size) + 4, 0, 2 * Math.PI);
  context.lineWidth = 3;
  context.strokeStyle = palette.ink;
  context.stroke();
}

/**
 * Names from the largest part down; one that would lie on another name or part goes elsewhere, or is left out until one
 * comes closer or points at it.
 */
function drawNames(
  context: CanvasRenderingContext2D,
  { sigma, look: { spot, palette, hover }, caption }: Drawing,
  seen: readonly ScreenDisc[],
): void {
  const { width } = sigma.getDimensions();
  const taken: LabelBox[] = [];
  const first = (name: string) => Number(name === spot.module) + 2 * Number(name === hover);
  const parts = seen.filter(({ pr }) => pr >= MIN_NAMED).map((disc) => ({ disc, core: coreOf(disc) }));
  const order = seen.toSorted((a, b) => first(b.name) - first(a.name) || b.pr - a.pr);
  context.textAlign = 'center';
  context.lineJoin = 'round';
  for (const { name, px, py, pr } of order) {
    const below = pr > 30 ? caption(name) : '';
    context.font = `600 13px ${FONT}`;
    const shown = shortName(name);
    const half = Math.max(context.measureText(shown).width, below.length * 5.6) / 2 + 3;
    const height = below ? 30 : 15;
    // Whole, also at the edge.
    const x = Math.min(Math.max(px, half), width - half);
    // Above its disc, else below it, else in it.
    const boxes = [Math.max(py - pr - 6, 34), py + pr + height + 4, py + height / 2].map(
      (bottom) => [x - half, bottom - height, x + half, bottom] as const,
    );
    const isFree = (one: LabelBox) =>
      !taken.some((other) => overlaps(one, other)) &&
      !parts.some(({ disc, core }) => disc.name !== name && overlaps(one, core));
    const box = first(name) > 0 ? boxes[0]! : boxes.find(isFree);
    if (!box || Math.abs(x - px) > Math.max(pr, MIN_NAMED)) continue;
    taken.push(box);
    const bottom = box[3];
    write(context, shown, { x, y: below ? bottom - 15 : bottom, color: palette.ink, palette });
    if (!below) continue;
    context.font = `400 11px ${FONT}`;
    write(context, below, { x, y: bottom, color: palette['ink-3'], palette });
  }
}

/** Radius in pixels from which a part keeps the names of others off. */
const MIN_NAMED = 10;
const MAX_NAME_CHARS = 24;

/** What no other name should cover of a part. */
const coreOf = ({ px, py, pr }: ScreenDisc): LabelBox => [
  px - pr * 0.7,
  py - pr * 0.7,
  px + pr * 0.7,
  py + pr * 0.7,
];

/** Of a long path the end says more, of a long word the beginning. */
const shortName = (name: string): string =>
  name.length <= MAX_NAME_CHARS
    ? name
    : name.includes('/')
      ? `…${name.slice(1 - MAX_NAME_CHARS)}`
      : `${name.slice(0, MAX_NAME_CHARS - 1)}…`;

/** Left, top, right and bottom of a text. */
export type LabelBox = readonly [left: number, top: number, right: number, bottom: number];

/** Whether two texts would lie on one another. */
const overlaps = (a: LabelBox, b: LabelBox): boolean =>
  a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1];

/** Writes with a rim of the ground's colour, so that lines do not run through letters. */
function write(
  context: CanvasRenderingContext2D,
  text: string,
  { x, y, color, palette }: { x: number; y: number; color: string; palette: Palette },
): void {
  context.lineWidth = 4;
  context.strokeStyle = palette.surface;
  context.strokeText(text, x, y);
  context.fillStyle = color;
  context.fillText(text, x, y);
}

type LabelData = Pick<NodeDisplayData, 'x' | 'y' | 'size'> & { label?: string | null };

/** The name of a file below its dot; one that would lie on a name in `taken` is left out. */
export function drawLabel(
  context: CanvasRenderingContext2D,
  data: LabelData,
  { palette, taken }: { palette: Palette; taken: LabelBox[] },
): void {
  if (!data.label) return;
  context.font = `500 11px ${FONT}`;
  context.textAlign = 'center';
  context.lineJoin = 'round';
  const y = data.y + data.size + 13;
  const half = context.measureText(data.label).width / 2 + 2;
  const box: LabelBox = [data.x - half, y - 12, data.x + half, y + 3];
  if (taken.some((other) => overlaps(box, other))) return;
  taken.push(box);
  write(context, data.label, { x: data.x, y, color: palette['ink-2'], palette });
}

/** The whole path of the file that is pointed at, on a ground of its own. */
export function drawHover(context: CanvasRenderingContext2D, data: LabelData, palette: Palette): void {
  if (!data.label || data.size < 4) return;
  context.font = `500 11px ${FONT}`;
  context.textAlign = 'center';
  const half = context.measureText(data.label).width / 2 + 7;
  const top = data.y + data.size + 5;
  context.beginPath();
  context.roundRect(data.x - half, top, half * 2, 20, 5);
  context.fillStyle = palette.ink;
  context.fill();
  context.fillStyle = palette.surface;
  context.fillText(data.label, data.x, top + 14);
}
