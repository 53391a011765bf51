import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import Sigma from 'sigma';
import type { Spot } from './at.ts';
import { fly } from './camera.ts';
import { drawDiscs, type Look } from './discs.ts';
import { dotLook, dotsOf, lineLook } from './dots.ts';
import { drawHover, drawLabel } from './labels.ts';
import styles from './map.module.css';
import { readPalette } from './palette.ts';
import type { Atlas } from './picture.ts';
import type { Disc } from './place.ts';

interface Props {
  atlas: Atlas;
  discs: readonly Disc[];
  spot: Spot;
  reach: ReadonlyMap<string, number> | undefined;
  label: string;
  caption(module: string): string;
  onGo: (to: Spot) => void;
  /** Hands out the camera, for the buttons and keys. */
  onReady: (sigma: Sigma | undefined) => void;
}

/** Below this many pixels a dot is too small to be meant; its part is. */
const MEANT = 4;

/** The graph itself. Everything keeps its place whatever is chosen; only the camera and the colours change. */
export default function Canvas({ atlas, discs, spot, reach, label, caption, onGo, onReady }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const running = useRef<Sigma>(undefined);
  const scheme = useComputedColorScheme();
  const look = useRef<Look>({ spot, reach, palette: readPalette(), hover: undefined });
  const latest = useRef({ onGo, caption });
  latest.current = { onGo, caption };
  const graph = useMemo(() => dotsOf(atlas, discs), [atlas, discs]);

  useEffect(() => {
    const sigma = new Sigma(graph, box.current!, {
      itemSizesReference: 'positions',
      zoomToSizeRatioFunction: (ratio) => ratio,
      zIndex: true,
      labelRenderedSizeThreshold: 9,
      labelDensity: 1.4,
      labelGridCellSize: 90,
      minEdgeThickness: 0.7,
      minCameraRatio: 0.01,
      maxCameraRatio: 2,
      stagePadding: 24,
      doubleClickZoomingRatio: 1,
      nodeReducer: (path, data) => ({ ...data, ...dotLook(atlas, look.current, path) }),
      edgeReducer: (edge, data) => {
        const [from, to] = graph.extremities(edge).map((path) => atlas.file.get(path)!);
        return { ...data, ...lineLook(look.current, from!, to!) };
      },
      defaultDrawNodeLabel: (context, data) => drawLabel(context, data, look.current.palette),
      defaultDrawNodeHover: (context, data) =>
        drawHover(context, { ...data, label: data.key }, look.current.palette),
    });
    const span = (of: 'x' | 'y'): [number, number] => [
      Math.min(...discs.map((disc) => disc[of] - disc.r - (of === 'x' ? 2 : 0))),
      Math.max(...discs.map((disc) => disc[of] + disc.r + (of === 'y' ? 5 : 2))),
    ];
    sigma.setCustomBBox({ x: span('x'), y: span('y') });
    const context = sigma.createCanvas('discs', { beforeLayer: 'edges' }).getContext('2d')!;
    sigma.on('resize', () => stretch(context, sigma));
    stretch(context, sigma);
    sigma.on('afterRender', () =>
      drawDiscs(context, {
        sigma,
        atlas,
        discs,
        look: look.current,
        caption: (name) => latest.current.caption(name),
      }),
    );
    const hover = (over: string | undefined) => {
      box.current!.style.cursor = over === undefined ? 'grab' : 'pointer';
      if (look.current.hover === over) return;
      look.current.hover = over;
      sigma.refresh({ skipIndexation: true });
    };
    const discAt = (event: { x: number; y: number }) => {
      const { x, y } = sigma.viewportToGraph(event);
      return discs.find((disc) => Math.hypot(disc.x - x, disc.y - y) <= disc.r)?.name;
    };
    const isMeant = (path: string) => sigma.scaleSize(graph.getNodeAttribute(path, 'size')) >= MEANT;
    sigma.on('enterNode', ({ node }) => isMeant(node) && hover(node));
    sigma.on('leaveNode', () => hover(undefined));
    sigma.on('moveBody', ({ event }) => {
      if (look.current.hover === undefined || !graph.hasNode(look.current.hover)) hover(discAt(event));
    });
    sigma.on('clickNode', ({ node }) => {
      const { module } = atlas.file.get(node)!;
      latest.current.onGo(isMeant(node) ? { module, file: node } : { module });
    });
    sigma.on('clickStage', ({ event }) => {
      const module = discAt(event);
      if (module !== undefined) latest.current.onGo({ module });
    });
    running.current = sigma;
    onReady(sigma);
    sigma.refresh();
    return () => {
      running.current = undefined;
      onReady(undefined);
      sigma.kill();
    };
  }, [graph, atlas, discs, onReady]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    look.current = { spot, reach, palette: readPalette(), hover: undefined };
    running.current?.refresh({ skipIndexation: true });
  }, [spot, reach, scheme]);

  const { module, file } = spot;
  useEffect(() => {
    const sigma = running.current;
    if (sigma) fly(sigma, discs, { module, file, reach: reach && [...reach.keys()] });
  }, [discs, module, file, reach]);

  return <div ref={box} className={styles.canvas} role="img" aria-label={label} />;
}

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
