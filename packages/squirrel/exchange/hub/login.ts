import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parsedJson } from '@sqrl/base/json.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { replaceFile } from '@sqrl/base/replace-file.ts';
import { z } from 'zod';

const person = z.object({ id: z.string().min(1).max(200), name: z.string().max(200) });

/** Fields of a newer version are kept. */
const loginSchema = z.looseObject({
  url: z.string(),
  key: z.string().min(16).max(500),
  org: person,
  device: z.string().min(1).max(200),
  person,
  /** What this person's global memories are sealed with; there once they are in sync. */
  recoveryCode: z.string().max(100).optional(),
  generation: z.int().min(0).optional(),
  /** A code that is being changed to: whether the hub has taken it is not known yet. */
  nextCode: z.string().max(100).optional(),
  /** What this device signs its person's words with: the public and the private half. */
  signingKey: z.object({ x: z.string().max(100), d: z.string().max(100) }).optional(),
});

export type HubLogin = z.output<typeof loginSchema>;

/** The login of a home; undefined where it has none. */
export function readLogin(home: string): HubLogin | undefined {
  let text: string;
  try {
    text = readFileSync(loginPath(home), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Problem(
      `${loginPath(home)} cannot be read (${(error as Error).message}).`,
      'Check its permissions.',
      'store',
      error,
    );
  }
  const read = loginSchema.safeParse(parsedJson(text));
  if (read.success) return read.data;
  throw new Problem(`${loginPath(home)} is damaged.`, 'Run `sqrl logout`, then `sqrl login` again.', 'store');
}

/** Writes the login, readable by its owner alone. */
export const writeLogin = (home: string, login: HubLogin): void =>
  replaceFile(loginPath(home), `${JSON.stringify(login, null, 2)}\n`, 0o600);

/** A login whose new code the hub has taken uses it from then on; one that the hub has not taken is dropped. */
export function adoptedCode(home: string, { nextCode, ...login }: HubLogin, generation: number): HubLogin {
  if (nextCode === undefined) return login;
  const isTaken = generation === (login.generation ?? 0) + 1;
  const adopted = isTaken ? { ...login, recoveryCode: nextCode, generation } : login;
  writeLogin(home, adopted);
  return adopted;
}

export const removeLogin = (home: string): void => rmSync(loginPath(home), { force: true });

const loginPath = (home: string): string => join(home, 'hub.json');
