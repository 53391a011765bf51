import type { BundledModel } from '@sqrl/embedder/bundled.ts';

/** How much meaning counts in each of the ways that are compared, by name. */
export const WAYS: Record<string, number> = {
  words: 0,
  meaning: 1,
  'meaning 0.5': 0.5,
  'meaning 0.6': 0.6,
  'meaning 0.65': 0.65,
  'meaning 0.7': 0.7,
  'meaning 0.8': 0.8,
};

export const MODELS: readonly BundledModel[] = ['squirrel-s3', 'minilm'];

/** One line of a table: a name and figures in columns. */
export const line = (name: string, figures: readonly (number | string)[]): string =>
  `${name.padEnd(24)}${figures.map((figure) => (typeof figure === 'number' ? figure.toFixed(1) : figure).padStart(9)).join('')}`;
