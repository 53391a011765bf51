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
] as const;

/** Reads the colours as they are now, in the theme that is chosen. */
export function readPalette(): Palette {
  const probe = document.createElement('span');
  document.body.append(probe);
  const read = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const palette = Object.fromEntries(NAMES.map((name) => [name, read(name)])) as Palette;
  probe.remove();
  return palette;
}

/** A colour between two, `share` of the way to the second. */
export function mixed(from: string, to: string, share: number): string {
  const [a, b] = [partsOf(from), partsOf(to)];
  return `rgb(${a.map((part, i) => Math.round(part + (b[i]! - part) * share)).join(', ')})`;
}

const partsOf = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
