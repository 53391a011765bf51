import { memoryImportance } from '@sqrl/base/model/importance.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { expect, test } from 'vitest';
import { aMemory } from '../../store/testing/a-memory.ts';
import { isAboutPaths, projectBrief } from './views.ts';

test('a pitfall is about a file, a folder above or below it, and never about a name that only begins alike', () => {
  const trap = aMemory({ files: ['src/pay/client.ts'] });
  const about = (path: string) => isAboutPaths(trap, [path]);
  expect(['src/pay/client.ts', 'src/pay', 'src', '.'].map(about)).toEqual([true, true, true, true]);
  expect(['src/pa', 'src/pay/client', 'test'].map(about)).toEqual([false, false, false]);
  expect(isAboutPaths(aMemory({ files: ['src/pay'] }), ['src/pay/retry.ts'])).toBe(true);
  expect(isAboutPaths(aMemory({ files: [], scope: 'path', scopeOf: 'src' }), ['src/pay'])).toBe(true);
});

test('a brief names facts by their keys, folders by their pattern, and parts by what is known of them', () => {
  const module = { folder: '', files: [] as string[], tests: [], entries: [], leansOn: [] };
  const brief = projectBrief(
    {
      modules: [
        { ...module, name: 'pay', folder: 'src/pay', files: ['src/pay/a.ts', 'src/pay/b.ts'], tests: ['t'] },
        { ...module, name: 'main', folder: '.', files: ['main.ts'], entries: ['main.ts'], leansOn: ['pay'] },
        { ...module, name: 'cart', folder: 'src/cart', files: ['src/cart/c.ts'] },
      ],
      facts: [
        aMemory({ id: 'a', key: 'tool.test_runner.e2e', text: 'Playwright' }),
        aMemory({ id: 'b', key: null, text: 'Money is an integer' }),
        aMemory({ id: 'c', key: 'tool.cache', text: 'playwright' }),
      ],
      commands: [
        aMemory({ id: 'd', key: 'command.zip', text: 'make zip' }),
        aMemory({ id: 'e', key: 'command.test', text: 'make test' }),
      ],
      insights: [
        aMemory({ id: 'f', type: 'module_insight', files: ['src/cart/c.ts'], text: 'Carts live a week' }),
      ],
      hot: [{ path: 'src/pay/a.ts', changed: 9 }],
    },
    { project: '/shop', at: '2026-11-15T12:00:00.000Z' },
  );
  expect(brief.modules).toEqual([
    { name: 'pay', paths: ['src/pay/**'], summary: '2 files and 1 test' },
    { name: 'cart', paths: ['src/cart/**'], summary: 'Carts live a week' },
    { name: 'main', paths: ['*'], summary: '1 file; entry points: main.ts; imports pay' },
  ]);
  expect(brief.key_facts).toHaveLength(2);
  expect(brief.key_facts).toContain('Money is an integer');
  expect(brief.commands.map(({ key }) => key)).toEqual(['command.test', 'command.zip']);
  expect(brief.token_estimate).toBe(estimateTokens(brief.markdown));
});

test("importance is whose word it is and how sure, and a person's confirmation counts", () => {
  const of = (given: Partial<Memory>) =>
    memoryImportance(aMemory({ pinned: false, verified: false, ...given }));
  expect(of({ source: 'user_taught', confidence: 1 })).toBe(1);
  expect(of({ source: 'observer_inferred', confidence: 1 })).toBeCloseTo(0.61);
  expect(of({ source: 'observer_inferred', confidence: 1, verified: true })).toBeCloseTo(0.71);
  expect(of({ source: 'observer_inferred', confidence: 0.1, tier: 'emergency' })).toBe(1);
  expect(of({ source: 'observer_inferred', confidence: 1, tags: ['importance:9'] })).toBe(0.9);
});
