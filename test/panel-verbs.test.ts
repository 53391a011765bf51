import { appendFileSync, globSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENTS } from '@sqrl/base/model/event.ts';
import { groupOf, MEMORY_GROUPS, SCOPES, SOURCES, STATUSES, TIERS } from '@sqrl/base/model/memory.ts';
import { types } from '@sqrl/base/model/schemas.ts';
import { runs } from '@sqrl/base/testing/runs.ts';
import type { Input, Output, verbs } from '@sqrl/squirrel/protocol/verbs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openMadeHome } from './support/made-home/open.ts';

const NOON = Date.UTC(2026, 10, 14, 12);
const home = openMadeHome({ memories: 300, sessions: 30, now: NOON });

const browse = (input: Input<'list'>) => home.client.call('list', { facets: true, ...input });

describe('the panel’s answers', () => {
  test('have the shape that the protocol promises', async () => {
    const { client } = home;
    const { sessions } = await client.call('sessions', { limit: 500 });
    const [{ id } = { id: '' }] = (await browse({})).memories;
    const asked: { [V in keyof typeof verbs]?: unknown } = {
      projects: {},
      overview: {},
      feed: {},
      review: {},
      list: { query: 'coupon', facets: true },
      portrait: { id },
      map: {},
      sessions: { hard: true },
      events: { session: sessions[0]!.id },
      ask: { question: 'How is money kept?' },
      teachCheck: { text: 'Always use pnpm.' },
      actions: {},
      settings: {},
      privacy: {},
    };
    for (const [verb, input] of Object.entries(asked)) {
      const output = await client.call(verb as 'list', input as never);
      expect(JSON.parse(JSON.stringify(output)), verb).toEqual(output);
    }
  });

  test('tell of every project of the home, whichever is open', async () => {
    const { projects, current, user } = await home.client.call('projects', {});
    expect(projects.map(({ name }) => name).sort()).toEqual(['courier-agent', 'ledger-api', 'orchard-shop']);
    expect(current).toMatch(/^orchard-shop-/);
    expect(user.memories).toBeGreaterThan(0);
    for (const { here, counts, because } of projects) {
      expect({ here, because }).toEqual({ here: true, because: null });
      expect(counts).toMatchObject({ memories: expect.any(Number), sessions: expect.any(Number) });
      expect(counts!.sessions).toBeGreaterThan(3);
    }
  });
});

const some = <T>(values: readonly [T, ...T[]] | readonly T[]) =>
  fc.uniqueArray(fc.constantFrom(...(values as [T, ...T[]])), { minLength: 1, maxLength: 3 });
const anyFilter = fc.record(
  {
    types: some(types),
    statuses: some(STATUSES),
    tiers: some(TIERS),
    scopes: some(SCOPES),
    sources: some(SOURCES),
    clients: some(CLIENTS),
    tags: some(['cart', 'api', 'testing', "'; drop table memory; --", '%']),
    file: fc.constantFrom('src', 'src/cart', 'src/cart/basket-store.ts', '.', "x' or '1'='1", '../../etc'),
    needsReview: fc.boolean(),
    pinned: fc.boolean(),
    verified: fc.boolean(),
    stale: fc.boolean(),
    since: fc.integer({ min: NOON - 100 * 864e5, max: NOON }),
    until: fc.integer({ min: NOON - 100 * 864e5, max: NOON }),
    expired: fc.boolean(),
  },
  { requiredKeys: [] },
);
const anyOrder = fc.constantFrom(
  ...(['best', 'newest', 'oldest', 'changed', 'used', 'most used', 'surest', 'least sure'] as const),
);

describe('a list in pages', () => {
  test('is the whole list when its pages are put together: nothing twice, nothing left out', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter, anyOrder, fc.integer({ min: 1, max: 97 }), async (filter, order, limit) => {
        const whole = await browse({ filter, order, limit: 500, facets: false });
        const pages: string[] = [];
        for (let offset = 0; offset < whole.total; offset += limit) {
          const page = await browse({ filter, order, limit, offset, facets: false });
          expect(page.total).toBe(whole.total);
          pages.push(...page.memories.map(({ id }) => id));
        }
        expect(pages).toEqual(whole.memories.map(({ id }) => id));
        expect(new Set(pages).size).toBe(pages.length);
      }),
      { numRuns: runs(12) },
    );
  });

  test('is sorted as it was asked for', async () => {
    const by = async (order: Input<'list'>['order'], of: (m: Output<'list'>['memories'][0]) => number) =>
      (await browse({ order, limit: 500 })).memories.map(of);
    const falls = (values: number[]) => values.toSorted((a, b) => b - a);
    const groups = await by('group', (m) => MEMORY_GROUPS.indexOf(groupOf(m)));
    expect(groups).toEqual(falls(groups).reverse());
    expect(new Set(groups).size).toBe(MEMORY_GROUPS.length);
    expect(await by('newest', (m) => m.createdAt)).toEqual(falls(await by('newest', (m) => m.createdAt)));
    expect(await by('surest', (m) => m.confidence)).toEqual(falls(await by('surest', (m) => m.confidence)));
    expect(await by('most used', (m) => m.uses)).toEqual(falls(await by('most used', (m) => m.uses)));
    expect(await by('used', (m) => m.lastUsedAt ?? 0)).toEqual(
      falls(await by('used', (m) => m.lastUsedAt ?? 0)),
    );
  });

  test('says of every filter how many it would leave, and leaves so many', async () => {
    const check = async (filter: NonNullable<Input<'list'>['filter']>) => {
      const { facets } = await browse({ filter, limit: 1 });
      const {
        groups,
        stages,
        types: byType,
        statuses,
        tiers,
        scopes,
        sources,
        clients,
        tags,
        ...marks
      } = facets!;
      const left = async (more: object) =>
        (await browse({ filter: { ...filter, ...more }, limit: 1, facets: false })).total;
      for (const [key, counts] of Object.entries({
        groups,
        types: byType,
        statuses,
        tiers,
        scopes,
        sources,
        clients,
      }))
        for (const [value, n] of Object.entries(counts).slice(0, 3))
          expect(await left({ [key]: [value] }), `${key} ${value}`).toBe(n);
      for (const [tag, n] of Object.entries(tags).slice(0, 4))
        expect(await left({ tags: [...(filter.tags ?? []), tag] }), tag).toBe(n);
      for (const [mark, n] of Object.entries(marks)) expect(await left({ [mark]: true }), mark).toBe(n);
      const stage = { suggested: { needsReview: true }, active: { needsReview: false }, archived: {} };
      for (const [name, more] of Object.entries(stage)) {
        const only = { ...more, statuses: name === 'archived' ? ['deprecated'] : undefined };
        const { needsReview: _, statuses: __, ...rest } = filter;
        const { total } = await browse({ filter: { ...rest, ...only } as typeof filter, limit: 1 });
        expect(stages[name] ?? 0, name).toBe(total);
      }
    };
    await check({});
    await check({ types: ['gotcha', 'decision'], needsReview: false });
    await check({ clients: ['codex'], file: 'src' });
    await check({ tags: ['cart'], statuses: ['deprecated', 'active'] });
  });

  test('holds what has certain words, and what contradicts another', async () => {
    const found = await browse({ filter: { phrase: 'Rounding LOSES a cent' }, limit: 500 });
    expect(found.total).toBeGreaterThan(3);
    for (const { text } of found.memories) expect(text.toLowerCase()).toContain('rounding loses a cent');
    const contradicting = await browse({ filter: { conflicts: true }, limit: 5 });
    for (const { id } of contradicting.memories) {
      const { relations } = await home.client.call('get', { id });
      expect(relations.some(({ kind }) => kind === 'conflicts')).toBe(true);
    }
  });

  test('finds by meaning and words as recall does, with its reasons, also among what is filtered', async () => {
    const { memories, total } = await browse({ query: 'rounding loses a cent', limit: 10 });
    expect(memories[0]!.text).toMatch(/rounding loses a cent/);
    expect(memories[0]!.why.length).toBeGreaterThan(0);
    const gotchas = await browse({ query: 'rounding loses a cent', filter: { types: ['gotcha'] } });
    expect(gotchas.total).toBeLessThan(total);
    expect(new Set(gotchas.memories.map(({ type }) => type))).toEqual(new Set(['gotcha']));
  });

  test('lists what is about a question, and what hardly is only on request', async () => {
    const query = 'rounding loses a cent';
    const strong = await browse({ query, limit: 500 });
    expect(strong.weaker).toBeGreaterThan(strong.total);
    const { total, memories } = await browse({ query, limit: 500, weaker: true });
    expect(total).toBe(strong.total + strong.weaker);
    expect(memories.map(({ id }) => id)).toEqual(expect.arrayContaining(strong.memories.map(({ id }) => id)));
    // The beginning of a word is enough, as it is typed.
    expect((await browse({ query: 'roundi', fast: true })).memories[0]!.text).toContain('rounding');
    expect((await browse({ query: 'volcanoes of Jupiter' })).total).toBe(0);
  });

  test('leaves no trace of being looked at', async () => {
    const before = await browse({ limit: 500 });
    await browse({ query: 'coupon' });
    home.engine.flush();
    expect(await browse({ limit: 500 })).toEqual(before);
  });

  test('refuses what nobody means: values that are none, pages without end', async () => {
    const bad: unknown[] = [
      { filter: { types: ["gotcha' or 1=1"] } },
      { limit: 0 },
      { limit: 1e9 },
      { offset: -1 },
      { offset: 0.5 },
      { order: 'id; drop table memory' },
      { query: 'x'.repeat(3000) },
    ];
    for (const input of bad) await expect(browse(input as never)).rejects.toThrow();
    const far = await browse({ offset: 9_999_999 });
    expect(far.memories).toEqual([]);
    expect(far.total).toBeGreaterThan(0);
  });
});

test('what a person is asked for is counted and explained alike everywhere', async () => {
  const { waiting, total } = await home.client.call('review', {});
  expect(waiting.length).toBeGreaterThan(2);
  expect(total).toBe(waiting.length);
  const { attention } = await home.client.call('overview', {});
  expect(attention.find(({ kind }) => kind === 'review')?.count).toBe(total);
  for (const { memory, why } of waiting) {
    expect(memory.needsReview).toBe(true);
    expect((await home.client.call('get', { id: memory.id })).untold).toEqual(why);
    expect((await home.client.call('portrait', { id: memory.id })).untold).toEqual(why);
  }
});

describe('the overview', () => {
  test('counts what the lists count', async () => {
    const { totals, activity } = await home.client.call('overview', { days: 60 });
    expect(totals.memories).toBe((await browse({ limit: 1 })).total);
    expect(totals.needsReview).toBe((await browse({ filter: { needsReview: true }, limit: 1 })).total);
    expect(totals.stale).toBe((await browse({ filter: { stale: true }, limit: 1 })).total);
    expect(totals.stale).toBeGreaterThan(0);
    expect(activity).toHaveLength(60);
    expect(activity.at(-1)!.day).toBe('2026-11-14');
    expect(activity.reduce((sum, { sessions }) => sum + sessions, 0)).toBeGreaterThan(10);
  });

  test('says what it cannot know instead of a number', async () => {
    const { week } = await home.client.call('overview', {});
    for (const { value, low, high, because, how } of [week.sparedTokens, week.sparedFailures]) {
      expect(how.length).toBeGreaterThan(40);
      if (value === null)
        expect({ low, high, because }).toEqual({ low: null, high: null, because: expect.any(String) });
      else expect([low! <= value, value <= high!, because]).toEqual([true, true, null]);
    }
  });

  test('names the memories that helped most, and when an agent last got one', async () => {
    const { best, deliveredAt } = await home.client.call('overview', {});
    expect(best.length).toBe(3);
    expect(best.map(({ hits }) => hits)).toEqual(best.map(({ hits }) => hits).sort((a, b) => b - a));
    const { tally } = await home.client.call('portrait', { id: best[0]!.id });
    expect(best[0]).toMatchObject({ uses: tally.uses, hits: tally.hits, misses: tally.misses });
    const { entries } = await home.client.call('feed', { limit: 200 });
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).sort((a, b) => b - a));
    expect(entries.find(({ kind }) => kind === 'delivered')?.at).toBe(deliveredAt);
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(['delivered', 'learned']));
    const moment = { point: 'session start' } as const;
    const told = await home.client.call('deliver', { client: 'codex', session: 'why', moment });
    const { entries: after } = await home.client.call('feed', { limit: 200 });
    const noted = after.find(({ id }) => id === told.injection)!;
    expect(noted.memories.map(({ id }) => id).sort()).toEqual(told.memories.toSorted());
    expect(noted.memories.map(({ id, why }) => `${id}: ${why}`).sort()).toEqual(
      told.why.filter((each) => told.memories.includes(each.split(':')[0]!)).sort(),
    );
  });

  test('sees that a client is no longer read', async () => {
    const { clients } = await home.client.call('overview', {});
    expect(clients.map(({ client }) => client).sort()).toEqual(['claude-code', 'codex', 'gemini', 'git']);
    expect(new Set(clients.map(({ state }) => state))).toEqual(new Set(['working']));
    const { sources } = await home.client.call('sources', {});
    const { lookedIn } = sources.find(({ client }) => client === 'codex')!;
    const log = globSync(join(lookedIn[0]!, '**/*.jsonl')).sort().at(-1)!;
    appendFileSync(log, '{}\n');
    utimesSync(log, NOON / 1000 + 60, NOON / 1000 + 60);
    home.now = NOON + 10 * 60_000;
    const later = await home.client.call('overview', {});
    home.now = NOON;
    const codex = later.clients.find(({ client }) => client === 'codex')!;
    expect(codex).toMatchObject({ state: 'behind', because: expect.stringContaining('daemon') });
    expect(later.attention[0]).toMatchObject({ kind: 'unread logs' });
  });
});

describe('sessions', () => {
  test('come in pages, with what they were told and what was learned from them', async () => {
    const { client } = home;
    const all = await client.call('sessions', { limit: 1000 });
    const pages: Output<'sessions'>['sessions'] = [];
    for (let offset = 0; offset < all.total; offset += 7)
      pages.push(...(await client.call('sessions', { limit: 7, offset })).sessions);
    expect(pages).toEqual(all.sessions);
    expect(pages.some(({ delivered }) => delivered.memories > 0)).toBe(true);
    expect(pages.some(({ learnedTotal }) => learnedTotal > 0)).toBe(true);
    const hard = await client.call('sessions', { hard: true, limit: 500 });
    expect(hard.total).toBe(pages.filter(({ struggle }) => struggle.score > 0).length);
  });

  test('are replayed step by step as they were read', async () => {
    const { client } = home;
    const { sessions } = await client.call('sessions', { limit: 500 });
    const { id } = sessions.find(({ delivered }) => delivered.times > 0)!;
    const { events, total, deliveries, episodes } = await client.call('events', {
      session: id,
      limit: 10_000,
    });
    const paged: Output<'events'>['events'] = [];
    for (let offset = 0; offset < total; offset += 5) {
      const page = await client.call('events', { session: id, limit: 5, offset });
      expect(page.total).toBe(total);
      paged.push(...page.events);
    }
    expect(paged).toEqual(events);
    expect(events.map(({ index }) => index)).toEqual(events.map((_, i) => i));
    expect(deliveries[0]!.memories.length).toBeGreaterThan(0);
    expect(events.every(({ episode }) => episodes.some((one) => one.id === episode))).toBe(true);
  });

  test('are replayed from the page that holds an event', async () => {
    const { client } = home;
    const { sessions } = await client.call('sessions', { limit: 500 });
    const { id } = sessions.find(({ events }) => events > 12)!;
    const { events } = await client.call('events', { session: id, limit: 10_000 });
    for (const [i, { id: event }] of events.entries()) {
      const { at, events: page } = await client.call('events', {
        session: id,
        limit: 5,
        event: `said:${event.slice(0, 12)}`,
      });
      expect(at).toBe(i);
      expect(page[0]!.index).toBe(i - (i % 5));
      expect(page[i % 5]!.id).toBe(event);
    }
    const prompt = events.findLast(({ kind }) => kind === 'prompt')!.id;
    const ask = (event: string) => client.call('events', { session: id, kinds: ['prompt'], limit: 1, event });
    expect(await ask(prompt)).toMatchObject({ events: [{ id: prompt }] });
    const other = events.find(({ kind }) => kind !== 'prompt')!.id;
    expect(await ask(other)).toMatchObject({ at: null, events: [{ index: 0 }] });
    await expect(ask('said:xyz')).rejects.toThrow('8 to 32 hex digits');
  });
});

describe('the map', () => {
  test('has the parts of the code, what leans on what, and what is remembered of each', async () => {
    const { modules, couplings, files, edges, indexed } = await home.client.call('map', {});
    expect(indexed).toBe(true);
    expect(modules.reduce((sum, module) => sum + module.files + module.tests, 0)).toBe(files.length);
    expect(couplings.length).toBeGreaterThan(3);
    expect(edges.length).toBeGreaterThan(20);
    const cart = files.filter(({ path }) => path.startsWith('src/cart/'));
    const asked = await browse({ filter: { file: cart[0]!.path, scopes: ['project', 'path'] }, limit: 1 });
    expect(cart[0]!.memories).toBe(asked.total);
  });
});

describe('a question', () => {
  test('is answered by memories in their own words, each sentence with what it rests on', async () => {
    const { by, sentences, citations, spent } = await home.client.call('ask', {
      question: 'Which package manager do we use?',
    });
    expect(by).toBe('extract');
    expect(citations.some(({ text }) => text.includes('pnpm'))).toBe(true);
    expect(sentences.every(({ cites }) => cites.every((n) => citations[n - 1]!.number === n))).toBe(true);
    expect(spent).toBeNull();
  });

  test('about nothing that is remembered is not answered', async () => {
    const { by, sentences, citations } = await home.client.call('ask', {
      question: 'Who painted the ceiling of the Sistine Chapel?',
    });
    expect({ by, sentences, citations }).toEqual({ by: 'nothing', sentences: [], citations: [] });
  });
});
