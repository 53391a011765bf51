import { randomBytes } from 'node:crypto';
import { passFrom, secretId } from '../../protocol/panel-pass.ts';

/**
 * The browsers that were let in. Keys and passes live in the memory of this process only: another user can listen on
 * this port only after the process has ended, and nothing that a page then tells them is worth anything to the next daemon.
 */
export interface BrowserSessions {
  /** Makes a launch key, which opens the panel once within `KEY_MS`, or while this daemon runs. */
  newKey(lasts?: boolean): string;
  /** The launch key of that id, where it was not used and has not expired. */
  keyOf(id: string): string | undefined;
  /** The pass of that id, where it has not expired. */
  passOf(id: string): string | undefined;
  /** Turns a launch key into a pass. */
  enter(id: string, nonce: string): void;
}

export const KEY_MS = 2 * 60_000;
/** How long a page may come back without a new launch key. */
const PASS_MS = 30 * 24 * 3600_000;
const MAX_PASSES = 20;

/** Knows the browsers that this daemon let in. */
export function createBrowserSessions(now: () => number): BrowserSessions {
  const keys = new Map<string, Secret>();
  let passes = new Map<string, Secret>();
  const alive = (secret: Secret | undefined) =>
    secret !== undefined && now() < secret.until ? secret.text : undefined;

  return {
    newKey(lasts = false) {
      for (const [id, { until }] of keys) if (until <= now()) keys.delete(id);
      const text = randomBytes(32).toString('base64url');
      keys.set(secretId(text), { text, until: lasts ? Number.POSITIVE_INFINITY : now() + KEY_MS });
      return text;
    },
    keyOf: (id) => alive(keys.get(id)),
    passOf: (id) => alive(passes.get(id)),
    enter(id, nonce) {
      const key = alive(keys.get(id));
      keys.delete(id);
      if (key === undefined) return;
      const text = passFrom(key, nonce);
      passes.set(secretId(text), { text, until: now() + PASS_MS });
      passes = new Map([...passes].slice(-MAX_PASSES));
    },
  };
}

interface Secret {
  text: string;
  until: number;
}
