import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import type Sigma from 'sigma';
import type { CameraState } from 'sigma/types';
import type { MapSpot } from './at.ts';
import { fly } from './camera.ts';
import type { MapAppearance } from './discs.ts';
import { dotsOf, drawLines } from './dots.ts';
import styles from './map.module.css';
import { readPalette } from './palette.ts';
import type { Atlas } from './picture.ts';
import type { Disc } from './place.ts';
import { openStage } from './stage.ts';

interface CanvasProps {
  atlas: Atlas;
  discs: readonly Disc[];
  spot: MapSpot;
  reach: ReadonlyMap<string, number> | undefined;
  label: string;
  caption(module: string): string;
  onGo: (to: MapSpot) => void;
  /** Hands out the graph, for the buttons and keys. */
  onReady: (sigma: Sigma | undefined) => void;
}

/** The graph itself. Everything keeps its place whatever is chosen; only the camera and the colours change. */
export default function Canvas({ atlas, discs, spot, reach, label, caption, onGo, onReady }: CanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  const running = useRef<Sigma>(undefined);
  const camera = useRef<CameraState>(undefined);
  const look = useRef<MapAppearance>(undefined);
  look.current ??= { spot, reach, palette: readPalette(), hover: undefined };
  const latest = useRef({ onGo, caption });
  latest.current = { onGo, caption };
  const scheme = useComputedColorScheme();
  const graph = useMemo(() => dotsOf(atlas, discs), [atlas, discs]);

  useEffect(() => {
    const sigma = openStage(box.current!, {
      graph,
      atlas,
      discs,
      look: () => look.current!,
      caption: (module) => latest.current.caption(module),
      go: (to) => latest.current.onGo(to),
    });
    // News about the code must not take anybody away from where they were looking.
    if (camera.current) sigma.getCamera().setState(camera.current);
    running.current = sigma;
    onReady(sigma);
    return () => {
      camera.current = sigma.getCamera().getState();
      running.current = undefined;
      onReady(undefined);
      sigma.kill();
    };
  }, [graph, atlas, discs, onReady]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    look.current = { spot, reach, palette: readPalette(), hover: undefined };
    drawLines(graph, atlas, look.current);
    running.current?.refresh({ skipIndexation: true });
  }, [spot, reach, scheme]);

  const { module, file } = spot;
  useEffect(() => {
    if (running.current) fly(running.current, discs, { module, file, reach: reach && [...reach.keys()] });
  }, [discs, module, file, reach]);

  return <div ref={box} className={styles.canvas} role="img" aria-label={label} />;
}
