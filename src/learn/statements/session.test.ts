import { expect, test } from 'vitest';
import type { ObservedRow } from '../../store/events/observed-steps.ts';
import { saidFacts } from './said.ts';
import { explicitOf, personsTurns } from './session.ts';

/** What is kept of some prompts without a model. */
const keptOf = (...prompts: string[]): string[] => {
  const steps = prompts.map(
    (text, i) => ({ id: `${i}`, at: i, kind: 'prompt', agent: null, text, tainted: false }) as ObservedRow,
  );
  return personsTurns(steps, () => '')
    .flatMap(explicitOf)
    .map((one) => saidFacts(one).text);
};

test.each(['sorry, wrong chat', 'Ignore my last message.', 'nvm', 'never mind, I found it', 'falscher Chat'])(
  'what a person takes back is not kept: %j',
  (retraction) => {
    expect(keptOf('Never write to the archive.', retraction)).toEqual([]);
    expect(keptOf(`Never write to the archive. ${retraction}`)).toEqual([]);
  },
);

test('a retraction takes back the prompt before it and no more', () => {
  expect(keptOf('Always use pnpm.', 'Never write to the archive.', 'sorry wrong window', 'hi')).toEqual([
    'Always use pnpm.',
  ]);
});

test.each(['never mind the warnings, they are old', 'we never forget that the queue is slow'])(
  'other words take nothing back: %j',
  (said) => {
    expect(keptOf('Never write to the archive.', said)).toContain('Never write to the archive.');
  },
);

test('what is said after a retraction holds', () => {
  expect(keptOf('Never use the queue. Scratch that. Always use the queue.')).toEqual([
    'Always use the queue.',
  ]);
});
