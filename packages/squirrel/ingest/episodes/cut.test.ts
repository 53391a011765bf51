import { expect, test } from 'vitest';
import { cutEpisodes, type EpisodeRun } from './cut.ts';
import type { EpisodeEvent } from './step.ts';
import { after, edited, failedAt, looked, ran, replied, said, step } from './testing/steps.ts';

const login = () => [said('Add a login form to the account page'), edited('src/login.ts'), replied()];
const invoices = () => [said('New task: the invoices need a tax column'), edited('src/tax.ts'), replied()];
const shape = (runs: EpisodeRun[]) => runs.map(({ begunBy, steps }) => [begunBy, steps.length]);
/** One part a minute after the other. */
function together(...parts: EpisodeEvent[][]): EpisodeEvent[] {
  const all: EpisodeEvent[] = [];
  for (const part of parts) all.push(...after(1, part, all));
  return all;
}

test('a session is one episode until something cuts it', () => {
  expect(shape(cutEpisodes(login()))).toEqual([['session', 3]]);
  expect(cutEpisodes([])).toEqual([]);
});

test('more than twenty minutes of silence cut, twenty do not', () => {
  const first = login();
  expect(shape(cutEpisodes([...first, ...after(20, login(), first)]))).toEqual([['session', 6]]);
  expect(shape(cutEpisodes([...first, ...after(20.1, login(), first)]))).toEqual([
    ['session', 3],
    ['silence', 3],
  ]);
});

test('waiting for a tool, or for the person to allow it, is no silence', () => {
  const start = [...login(), step({ kind: 'call', tool: 'run', call: 'c1', command: 'make' })];
  const end = [ran('make', '', { call: 'c1' }), replied(), replied()];
  expect(shape(cutEpisodes([...start, ...after(90, end, start)]))).toEqual([['session', 7]]);
});

test('a subagent at work is no silence, and what it is told is no prompt of the person', () => {
  const start = [...login(), said('use a subagent')];
  const agent = { agent: 'a1' };
  const work = [
    said('New task: count all the invoices of the year', agent),
    looked('a.ts', agent),
    replied('5', agent),
  ];
  const during = after(15, work, start);
  expect(shape(cutEpisodes([...start, ...during, ...after(15, [replied()], during)]))).toEqual([
    ['session', 8],
  ]);
});

test('a new task cuts, and a step of the same task does not', () => {
  expect(
    shape(cutEpisodes(together(login(), [said('commit'), ran('git commit -m x'), replied()], invoices()))),
  ).toEqual([
    ['session', 6],
    ['new task', 3],
  ]);
});

test('a compaction cuts, and takes the prompt along that it came in between', () => {
  const compacted = [
    said('now the footer'),
    step({ kind: 'compaction' }),
    edited('src/footer.ts'),
    replied(),
  ];
  const runs = cutEpisodes(together(login(), compacted));
  expect(shape(runs)).toEqual([
    ['session', 3],
    ['compaction', 4],
  ]);
  expect(runs[1]!.steps[0]!.text).toBe('now the footer');
});

test('a flush cuts what comes after it', () => {
  const steps = together(login(), login());
  expect(shape(cutEpisodes(steps, { flushes: [steps[2]!.at] }))).toEqual([
    ['session', 3],
    ['flush', 3],
  ]);
});

test('a hard time that ended well is cut off from what comes next, though not from the thanks', () => {
  const hard = [
    said('Make the build work'),
    ...Array.from({ length: 6 }, () => failedAt('make')),
    ran('make'),
    replied(),
  ];
  const next = [said('Make the build print its version number too'), edited('Makefile'), replied()];
  expect(shape(cutEpisodes(together(hard, [said('great, thanks'), replied()], next)))).toEqual([
    ['session', 11],
    ['resolved struggle', 3],
  ]);
});

test('a hard time that goes on is not cut', () => {
  const hard = [said('Make the build work'), ...Array.from({ length: 8 }, () => failedAt('make')), replied()];
  const next = [said('Make the build print its version number too'), edited('Makefile'), replied()];
  expect(shape(cutEpisodes(together(hard, next)))).toHaveLength(1);
});

test('fewer than three steps join a neighbour, across the weaker of the two cuts', () => {
  const first = login();
  const late = after(60, [said('commit'), replied()], first);
  expect(shape(cutEpisodes([...first, ...late]))).toEqual([['session', 5]]);
  // The silence is stronger than the new task behind it, so both belong to what follows.
  expect(shape(cutEpisodes([...first, ...late, ...after(1, invoices(), late)]))).toEqual([
    ['session', 3],
    ['silence', 5],
  ]);
  // The new task is weaker than the silence behind it, so it stays with what went before.
  const short = together(first, invoices().slice(0, 2));
  expect(shape(cutEpisodes([...short, ...after(60, login(), short)]))).toEqual([
    ['session', 5],
    ['silence', 3],
  ]);
  // Between two cuts of one kind it stays with what went before.
  const billing = [said('Next task: send the invoices by mail'), edited('src/mail.ts'), replied()];
  expect(shape(cutEpisodes([...short, ...after(1, billing, short)]))).toEqual([
    ['session', 5],
    ['new task', 3],
  ]);
  expect(shape(cutEpisodes([said('hello')]))).toEqual([['session', 1]]);
});
