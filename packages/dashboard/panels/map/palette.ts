/** Colours of the theme as a canvas understands them. */
export type Palette = Record<(typeof NAMES)[number], string>;

const NAMES = [
  'surface',
  'sunken',
  'line',
  'line-strong',
  'ink',
  'ink-2',
  'ink-3',
  'accent',
  'accent-fill',
  'warn-fill',
  'bad-fill',
  'info-fill',
  'good-fill',
] as const;

/** Reads the colours as they are now, in the theme that is chosen. */
export function readPalette(): Palette {
  return Object.fromEntries(NAMES.map((name) => [name, read(name)])) as Palette;
}

/** An element of its own for each: one that changes its colour may be on its way from the last one. */
function read(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** A colour between two, `share` of the way to the second. */
export function mixed(from: string, to: string, share: number): string {
  const key = `${from} ${to} ${share}`;
  const known = mixes.get(key);
  if (known !== undefined) return known;
  const [a, b] = [partsOf(from), partsOf(to)];
  const mix = `rgb(${a.map((part, i) => Math.round(part + (b[i]! - part) * share)).join(', ')})`;
  mixes.set(key, mix);
  return mix;
}

/** Thousands of dots share a few dozen colours. */
const mixes = new Map<string, string>();

const partsOf = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
