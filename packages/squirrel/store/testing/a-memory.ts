import type { Memory } from '@sqrl/base/model/memory.ts';

let next = 0;

/** A memory with everything filled in, for tests that care about one or two of its fields. */
export const aMemory = (some: Partial<Memory> = {}): Memory => ({
  id: `test${String(next++).padStart(8, '0')}`,
  type: 'gotcha',
  scope: 'project',
  scopeOf: null,
  reach: 'project',
  owner: 'user',
  ownerId: null,
  userId: null,
  via: null,
  tier: 'short_term',
  status: 'active',
  polarity: 0,
  key: null,
  text: 'The build must run before the tests',
  tags: [],
  files: [],
  symbols: [],
  module: null,
  confidence: 1,
  source: 'user_taught',
  pinned: false,
  verified: false,
  needsReview: false,
  tainted: false,
  halfLifeDays: null,
  expiresAt: null,
  trigger: null,
  record: null,
  branch: null,
  createdAt: 1,
  updatedAt: 1,
  ...some,
});
