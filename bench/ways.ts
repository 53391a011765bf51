import type { BundledModel } from '../src/embed/bundled.ts';
import type { Fusion } from '../src/recall/fuse.ts';

/** The ways of searching that are compared, by name. */
export const WAYS: Record<string, Fusion> = {
  words: { way: 'share', meaning: 0 },
  meaning: { way: 'share', meaning: 1 },
  'rrf 0.5': { way: 'rrf', meaning: 0.5 },
  'rrf 0.7': { way: 'rrf', meaning: 0.7 },
  'rrf 0.8': { way: 'rrf', meaning: 0.8 },
  'mix 0.5': { way: 'mix', meaning: 0.5 },
  'mix 0.7': { way: 'mix', meaning: 0.7 },
  'share 0.5': { way: 'share', meaning: 0.5 },
  'share 0.6': { way: 'share', meaning: 0.6 },
  'share 0.65': { way: 'share', meaning: 0.65 },
  'share 0.7': { way: 'share', meaning: 0.7 },
  'share 0.8': { way: 'share', meaning: 0.8 },
};

export const MODELS: readonly BundledModel[] = ['squirrel-s3', 'squirrel-s2', 'minilm'];

/** One line of a table: a name and figures in columns. */
export const line = (name: string, figures: readonly (number | string)[]): string =>
  `${name.padEnd(24)}${figures.map((figure) => (typeof figure === 'number' ? figure.toFixed(1) : figure).padStart(9)).join('')}`;
