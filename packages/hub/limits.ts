import { isIPv6 } from 'node:net';
import { Problem } from '@sqrl/base/problem.ts';
import { RequestFailure } from './failure.ts';
import { codeHash } from './pair.ts';

export function limiter(max: number) {
  let since = 0;
  let counts = new Map<string, number>();
  return {
    /** False where the key has used up its share; else this use is counted. */
    take(key: string, now: number): boolean {
      if (now - since >= MINUTE_MS || now < since) {
        since = now;
        counts = new Map();
      }
      const n = counts.get(key) ?? 0;
      if (n >= max) return false;
      counts.set(key, n + 1);
      return true;
    },
    giveBack: (key: string): void => void counts.set(key, Math.max(0, (counts.get(key) ?? 0) - 1)),
  };
}

const MINUTE_MS = 60_000;
/** Wrong codes a minute, of one network and of one code. */
const MAX_TRIES = 10;

/** Judges a code that somebody typed or polls with. */
export type CodeGuard = <T>(
  of: { address: string; code: unknown; now: number },
  judge: () => Promise<T>,
) => Promise<T>;

/**
 * Stops guessing: a code has 50 bits, and an address few tries. A try is counted before it is judged, so that many at once
 * are as few as one after the other, and only a wrong code stays counted. Nothing counts for all addresses together: one
 * of them would lock the others out.
 */
export function codeGuard(): CodeGuard {
  const ofAddress = limiter(MAX_TRIES);
  const ofCode = limiter(MAX_TRIES);
  return async ({ address, code, now }, judge) => {
    const network = networkOf(address);
    const hash = codeHash(typeof code === 'string' ? code : '');
    if (!ofAddress.take(network, now) || !ofCode.take(hash, now)) throw tooMany('wrong codes');
    let isWrong = false;
    try {
      return await judge();
    } catch (error) {
      isWrong = error instanceof RequestFailure && error.body.code === 'code';
      throw error;
    } finally {
      if (!isWrong) {
        ofAddress.giveBack(network);
        ofCode.giveBack(hash);
      }
    }
  };
}

/** Has the turn for a thing, or ends the work, which is begun again when its turn comes. */
export type Take = (thing: string | undefined) => void;

const TURN_MS = 10_000;

/** Lets one work on a thing at a time, in the order in which they came. Who waits holds nothing else. */
export function turnsOf(): <T>(work: (take: Take) => Promise<T>) => Promise<T> {
  const lines = new Map<string, (() => void)[]>();
  const turn = (thing: string) =>
    new Promise<void>((resolve, reject) => {
      const line = lines.get(thing);
      if (!line) return resolve(void lines.set(thing, []));
      const late = setTimeout(() => {
        line.splice(line.indexOf(come), 1);
        reject(new Problem('A space was busy for too long.', '', 'store'));
      }, TURN_MS);
      const come = () => resolve(clearTimeout(late));
      line.push(come);
    });
  return async (work) => {
    const my: { wanted?: string; held?: string } = {};
    const take: Take = (thing) => {
      if (thing === undefined || thing === my.held) return;
      my.wanted = thing;
      if (lines.has(thing)) throw new Error('another has the turn');
      lines.set(thing, []);
      my.held = thing;
    };
    try {
      return await work(take).catch(async (error) => {
        if (my.wanted === my.held) throw error;
        await turn(my.wanted!);
        my.held = my.wanted!;
        return work(take);
      });
    } finally {
      const next = my.held === undefined ? undefined : lines.get(my.held)!.shift();
      if (next) next();
      else if (my.held !== undefined) lines.delete(my.held);
    }
  };
}

export const tooMany = (what: string): RequestFailure =>
  new RequestFailure(429, 'slow', `Too many ${what}.`, 'Wait a minute.');

/** Whose an address is: one person has 2^64 addresses of IPv6. */
export function networkOf(address: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4 !== undefined || !isIPv6(address)) return v4 ?? address;
  const [head = '', tail] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = tail ? 8 - head.length - tail.length : 0;
  return [...head, ...Array<string>(zeros).fill('0'), ...(tail ?? [])].slice(0, 4).join(':');
}
