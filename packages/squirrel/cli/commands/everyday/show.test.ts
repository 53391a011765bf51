import { Problem } from '@sqrl/base/problem.ts';
import { expect, test } from 'vitest';
import type { Output } from '../../../protocol/verbs.ts';
import { NOON, typed } from '../../testing/world.ts';

type Passage = Output<'passage'>;

const message = (given: Partial<Passage['before'][number]>): Passage['before'][number] => ({
  id: 'said:aaaaaaaa',
  event: 'a'.repeat(32),
  speaker: 'person',
  at: NOON,
  text: 'Why cents?',
  length: given.text?.length ?? 10,
  tainted: false,
  skipped: 0,
  ...given,
});

const passage: Passage = {
  ...message({ id: 'said:1a2b3c4d', speaker: 'agent', text: 'Because floats lose\na cent.' }),
  client: 'claude-code',
  session: '0fccf939-a272-4ef8-a9d0-01c7df276089',
  agent: null,
  branch: 'main',
  episode: { id: 'e1', task: 'Mend the\u001b[31m cart' },
  files: ['src/cart.ts', 'src/price.ts'],
  before: [message({})],
  after: [message({ id: 'said:bbbbbbbb', text: 'Thanks', tainted: true })],
};

test('show said: prints the conversation around a message, with the message marked', async () => {
  const { out, calls } = await typed(['show', 'said:1a2b3c4d', '--before', '1', '--after=5'], {
    answers: { passage: () => passage },
  });
  expect(calls).toEqual([{ verb: 'passage', input: { id: 'said:1a2b3c4d', before: 1, after: 5 } }]);
  const times = /^([> ]) \d{4}-\d{2}-\d{2} \d{2}:\d{2} {2}/gm;
  expect(out.replace(times, '$1 TIME  ').split('\n')).toEqual([
    'said:1a2b3c4d · claude-code · session 0fccf939 · main',
    'Task: Mend the␛[31m cart',
    'Files: src/cart.ts, src/price.ts',
    '',
    '  TIME  person',
    '    Why cents?',
    '',
    '> TIME  agent',
    '    Because floats lose',
    '    a cent.',
    '',
    '  TIME  person [after external text]',
    '    Thanks',
    '',
    'All steps of the session: sqrl history events 0fccf939',
    '',
  ]);
});

test('history said opens a talk by the digits that a headline shows', async () => {
  const { out, calls } = await typed(['history', 'said', '1a2b3c4d'], {
    answers: { passage: () => passage },
  });
  expect(calls).toEqual([{ verb: 'passage', input: { id: '1a2b3c4d' } }]);
  expect(out).toContain('said:1a2b3c4d · claude-code');
});

test('show said: says where messages of a long conversation are left out', async () => {
  const { out } = await typed(['show', 'said:1a2b3c4d'], {
    answers: { passage: () => ({ ...passage, skipped: 12 }) },
  });
  expect(out).toContain('\n  … 12 messages left out\n\n>');
});

test('show said: shows the message whole, and of a long one around it the beginning', async () => {
  const long = Array.from({ length: 30 }, (_, i) => `line ${i + 1}`).join('\n');
  const { out } = await typed(['show', 'said:1a2b3c4d'], {
    answers: {
      passage: () => ({ ...passage, text: long, length: 9000, before: [message({ text: long })], after: [] }),
    },
  });
  expect(out.match(/line 12$/gm)).toHaveLength(2);
  expect(out.match(/line 30$/gm)).toHaveLength(1);
  expect(out).toContain('    … 18 more lines: sqrl show said:aaaaaaaa\n');
  expect(out).toContain('agent [start and end of 9000 characters]\n');
});

test('show said: stays within the terminal, and --json has it all', async () => {
  const text = 'word '.repeat(60).trim();
  const answers = { passage: () => ({ ...passage, text }) };
  const { out } = await typed(['show', 'SAID:1a2b3c4d', '--no-color'], {
    answers,
    terminal: true,
    columns: 40,
  });
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(40);
  expect(out.split('\n').filter((line) => line.startsWith('    word')).length).toBeGreaterThan(5);
  const { out: json } = await typed(['show', 'said:1a2b3c4d', '--json'], { answers });
  expect(JSON.parse(json)).toMatchObject({ id: 'said:1a2b3c4d', text, after: [{ tainted: true }] });
});

test('show says what is wrong with its arguments, and exits with 3 where there is no such message', async () => {
  expect(await typed(['show', 'abcd', '--before', '2'])).toMatchObject({
    exit: 2,
    err: expect.stringContaining('--before and --after need the id of a message, such as said:1a2b3c4d.'),
  });
  expect((await typed(['show', 'said:1a2b3c4d', '--after', '201'])).err).toContain('from 0 to 200');
  const gone = () => {
    throw new Problem(
      'No message has the id said:1a2b3c4d.',
      'It may belong to another project.',
      'not_found',
    );
  };
  expect((await typed(['show', 'said:1a2b3c4d'], { answers: { passage: gone } })).exit).toBe(3);
});
