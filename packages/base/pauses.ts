import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from './replace-file.ts';

/** A time in which agents are told nothing and nothing of their work is kept. */
export interface Pause {
  project: string | null;
  from: number;
  /** Null until the person resumes. */
  until: number | null;
}

const pathIn = (home: string): string => join(home, 'pauses.json');

/** All pauses of a home, those that are over too: what happened in one is not read later either. */
export function readPauses(home: string): readonly Pause[] {
  try {
    const said: unknown = JSON.parse(readFileSync(pathIn(home), 'utf8'));
    return Array.isArray(said) ? said.filter(isPause) : [];
  } catch {
    return [];
  }
}

export function writePauses(home: string, pauses: readonly Pause[]): void {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  replaceFile(pathIn(home), `${JSON.stringify(pauses)}\n`, 0o600);
}

/** Begins a pause; it takes the place of one of the same projects. */
export function beginPause(home: string, pause: Pause): void {
  const others = readPauses(home).map((one) =>
    one.project === pause.project && pauseAt([one], one.project, pause.from)
      ? { ...one, until: pause.from }
      : one,
  );
  writePauses(home, [...others, pause]);
}

/** Ends the pauses of a time; with a project, only those of it alone. Says how many it ended, and all pauses there are. */
export function endPauses(
  home: string,
  { project, now }: { project?: string | undefined; now: number },
): { ended: number; pauses: Pause[] } {
  const pauses = readPauses(home);
  const ending = pauses.filter(
    (one) => pauseAt([one], one.project, now) && (project === undefined || one.project === project),
  );
  const rest = pauses.map((one) => (ending.includes(one) ? { ...one, until: now } : one));
  if (ending.length > 0) writePauses(home, rest);
  return { ended: ending.length, pauses: rest };
}

/** The pause that a project is in at a time; `null` asks for those of all projects only. */
export const pauseAt = (pauses: readonly Pause[], project: string | null, at: number): Pause | undefined =>
  pauses.find(
    (pause) =>
      pause.from <= at &&
      (pause.until === null || at < pause.until) &&
      (pause.project === null || pause.project === project),
  );

const isPause = (one: Partial<Pause> | null): one is Pause =>
  typeof one?.from === 'number' &&
  (one.project === null || typeof one.project === 'string') &&
  (one.until === null || typeof one.until === 'number');
