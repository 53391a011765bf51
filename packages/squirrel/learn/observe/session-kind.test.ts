import { expect, test } from 'vitest';
import { beginKind, kindOfSession, seeKind } from './session-kind.ts';
import { changes, prompts, reads, runs, stepsOf } from './testing/sessions.ts';

const kindOf = (...some: Parameters<typeof stepsOf>[0]) => {
  const so = beginKind();
  for (const step of stepsOf(some)) seeKind(so, step);
  return kindOfSession(so);
};

test.each([
  ['build', [prompts('Add a login form'), reads('src/a.ts'), changes('src/a.ts'), runs('npm test')]],
  ['build', [prompts('Review this PR and fix what you find'), changes('src/a.ts')]],
  ['build', [changes('CHANGELOG.md'), changes('src/a.ts')]],
  ['build', [{ kind: 'commit', text: 'Add a login form' }]],
  ['insights', [prompts('How does the login work?'), reads('src/a.ts'), reads('src/b.ts')]],
  ['insights', [prompts('Change it'), changes('src/a.ts', { outcome: 'rejected' }), reads('src/a.ts')]],
  ['roadmap', [prompts('What should we work on next? Prioritize the backlog.'), reads('TODO.md')]],
  ['roadmap', [prompts('Schlage eine Roadmap vor'), reads('README.md')]],
  ['terminal', [prompts('Restart the server'), runs('make restart'), runs('make status')]],
  ['changelog', [prompts('Write the changelog for 2.0'), runs('git log'), changes('CHANGELOG.md')]],
  ['spec', [prompts('Write a spec for the import'), reads('src/a.ts'), changes('docs/specs/import.md')]],
  ['spec', [prompts('Redacta una especificación para la importación'), reads('src/a.ts')]],
  [
    'spec',
    [
      prompts('Tree view for the context tab'),
      reads('src/a.ts'),
      { kind: 'call', tool: 'plan', toolName: 'ExitPlanMode' },
    ],
  ],
  ['review', [prompts('Is 12 fine?'), reads('src/a.ts'), runs('gh pr merge 12 --squash')]],
  ['review', [prompts('/review 12'), runs('gh pr diff 12'), reads('src/a.ts')]],
  ['review', [prompts('Please review my changes'), runs('git diff'), reads('src/a.ts')]],
  ['review', [prompts('Überprüfe den Pull Request'), runs('git diff')]],
] as const)('this was a session of kind %s: %j', (kind, some) => {
  expect(kindOf(...(some as Parameters<typeof stepsOf>[0]))).toBe(kind);
});
