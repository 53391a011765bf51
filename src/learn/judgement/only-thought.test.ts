import { expect, test } from 'vitest';
import { isOnlyThought } from './only-thought.ts';

test.each([
  ['Maybe we should use bun instead of pnpm.', true],
  ['hmm, I wonder if we should drop Mongo in favour of Postgres', true],
  ['For this PR, use npm.', true],
  ['Back in 2022 we replaced uv with pip.', true],
  ['We used to have no semicolons before 2020.', true],
  ['The docs say you should always use npm.', true],
  ['The other team uses unittest.', true],
  ['We use pnpm.', false],
  ['Use Postgres, maybe we should never have used Mongo.', false],
  ['For this project, use npm.', false],
  ['The docs site uses yarn.', false],
  ['We used tabs once, now always spaces.', false],
])('"%s" is only a thought: %s', (sentence, is) => expect(isOnlyThought(sentence)).toBe(is));
