import { cpus, totalmem } from 'node:os';

/** The machine that a benchmark runs on, in words. */
export const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
