import { expect, test } from 'vitest';
import { layersAsked } from './layers.ts';

const TUESDAY = Date.UTC(2026, 10, 17, 12);
const asked = (question: string) => layersAsked(question, { now: TUESDAY, timeZone: 'UTC' });

test.each([
  'What happened yesterday?',
  'what did we work on last week?',
  'What was done on Monday?',
  'what did I do on Feb 21',
])('a question about a time and nothing else asks for work: %s', (question) => {
  expect(asked(question)).toMatchObject({ wantsWork: true, wantsFailures: false });
});

test('a question about a matter at some time asks what was said then', () => {
  const { time, wantsWork } = asked('what did we decide about retries yesterday?');
  expect(wantsWork).toBe(false);
  expect(time).toMatchObject({ from: Date.UTC(2026, 10, 16), to: Date.UTC(2026, 10, 17) });
});

test.each([
  'Which commands fail here, and what works instead?',
  'what keeps failing?',
  'which tests fail often?',
])('a question about failures in general asks for those that came back: %s', (question) => {
  expect(asked(question)).toMatchObject({ wantsFailures: true });
});

test.each(['why did the release workflow fail?', 'what does the login error mean?'])(
  'a question about one failure asks what was said about it: %s',
  (question) => {
    expect(asked(question)).toMatchObject({ wantsFailures: false, wantsWork: false });
  },
);

test.each([
  'Which commit added the retry?',
  'When was the retry limit changed?',
  'who removed the old parser?',
  'show me the git log of yesterday',
  'Quel commit a ajouté le retry ?',
  'Quand la limite a-t-elle été modifiée ?',
])('commits are asked for: %s', (question) => {
  expect(asked(question)).toMatchObject({ wantsCommits: true, wantsMemories: true });
});

test.each([
  'Where is the retry implemented?',
  'which function parses the header?',
  'Où est définie la limite ?',
  'Quelle fonction lit l’en-tête ?',
])('code is asked for: %s', (question) => {
  expect(asked(question)).toMatchObject({ wantsCode: true });
});

test.each([
  'Why did we choose SQLite?',
  'What did we decide about retries?',
  'Am I allowed to commit to main?',
  'How do I run the tests?',
  'When do we deploy?',
])('neither commits nor code are asked for: %s', (question) => {
  expect(asked(question)).toMatchObject({ wantsCommits: false, wantsCode: false, wantsConversations: true });
});

test.each([
  'What did we do about the flaky login?',
  'Have we already tried Redis?',
  'Où en est la migration ?',
])('past tasks are asked for: %s', (question) => {
  expect(asked(question)).toMatchObject({ wantsTasks: true, wantsWork: false });
});

test.each(['Que s’est-il passé hier ?', 'Qu’avons-nous fait la semaine dernière ?'])(
  'a French question about a time and nothing else asks for work: %s',
  (question) => {
    expect(asked(question)).toMatchObject({ wantsWork: true });
  },
);

test('a French question about failures in general asks for those that came back', () => {
  expect(asked('Quelles commandes échouent ici, et lesquelles marchent à la place ?')).toMatchObject({
    wantsFailures: true,
  });
});

test('named layers are asked and no others', () => {
  const layers = layersAsked('Which commit added the retry?', {
    now: TUESDAY,
    timeZone: 'UTC',
    only: ['notes', 'code'],
  });
  expect(layers).toMatchObject({ wantsNotes: true, wantsCode: true });
  expect(layers).toMatchObject({ wantsMemories: false, wantsConversations: false, wantsCommits: false });
});
