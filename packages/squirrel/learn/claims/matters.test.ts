import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aboutOf, type DatedClaim, saysOf, standings } from './matters.ts';

const claim = (id: string, given: Partial<DatedClaim> = {}): DatedClaim => ({
  id,
  about: ['package manager'],
  says: id,
  trust: 5,
  lastAt: 0,
  ...given,
});

test('the newest of what equally trusted voices say holds, and alone', () => {
  const found = standings([
    claim('npm', { lastAt: 1 }),
    claim('pnpm', { lastAt: 3 }),
    claim('yarn', { lastAt: 2 }),
  ]);
  expect(found.get('pnpm')).toEqual({ stands: 'holds' });
  // npm was given up for yarn, though by now it is pnpm that holds.
  expect(found.get('npm')).toEqual({ stands: 'replaced', by: 'pnpm', at: 2, first: 'yarn', repeats: false });
  expect(found.get('yarn')).toEqual({ stands: 'replaced', by: 'pnpm', at: 3, first: 'pnpm', repeats: false });
});

test('what was said again holds again', () => {
  const found = standings([claim('npm', { lastAt: 4 }), claim('pnpm', { lastAt: 3 })]);
  expect(found.get('npm')).toEqual({ stands: 'holds' });
  expect(found.get('pnpm')).toMatchObject({ stands: 'replaced', by: 'npm' });
});

test('a lower voice never replaces a higher one, but disputes it where it is newer', () => {
  const found = standings([
    claim('said', { lastAt: 2 }),
    claim('seen later', { trust: 1, lastAt: 3 }),
    claim('seen before', { trust: 1, lastAt: 1 }),
  ]);
  expect(found.get('said')).toEqual({ stands: 'holds' });
  expect(found.get('seen later')).toEqual({ stands: 'disputes', against: 'said' });
  expect(found.get('seen before')).toMatchObject({ stands: 'replaced', by: 'said' });
});

test('a lower voice that says the same disputes nothing', () => {
  const found = standings([
    claim('said', { says: 'pnpm' }),
    claim('seen', { says: 'pnpm', trust: 1, lastAt: 9 }),
  ]);
  expect(found.get('seen')).toMatchObject({ stands: 'replaced', by: 'said' });
});

test('a lower voice that repeats one thing and contradicts a higher one in another disputes it', () => {
  const found = standings([
    claim('said npm', { says: 'npm', about: ['manager', 'npm'], lastAt: 1 }),
    claim('said pnpm', { says: 'pnpm', about: ['manager', 'pnpm'], lastAt: 2 }),
    claim('file says npm', { says: 'npm', about: ['manager', 'npm'], trust: 4, lastAt: 3 }),
  ]);
  expect(found.get('file says npm')).toEqual({ stands: 'disputes', against: 'said pnpm' });
});

test('what is about nothing in particular excludes nothing', () => {
  const found = standings([claim('a', { about: [] }), claim('b', { about: [] })]);
  expect([...found.values()]).toEqual([{ stands: 'holds' }, { stands: 'holds' }]);
});

test('scopes do not mix, and a claim is about its key and its subject', () => {
  const project = { scope: 'project', scopeOf: null, key: 'tool.x', subject: 's' } as const;
  expect(aboutOf(project)).toHaveLength(2);
  expect(aboutOf(project)).not.toEqual(aboutOf({ ...project, scope: 'global' }));
  expect(aboutOf({ ...project, key: null })).toEqual([aboutOf(project)[1]]);
  expect(aboutOf({ ...project, key: null, subject: null })).toEqual([]);
});

test('the opposite polarity says the opposite', () => {
  expect(saysOf({ text: 'x', value: 'Tabs', polarity: 1 })).not.toBe(
    saysOf({ text: 'x', value: 'tabs', polarity: -1 }),
  );
});

test('in every matter exactly one claim holds, whatever order they come in', () => {
  const claims = fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 3 }),
      about: fc.constantFrom(['a'], ['b']),
      says: fc.constantFrom('x', 'y', 'z'),
      trust: fc.integer({ min: 0, max: 5 }),
      lastAt: fc.integer({ min: 0, max: 5 }),
    }),
    { selector: ({ id }) => id, minLength: 1 },
  );
  fc.assert(
    fc.property(claims, fc.infiniteStream(fc.nat()), (all, order) => {
      const shuffled = all
        .map((one) => ({ one, at: order.next().value! }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one);
      const found = standings(all);
      expect(standings(shuffled)).toEqual(found);
      for (const about of ['a', 'b'].filter((name) => all.some((one) => one.about[0] === name)))
        expect(
          all.filter((one) => one.about[0] === about && found.get(one.id)!.stands === 'holds'),
        ).toHaveLength(1);
    }),
  );
});
