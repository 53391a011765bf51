import type { MemoryType } from '../../model/memory.ts';

/** One thing a team learned, in everyday words. */
export interface Sample {
  type: MemoryType;
  text: string;
  tags?: string[];
  files?: string[];
}

/** What an invented team that runs a web shop has learned in a year. */
export const sample: readonly Sample[] = [
  {
    type: 'workflow_recipe',
    text: 'To ship: merge to main, wait until the canary has been green for ten minutes, then run scripts/promote.sh.',
    tags: ['deploy'],
    files: ['scripts/promote.sh'],
  },
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
    type: 'decision',
    text: 'Order updates reach the browser over server-sent events; polling drained phone batteries.',
    tags: ['orders', 'frontend'],
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
    type: 'module_insight',
    text: 'src/pricing only computes; it must stay free of I/O, because the spreadsheet plugin runs it in a sandbox.',
    tags: ['pricing'],
    files: ['src/pricing'],
  },
  {
    type: 'causal_dependency',
    text: 'Changing the tax table means bumping TAX_VERSION too, or cached quotes keep the old rate.',
    tags: ['tax'],
    files: ['src/tax/table.ts', 'src/tax/version.ts'],
  },
  {
    type: 'error_pattern',
    text: '"too many clients already" in CI: the e2e suite forgets to close its pool. Run it with --forceExit until #812 lands.',
    tags: ['ci', 'database'],
  },
  {
    type: 'preference',
    text: 'Commit messages start with the room they change, in lower case: "billing: round half to even".',
    tags: ['git'],
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
    type: 'gotcha',
    text: 'On Apple silicon the PDF renderer needs Rosetta; without it invoices come out blank and no error is raised.',
    tags: ['pdf', 'billing'],
  },
  {
    type: 'decision',
    text: 'Feature flags live in the repository, not in a vendor dashboard: a rollback must roll the flags back as well.',
    tags: ['flags'],
    files: ['config/flags.toml'],
  },
  {
    type: 'workflow_recipe',
    text: 'New database column: add it nullable, backfill in batches of 5,000, and only then set NOT NULL in a second migration.',
    tags: ['database', 'migrations'],
  },
  {
    type: 'task_calibration',
    text: 'Adding a payment method takes about four days here, two of them waiting for the sandbox credentials.',
    tags: ['payments', 'planning'],
  },
  {
    type: 'e2e_observation',
    text: 'The coupon field accepts a pasted code only after it has lost focus once; Firefox alone does this.',
    tags: ['frontend', 'coupons'],
  },
  {
    type: 'dead_end',
    text: 'Elasticsearch for 40,000 products was slower than Postgres trigram search and cost a node. Not worth it.',
    tags: ['search'],
  },
  {
    type: 'work_state',
    text: 'Refund refactoring: the domain part is done, the admin screens still call the old endpoint.',
    tags: ['refunds'],
    files: ['src/refunds'],
  },
  {
    type: 'requirement',
    text: 'The checkout must work without JavaScript up to the payment step; a big customer browses that way.',
    tags: ['checkout', 'accessibility'],
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
