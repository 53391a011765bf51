import { useElementSize, useMergedRef } from '@mantine/hooks';
import { memo, type PointerEvent, useEffect, useRef, useState } from 'react';
import { counted } from '../../words/say.ts';
import { type Atlas, baseOf, type MapSpot } from './atlas.ts';
import type { Circle, Places } from './place.ts';

interface GraphProps {
  atlas: Atlas;
  places: Places;
  spot: MapSpot;
  /** The files that an impact reaches, and over how many steps. */
  reach: ReadonlyMap<string, number> | undefined;
  view: Circle;
  label: string;
  onGo: (to: MapSpot) => void;
  onView: (view: Circle) => void;
}

/** Below this many pixels a dot is too small to be meant; its module is. */
const MEANT_PX = 4;
/** From this many pixels on a dot has its name. */
const NAMED_PX = 8;

/** The map as a drawing. Everything keeps its place whatever is chosen; only what is in view and the colors change. */
export function Graph({ atlas, places, spot, reach, view, label, onGo, onView }: GraphProps) {
  const { ref: sized, width, height } = useElementSize<HTMLDivElement>();
  const box = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(sized, box);
  const scale = Math.max(1, Math.min(width, height)) / (2 * view.r);
  const drag = useDrag(view, scale, onView);
  const wheel = useRef<(event: WheelEvent) => void>(undefined);
  wheel.current = (event) => {
    event.preventDefault();
    onView(zoomed(view, Math.exp(event.deltaY / 400)));
  };
  useEffect(() => {
    // React listens to the wheel in a way that cannot keep the page from scrolling.
    const hear = (event: WheelEvent) => wheel.current?.(event);
    const listening = box.current;
    listening?.addEventListener('wheel', hear, { passive: false });
    return () => listening?.removeEventListener('wheel', hear);
  }, []);
  const onScreen = ({ x, y, r }: Circle): Circle => ({
    x: width / 2 + (x - view.x) * scale,
    y: height / 2 + (y - view.y) * scale,
    r: r * scale,
  });
  const choose = (target: EventTarget) => {
    const { module, file } = (target as SVGElement).dataset;
    const size = (places.files.get(file ?? '')?.r ?? 0) * scale;
    if (module !== undefined) onGo(size >= MEANT_PX ? { module, file } : { module });
  };
  return (
    <div ref={ref} className="map-graph">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the panel itself hears the keys */}
      <svg
        role="img"
        aria-label={label}
        data-moving={drag.isMoving || undefined}
        onClick={({ target }) => !drag.hasMoved() && choose(target)}
        {...drag.listeners}
      >
        <g
          className="map-flies"
          style={{
            transform: `translate(${width / 2}px, ${height / 2}px) scale(${scale}) translate(${-view.x}px, ${-view.y}px)`,
          }}
        >
          <Lines {...{ atlas, places, spot, reach }} />
          <Discs {...{ atlas, places, spot, reach }} />
        </g>
        {labelsOf({ atlas, places, spot, reach }, onScreen, { width, height }).map(
          ({ key, x, y, text, below }) => (
            <text key={key} className="map-flies" style={{ transform: `translate(${x}px, ${y}px)` }}>
              {text}
              {below && (
                <tspan x={0} dy={14}>
                  {below}
                </tspan>
              )}
            </text>
          ),
        )}
      </svg>
    </div>
  );
}

export const zoomed = ({ x, y, r }: Circle, by: number): Circle => ({
  x,
  y,
  r: Math.min(5000, Math.max(2, r * by)),
});

/** Moves what is in view with the pointer; a click that moved nothing stays one. */
function useDrag(view: Circle, scale: number, onView: (view: Circle) => void) {
  const from = useRef<{ x: number; y: number; view: Circle }>(undefined);
  const moved = useRef(false);
  const [isMoving, setMoving] = useState(false);
  const end = () => {
    from.current = undefined;
    setMoving(false);
  };
  return {
    isMoving,
    hasMoved: () => moved.current,
    listeners: {
      onPointerDown({ clientX, clientY }: PointerEvent) {
        moved.current = false;
        from.current = { x: clientX, y: clientY, view };
      },
      onPointerMove({ clientX, clientY, currentTarget, pointerId }: PointerEvent) {
        if (!from.current) return;
        const [dx, dy] = [clientX - from.current.x, clientY - from.current.y];
        if (!moved.current && Math.hypot(dx, dy) < 4) return;
        if (!moved.current) currentTarget.setPointerCapture(pointerId);
        moved.current = true;
        setMoving(true);
        const { x, y, r } = from.current.view;
        onView({ x: x - dx / scale, y: y - dy / scale, r });
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

type DrawnProps = Pick<GraphProps, 'atlas' | 'places' | 'spot' | 'reach'>;

const LINES = {
  on: ['good-fill', 0.75],
  by: ['info-fill', 0.75],
  impact: ['bad-fill', 0.75],
  faint: ['ink-3', 0.12],
  plain: ['ink-3', 0.35],
} as const;

/** At most this many lines between modules; more would be a black square. */
const MAX_LINES = 300;

interface MapLine {
  from: Circle | undefined;
  to: Circle | undefined;
  mark: keyof typeof LINES;
  weight: number;
}

/** What imports what: modules, the files of the module one is in, the file one is at, and what an impact goes along. */
const Lines = memo(({ atlas: { picture, files, file, filesOf }, places, spot, reach }: DrawnProps) => {
  const markOf = (from: string, to: string) =>
    reach
      ? 'faint'
      : spot.module === from
        ? 'on'
        : spot.module === to
          ? 'by'
          : spot.module
            ? 'faint'
            : 'plain';
  const modules = picture.couplings.slice(0, MAX_LINES).map(
    ({ from, to, imports, calls }): MapLine => ({
      from: places.modules.get(from),
      to: places.modules.get(to),
      mark: markOf(from, to),
      weight: Math.min(7, 0.6 + Math.log1p(imports + calls) * 0.6),
    }),
  );
  const line = (from: string, to: string, mark: MapLine['mark']): MapLine => ({
    from: places.files.get(from),
    to: places.files.get(to),
    mark,
    weight: 1.4,
  });
  const lines = [...modules];
  for (const [path, depth] of reach ?? [])
    for (const { to } of files.on.get(path) ?? [])
      if ((reach!.get(to) ?? depth) < depth) lines.push(line(path, to, 'impact'));
  if (!reach) {
    for (const { path, module } of filesOf.get(spot.module ?? '') ?? [])
      for (const { to } of files.on.get(path) ?? [])
        if (file.get(to)?.module === module) lines.push(line(path, to, 'faint'));
    for (const { to } of files.on.get(spot.file ?? '') ?? []) lines.push(line(spot.file!, to, 'on'));
    for (const { to } of files.by.get(spot.file ?? '') ?? []) lines.push(line(to, spot.file!, 'by'));
  }
  return lines.map(({ from, to, mark, weight }, i) => {
    if (!from || !to || from === to) return null;
    // A little to the right of the straight line, so that the way there and the way back are two lines.
    const [x, y] = [
      (from.x + to.x) / 2 - (to.y - from.y) * 0.12,
      (from.y + to.y) / 2 + (to.x - from.x) * 0.12,
    ];
    const path = `M${from.x} ${from.y}Q${x} ${y} ${to.x} ${to.y}`;
    const [color, opacity] = LINES[mark];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and are drawn anew together
      <path key={i} d={path} style={{ stroke: `var(--${color})`, opacity, strokeWidth: weight }} />
    );
  });
});

/** Every module as a disc, and its files as dots: colored by what is remembered of them, or by how soon an impact reaches them. */
const Discs = memo(({ atlas, places, spot, reach }: DrawnProps) => (
  <>
    {atlas.picture.modules.map(({ name, covered, files }) => (
      <circle
        key={name}
        {...drawn(places.modules.get(name)!)}
        className="map-disc"
        data-module={name}
        aria-current={spot.module === name || undefined}
        style={{
          fill: `color-mix(in srgb, var(--accent-fill) ${3 + (files > 0 ? (10 * covered) / files : 0)}%, var(--surface))`,
        }}
      >
        <title>{name}</title>
      </circle>
    ))}
    {atlas.picture.files.map(({ path, module, memories, stale }) => (
      <circle
        key={path}
        {...drawn(places.files.get(path)!)}
        data-module={module}
        data-file={path}
        aria-current={spot.file === path || undefined}
        style={{ fill: colorOf(memories, stale, reach && (reach.get(path) ?? null)) }}
      >
        <title>{path}</title>
      </circle>
    ))}
  </>
));

/** How near to the color of an impact something is: the farther, the paler. */
export const impactColor = (share: number): string =>
  `color-mix(in srgb, var(--bad-fill) ${share}%, var(--surface))`;

const IMPACT_SHARES = [100, 75, 50];

/** `depth` is over how many steps an impact reaches a file, null where it does not; undefined where none is shown. */
function colorOf(memories: number, stale: number, depth: number | null | undefined): string {
  if (depth === null) return 'var(--line)';
  if (depth !== undefined) return impactColor(IMPACT_SHARES[depth] ?? 30);
  const share = Math.min(100, 35 + 25 * Math.log1p(memories));
  if (stale > 0) return 'var(--warn-fill)';
  return memories > 0 ? `color-mix(in srgb, var(--accent-fill) ${share}%, var(--dot))` : 'var(--dot)';
}

const drawn = ({ x, y, r }: Circle) => ({ cx: x, cy: y, r });

interface MapLabel {
  key: string;
  x: number;
  y: number;
  text: string;
  below: string;
}

const MAX_NAME_CHARS = 24;
/** About as wide as a letter is, in pixels. */
const CHAR_PX = 7;

/** Names of modules from the largest down, then of files; one that would lie on another is left out until one comes closer. */
function labelsOf(
  { atlas, places, spot, reach }: DrawnProps,
  onScreen: (circle: Circle) => Circle,
  { width, height }: { width: number; height: number },
): MapLabel[] {
  const taken: { x: number; y: number; half: number; high: number }[] = [];
  const isSeen = ({ x, y, r }: Circle) => x + r > 0 && x - r < width && y + r > 0 && y - r < height;
  const place = (key: string, text: string, below: string, { x, ys }: { x: number; ys: number[] }) => {
    const half = (Math.max(text.length * CHAR_PX, below.length * 5.6) + 6) / 2;
    const high = below ? 31 : 16;
    const middle = Math.min(Math.max(x, half), width - half);
    const y = ys.find((top) =>
      taken.every(
        (other) =>
          Math.abs(other.x - middle) >= other.half + half ||
          other.y >= top + high ||
          other.y + other.high <= top,
      ),
    );
    if (y === undefined) return [];
    taken.push({ x: middle, y, half, high });
    return [{ key, x: middle, y: y + 13, text, below }];
  };
  const modules = atlas.picture.modules
    .map((module) => ({ ...module, at: onScreen(places.modules.get(module.name)!) }))
    .filter(({ at }) => isSeen(at) && at.r >= 6)
    .sort((a, b) => Number(b.name === spot.module) - Number(a.name === spot.module) || b.at.r - a.at.r)
    .flatMap(({ name, files, tests, memories, at }) => {
      const below = at.r > 30 ? `${counted(files + tests, 'file')} · ${counted(memories, 'memory')}` : '';
      const high = below ? 31 : 16;
      // Above its disc, else below it, else in it.
      const ys = [Math.max(4, at.y - at.r - high - 4), at.y + at.r + 4, at.y - high / 2];
      return place(name, shortName(name), below, { x: at.x, ys });
    });
  const files = atlas.picture.files.flatMap(({ path }) => {
    const at = onScreen(places.files.get(path)!);
    const isMeant = path === spot.file || reach?.get(path) === 0;
    if (!isSeen(at) || (at.r < NAMED_PX && !isMeant) || (reach && !reach.has(path))) return [];
    return place(path, baseOf(path), '', { x: at.x, ys: [at.y + at.r + 1] });
  });
  return [...modules, ...files];
}

/** Of a long path the end says more, of a long word the beginning. */
const shortName = (name: string): string =>
  name.length <= MAX_NAME_CHARS
    ? name
    : name.includes('/')
      ? `…${name.slice(1 - MAX_NAME_CHARS)}`
      : `${name.slice(0, MAX_NAME_CHARS - 1)}…`;
