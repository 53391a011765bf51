import type { MemoryType } from '@sqrl/base/model/memory.ts';

/** One thing a team learned, in everyday words. */
export interface Sample {
  type: MemoryType;
  text: string;
  tags?: string[];
  files?: string[];
}

/** What an invented team that runs a web shop has learned. */
export const sample: readonly Sample[] = [
  {
    type: 'decision',
    text: 'Money is stored as integer cents, never as floats: rounding lost us a penny per thousand invoices.',
    tags: ['billing'],
    files: ['src/billing/amount.ts'],
  },
  {
    type: 'gotcha',
    text: 'The staging Postgres is wiped every Sunday at 03:00 UTC. Never leave fixtures there over a weekend.',
    tags: ['staging', 'database'],
  },
  {
    type: 'preference',
    text: 'Use pnpm, never npm or yarn: CI refuses any other lockfile.',
    tags: ['tooling'],
    files: ['pnpm-lock.yaml'],
  },
  {
    type: 'dead_end',
    text: 'Tried replacing Redis with an in-process LRU cache. Pods disagreed about stock, and we oversold twice. Reverted.',
    tags: ['cache', 'stock'],
    files: ['src/stock/cache.ts'],
  },
  {
    type: 'error_pattern',
    text: 'ECONNRESET from the card processor after a quiet minute: the load balancer drops idle sockets. A 30 s keep-alive fixes it.',
    tags: ['payments'],
    files: ['src/payments/http-agent.ts'],
  },
  {
    type: 'gotcha',
    text: 'Session cookies are SameSite=Lax, so an iframe on a partner page never sends them. Hand the token over by postMessage.',
    tags: ['auth'],
    files: ['src/auth/session.ts'],
  },
  {
    type: 'requirement',
    text: 'Personal data of a closed account must be gone within 30 days, search index and exports included.',
    tags: ['privacy'],
  },
  {
    type: 'pattern',
    text: 'Every outgoing webhook goes through the outbox table, so that a crash between commit and send loses nothing.',
    tags: ['webhooks'],
    files: ['src/outbox/relay.ts'],
  },
  {
    type: 'preference',
    text: 'Dates in logs and APIs are ISO 8601 in UTC; only templates know time zones.',
    tags: ['api'],
  },
  {
    type: 'gotcha',
    text: 'Product images over 8 MB come back from the thumbnailer as HTTP 200 with an empty body.',
    tags: ['images'],
    files: ['src/images/thumbnail.ts'],
  },
  {
    type: 'workflow_recipe',
    text: 'New database column: add it nullable, backfill in batches of 5,000, and only then set NOT NULL in a second migration.',
    tags: ['database', 'migrations'],
  },
];

/** A memory with a secret in it. Built from parts, so that no scanner finds it in our sources. */
export const careless = (): Sample => ({
  type: 'gotcha',
  text: `The release bot pushes tags with ${['gh', 'p_', 'x7Kq'.repeat(9)].join('')}, and it expires in March; ask Mira.`,
  tags: ['deploy'],
});

/** Questions that have no word in common with the memory that answers them, picked from those it is found by. */
export const questions: readonly string[] = [
  'my test rows vanished on Monday',
  'visitors look signed out when embedded elsewhere',
  'big photos are broken',
  'somebody wants us to delete everything about them',
  'which format do timestamps have',
];

/** The words two texts share, whatever their case; what the demo may claim depends on it. */
export function sharedWords(one: string, other: string): string[] {
  const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const others = words(other);
  return [...words(one)].filter((word) => others.has(word));
}
