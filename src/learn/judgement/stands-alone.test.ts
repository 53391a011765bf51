import { expect, test } from 'vitest';
import { standsAlone } from './stands-alone.ts';

test.each([
  'Always use pnpm, not npm.',
  'We keep business logic in domain modules, and commands call those modules.',
  'The schema file is a snapshot and is never edited.',
  'Never ask whether to go on if it seems obvious that those are the next steps.',
  'That’s wrong, use the `task` command for task management.',
  'You should not edit files in the main checkout.',
  'You are not allowed to edit files in the main checkout.',
  'This project deploys on Thursdays, and nothing in this repository may depend on the old client.',
  'It was decided not to use the cache.',
  'When tests fail, fix them before you go on.',
])('%s', (sentence) => {
  expect(standsAlone(sentence)).toBe(true);
});

test.each([
  'This is not necessary and breaks the link.',
  'It should be in the other folder.',
  'If it breaks on old browsers nobody minds.',
  'We should not keep drafts in there.',
  'Take it out of the importer and its tests.',
  'We never want to use that format again.',
  'Look at those files first.',
  'Keep the order the same between the 2.',
  'Avoid inventing our own.',
  'Don’t use a staging folder either.',
  '(old and new) must pass.',
  'You edited the file in the main checkout, not the copy.',
  'You’re working in the wrong folder again.',
  'You are in the wrong folder.',
  'are adding it to the wrong folder.',
  'Tell me what to look at before it runs.',
  'Make a rule of what we just learned.',
  'Switch back to main.',
  'auth.go should be helpers.go, so that it looks like what it is.',
  'GetFolder should not be in session.go.',
  'make sure the rule mentions the description',
])('not: %s', (sentence) => {
  expect(standsAlone(sentence)).toBe(false);
});
