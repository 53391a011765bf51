import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EmbedderDown } from '../embedder.ts';
import { circuit, ProviderFault } from './circuit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const breaker = () => {
  const calls: string[] = [];
  const guard = circuit(30_000);
  const run = (name: string, outcome: ProviderFault | string) =>
    guard(async () => {
      calls.push(name);
      if (outcome instanceof ProviderFault) throw outcome;
      return outcome;
    });
  return { calls, guard, run };
};

const dead = new ProviderFault('It is dead.');

test('a dead provider costs one wait, not one a search', async () => {
  const { calls, run } = breaker();
  await expect(run('first', dead)).rejects.toBe(dead);

  vi.advanceTimersByTime(29_999);
  await expect(run('second', 'fine')).rejects.toThrow('It is dead. Squirrel retries later.');
  await expect(run('third', 'fine')).rejects.toBeInstanceOf(EmbedderDown);
  expect(calls).toEqual(['first']);

  vi.advanceTimersByTime(1);
  expect(await run('fourth', 'fine')).toBe('fine');
  expect(await run('fifth', 'fine')).toBe('fine');
});

test('after the rest one call finds out for all, and a second failure starts another rest', async () => {
  const { calls, guard, run } = breaker();
  await run('first', dead).catch(() => {});
  vi.advanceTimersByTime(31_000);

  let fail!: () => void;
  const probe = guard(
    () =>
      new Promise<string>((_, reject) => {
        fail = () => reject(dead);
      }),
  );
  await expect(run('meanwhile', 'fine')).rejects.toThrow('It is dead.');
  fail();
  await expect(probe).rejects.toBe(dead);
  vi.advanceTimersByTime(29_000);
  await expect(run('later', 'fine')).rejects.toThrow('retries later');

  expect(calls).toEqual(['first']);
});

test('one bad answer is not held against a provider that is alive', async () => {
  const { run } = breaker();
  await expect(run('first', new ProviderFault('That text is too long.', false))).rejects.toThrow('too long');

  expect(await run('second', 'fine')).toBe('fine');
});

test('a provider that asks for more time gets it', async () => {
  const { run } = breaker();
  await run('first', new ProviderFault('Too many requests.', true, 120_000)).catch(() => {});

  vi.advanceTimersByTime(119_000);
  await expect(run('second', 'fine')).rejects.toThrow('retries later');
  vi.advanceTimersByTime(1_000);
  expect(await run('third', 'fine')).toBe('fine');
});
