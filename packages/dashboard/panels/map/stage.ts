import type Graph from 'graphology';
import Sigma from 'sigma';
import type { MapSpot } from './at.ts';
import { drawDiscs, drawHover, drawLabel, type LabelBox, type MapAppearance } from './discs.ts';
import { dotLook, drawLines } from './dots.ts';
import type { Atlas } from './picture.ts';
import type { Disc } from './place.ts';

/** What is on the stage. What may change while it stands is asked for when it is needed. */
export interface MapStage {
  graph: Graph;
  atlas: Atlas;
  discs: readonly Disc[];
  look(): MapAppearance;
  caption(module: string): string;
  go(to: MapSpot): void;
}

/** Below this many pixels a dot is too small to be meant; its part is. */
const MEANT = 4;

/** Sets up the graph in a box: dots and lines by the graphics card, the discs below them on a layer of our own. */
export function openStage(box: HTMLElement, stage: MapStage): Sigma {
  const { graph, atlas, discs, look } = stage;
  let taken: LabelBox[] = [];
  const sigma = new Sigma(graph, box, {
    itemSizesReference: 'positions',
    zoomToSizeRatioFunction: (ratio) => ratio,
    zIndex: true,
    labelRenderedSizeThreshold: 9,
    labelDensity: 1.4,
    labelGridCellSize: 90,
    minEdgeThickness: 1.4,
    minCameraRatio: 0.01,
    maxCameraRatio: 2,
    stagePadding: 24,
    doubleClickZoomingRatio: 1,
    nodeReducer: (path, data) => ({ ...data, ...dotLook(atlas, look(), path) }),
    defaultDrawNodeLabel: (context, data) => drawLabel(context, data, { palette: look().palette, taken }),
    defaultDrawNodeHover: (context, data) => drawHover(context, { ...data, label: data.key }, look().palette),
  });
  sigma.setCustomBBox({ x: span(discs, 'x', 2), y: span(discs, 'y', 4) });
  const context = sigma.createCanvas('discs', { beforeLayer: 'edges' }).getContext('2d')!;
  stretch(context, sigma);
  sigma.on('resize', () => stretch(context, sigma));
  const redraw = () => drawDiscs(context, { sigma, atlas, discs, look: look(), caption: stage.caption });
  sigma.on('beforeRender', () => {
    taken = [];
  });
  sigma.on('afterRender', redraw);
  listen(sigma, box, stage, redraw);
  drawLines(graph, atlas, look());
  sigma.refresh();
  return sigma;
}

/** Hears the mouse: a dot that can be seen is meant itself, else the part it lies in. */
function listen(
  sigma: Sigma,
  box: HTMLElement,
  { graph, atlas, discs, look, go }: MapStage,
  redrawDiscs: () => void,
): void {
  const hover = (over: string | undefined) => {
    box.style.cursor = over === undefined ? 'grab' : 'pointer';
    const before = look().hover;
    if (before === over) return;
    look().hover = over;
    redrawDiscs();
    if ([before, over].some((one) => one !== undefined && graph.hasNode(one)))
      drawLines(graph, atlas, look());
  };
  const discAt = (event: { x: number; y: number }) => {
    const { x, y } = sigma.viewportToGraph(event);
    return discs.find((disc) => Math.hypot(disc.x - x, disc.y - y) <= disc.r)?.name;
  };
  const isMeant = (path: string) => sigma.scaleSize(graph.getNodeAttribute(path, 'size')) >= MEANT;
  sigma.on('enterNode', ({ node }) => isMeant(node) && hover(node));
  sigma.on('leaveNode', () => hover(undefined));
  sigma.on('moveBody', ({ event }) => {
    const over = look().hover;
    if (over === undefined || !graph.hasNode(over)) hover(discAt(event));
  });
  sigma.on('clickNode', ({ node }) => {
    const { module } = atlas.file.get(node)!;
    go(isMeant(node) ? { module, file: node } : { module });
  });
  sigma.on('clickStage', ({ event }) => {
    const module = discAt(event);
    if (module !== undefined) go({ module });
  });
}

const span = (discs: readonly Disc[], of: 'x' | 'y', more: number): [number, number] => [
  Math.min(...discs.map((disc) => disc[of] - disc.r - more)),
  Math.max(...discs.map((disc) => disc[of] + disc.r + more)),
];

/** A layer of our own is as large as the others, and as fine as the screen. */
function stretch(context: CanvasRenderingContext2D, sigma: Sigma): void {
  const { width, height } = sigma.getDimensions();
  const { canvas } = context;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.width = width * devicePixelRatio;
  canvas.height = height * devicePixelRatio;
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
}
