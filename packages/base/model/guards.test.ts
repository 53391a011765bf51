import { expect, test } from 'vitest';
import { isStopText, STOPPED } from './guards.ts';

test.each([
  `PreToolUse:Bash hook error: ${STOPPED}, because`,
  `Error: PreToolUse:Bash hook error: ${STOPPED}, because`,
  `Command blocked by PreToolUse hook: ${STOPPED}, because`,
  `Tool execution blocked: ${STOPPED}, because`,
  `Denied by preToolUse hook: ${STOPPED}, because`,
  `${STOPPED}, because`,
])('%j is known to be no failure', (text) => {
  expect(isStopText(text)).toBe(true);
});

test.each([`The log says that ${STOPPED}`, `a\nb: ${STOPPED}`, ''])('%j is what a tool said', (text) => {
  expect(isStopText(text)).toBe(false);
});
