import { expect, test } from 'vitest';
import { plainStep, unwrapped } from './wrappers.ts';

test.each([
  ['bash scripts/deploy.sh now', './scripts/deploy.sh now'],
  ['sh -e ./scripts/deploy.sh', './scripts/deploy.sh'],
  ['./scripts/deploy.sh now', './scripts/deploy.sh now'],
  ['bash -c ls', 'bash -c ls'],
  ['zsh /opt/run.sh', '/opt/run.sh'],
  ['npm test', 'npm test'],
  ['bash', 'bash'],
])('`%s` is compared as `%s`', (step, plain) => {
  expect(plainStep(step)).toBe(plain);
});

test.each([
  ['rtk npm run check', 'npm run check'],
  ['npx --yes vitest run', 'vitest run'],
  ['pnpm exec vitest run', 'vitest run'],
  ['mise exec node@24 -- npx vitest run', 'vitest run'],
  ['mise exec -- vitest run', 'vitest run'],
  ['npm exec', 'npm exec'],
  ['vitest run', 'vitest run'],
])('`%s` runs `%s`', (step, rest) => {
  expect(unwrapped(step)).toBe(rest);
});
