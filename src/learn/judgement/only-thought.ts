import { entriesOf, startingWith } from '../dialogue/phrases.ts';

/**
 * Whether a sentence is only a thought, of this one time, of the past or of other people: it states nothing that holds here,
 * whatever it names.
 */
export const isOnlyThought = (sentence: string): boolean =>
  [ONLY_THOUGHT, IN_A_YEAR].some((pattern) => pattern.test(plain(sentence)));

const plain = (sentence: string): string =>
  sentence.slice(0, MAX_CHARS).replace(/[’‘]/g, "'").replace(LEAD, '');

const MAX_CHARS = 200;
const LEAD = /^(?:(?:ok(?:ay)?|hmm+|well|so|and|but|also|i think|honestly|btw)[,.:]? ){1,3}/i;

/** "Back in 2022 we replaced uv". */
const IN_A_YEAR = /^back in (?:19|20)\d\d\b/i;

const ONLY_THOUGHT = startingWith(
  entriesOf(`
  maybe we should
  maybe we could
  maybe we can
  maybe i should
  maybe it's time to
  perhaps we should
  perhaps we could
  i wonder if
  i wonder whether
  i'm wondering if
  i'm wondering whether
  i was wondering
  i was thinking
  what if we
  if we ever
  falls wir mal
  falls wir je
  vielleicht sollten wir
  peut-être qu'on devrait
  quizás deberíamos
  for this pr
  for this pull request
  for this commit
  for this task
  for this once
  just for today
  for today only
  back in the day
  we used to
  i used to
  they used to
  the docs say
  the documentation says
  the readme says
  the tutorial says
  the article says
  the linter says
  the other team
  other teams
  another team
`),
);
