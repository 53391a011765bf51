import { expect, test } from 'vitest';
import { leadingWords, shellSteps, wordsOfHead } from './steps.ts';

test.each([
  ['cd app && CI=1 npm test 2>&1 | tail -5', ['npm test', 'tail -5']],
  ['git add a.ts && git commit -m "Add a && b; then c | d"', ['git add a.ts', "git commit -m '…'"]],
  [
    `git commit -m "$(cat <<'EOF'\nAdd a thing\n\nrm -rf of old | things\nEOF\n)" && git push`,
    ["git commit -m '…'", 'git push'],
  ],
  ["python3 - <<'PY'\nimport os; os.remove('x')\nPY\nls", ['python3 -', 'ls']],
  ['timeout 60 cargo test; echo done', ['cargo test']],
  ["sed -n '1,5p' a.ts | cat -A", ["sed -n '…' a.ts", 'cat -A']],
])('the programs of `%s`', (command, steps) => {
  expect(shellSteps(command)).toEqual(steps);
});

test('the script that a runner starts belongs to what it is known by', () => {
  expect(leadingWords('npm run lint -- --quiet', wordsOfHead('npm run lint -- --quiet'))).toBe(
    'npm run lint',
  );
  expect(leadingWords('git commit -m x', wordsOfHead('git commit -m x'))).toBe('git commit');
  expect(leadingWords('make', 2)).toBeUndefined();
});
