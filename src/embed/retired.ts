import type { BundledModel } from './bundled.ts';

/** Bundled models of earlier versions, each with the model that runs in its place. */
const RETIRED: ReadonlyMap<string, BundledModel> = new Map([['squirrel-s2', 'squirrel-s3']]);

/** The model that runs in place of one that is no longer part of the package; undefined for any other. */
export const replacementOf = (model: string | undefined): BundledModel | undefined =>
  model === undefined ? undefined : RETIRED.get(model);
