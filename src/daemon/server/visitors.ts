import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readPanelFile, type Visitor, writePanelFile } from './panel-file.ts';

/** What a page gets when it is let in: one half as a cookie it cannot read, one half that no other port is sent. */
interface Pass {
  cookie: string;
  pass: string;
}

/** The browsers that were let in. */
export interface Visitors {
  /** Makes a key that opens once, and soon. */
  newKey(): string;
  /** Trades a key for a pass. */
  enter(key: string): Pass | undefined;
  /** Whether a cookie is one of ours; enough for files that tell nothing of anybody's. */
  isKnown(cookie: string | undefined): boolean;
  /** Whether both halves belong together. Cookies go to every port of a machine, so one alone is worth nothing. */
  mayCall(cookie: string | undefined, pass: string | undefined): boolean;
  /** The port under which open pages look for the daemon. */
  lastPort: number | null;
  keepPort(port: number): void;
}

const KEY_MS = 2 * 60_000;
/** How long a browser may come back without a new key. */
export const PASS_MS = 30 * 24 * 3600_000;
const MOST = 20;

/** Knows who was let in before, also by an earlier daemon of the same home. */
export function visitorsOf(home: string, now: () => number): Visitors {
  const keys = new Map<string, number>();
  const known = readPanelFile(home);
  let { port, visitors } = known;
  const secret = () => randomBytes(32).toString('base64url');
  const save = () => writePanelFile(home, { port, visitors });
  const find = (cookie: string | undefined): Visitor | undefined =>
    cookie === undefined
      ? undefined
      : visitors.find((one) => now() - one.cameAt < PASS_MS && isHashOf(one.cookie, cookie));

  return {
    lastPort: port,
    newKey() {
      for (const [key, until] of keys) if (until < now()) keys.delete(key);
      const key = secret();
      keys.set(hashOf(key), now() + KEY_MS);
      return key;
    },
    enter(key) {
      const until = keys.get(hashOf(key));
      keys.delete(hashOf(key));
      if (until === undefined || until < now()) return undefined;
      const made = { cookie: secret(), pass: secret() };
      const one = { cookie: hashOf(made.cookie), pass: hashOf(made.pass), cameAt: now() };
      visitors = [one, ...visitors].slice(0, MOST);
      save();
      return made;
    },
    isKnown: (cookie) => find(cookie) !== undefined,
    mayCall(cookie, pass) {
      const visitor = find(cookie);
      return visitor !== undefined && pass !== undefined && isHashOf(visitor.pass, pass);
    },
    keepPort(at) {
      if (port === at) return;
      port = at;
      save();
    },
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Compares in a time that says nothing about where they differ. */
const isHashOf = (hash: string, text: string): boolean => {
  const [a, b] = [Buffer.from(hash), Buffer.from(hashOf(text))];
  return a.length === b.length && timingSafeEqual(a, b);
};
