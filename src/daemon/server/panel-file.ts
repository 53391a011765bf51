import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What outlives a daemon so that an open page finds the next one: the port, and who was let in. */
export interface PanelFile {
  port: number | null;
  visitors: Visitor[];
}

/** Somebody who came with a key; both secrets are kept as hashes. */
export type Visitor = z.output<typeof visitor>;

const visitor = z.object({ cookie: z.string(), pass: z.string(), cameAt: z.number() });
const file = z.object({ port: z.number().int().min(1).max(65_535).nullable(), visitors: z.array(visitor) });

/** Reads it; one that is missing or broken only means that everybody comes anew. */
export function readPanelFile(home: string): PanelFile {
  try {
    return file.parse(JSON.parse(readFileSync(pathOf(home), 'utf8')));
  } catch {
    return { port: null, visitors: [] };
  }
}

/** Written beside and moved, for the owner's eyes only. */
export function writePanelFile(home: string, panel: PanelFile): void {
  const part = `${pathOf(home)}.${process.pid}`;
  try {
    rmSync(part, { force: true });
    writeFileSync(part, `${JSON.stringify(panel)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(part, pathOf(home));
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

const pathOf = (home: string): string => join(home, 'panel.json');
