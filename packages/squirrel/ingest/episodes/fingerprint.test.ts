import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fingerprintOf } from './fingerprint.ts';

const failed = (text: string, command = 'npm test') =>
  fingerprintOf({ tool: 'run', text, command, exitCode: 1 });

test.each([
  [
    "Exit code 2\nerror: unrecognized subcommand 'bun'\n\nUsage: rtk [OPTIONS] <COMMAND>",
    "error: unrecognized subcommand 'bun'\n\nFor more information, try '--help'.",
  ],
  [
    'Error: Cannot find module /home/dev/shop/src/cart.js:12:4',
    'Error: Cannot find module C:\\Users\\dev\\shop\\src\\other.js:99:1',
  ],
  [
    '2026-01-02T10:00:00Z FATAL: connection 8f14e45fceea167a5a36dedd4bea2543 timed out after 3000ms',
    '2026-02-09T23:59:59Z FATAL: connection c9f0f895fb98ab9159f51fd0297e236d timed out after 12s',
  ],
  [
    '\u001b[31m(fail)\u001b[0m cart > adds an item [1.20ms]\n 1 fail',
    '✓ other\n(fail) cart > adds an item [44.00ms]\n 1 fail',
  ],
  [
    '<tool_use_error>File has not been read yet. Read it first.</tool_use_error>',
    'File has not been read yet. Read it first.',
  ],
])('the same trouble in other words around it has one fingerprint: %j', (a, b) => {
  expect(failed(a)).toEqual(failed(b));
});

test.each([
  ["error: unrecognized subcommand 'bun'", "error: unrecognized subcommand 'deno'"],
  ['TypeError: x is not a function', 'ReferenceError: x is not defined'],
  ['(fail) cart > adds an item', '(fail) cart > removes an item'],
])('%j and %j are different troubles', (a, b) => {
  expect(failed(a).id).not.toBe(failed(b).id);
});

test('a failure that says nothing is known by its command', () => {
  expect(failed('Exit code 1', 'cd /x && make check 2>&1')).toEqual(failed('', 'make check'));
  expect(failed('Exit code 1', 'make check').id).not.toBe(failed('Exit code 1', 'make lint').id);
});

test('the tool is part of it', () => {
  const text = 'File not found';
  const read = fingerprintOf({ tool: 'read', text, command: null, exitCode: null });
  expect(fingerprintOf({ tool: 'edit', text, command: null, exitCode: null }).id).not.toBe(read.id);
});

test('any text has a fingerprint, and the line is short', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (text) => {
      expect(failed(text).line.length).toBeLessThanOrEqual(700);
    }),
  );
});

test.each(['error: a/', 'error: 1.', '-', 'Error Error ', '\u001b[1;'])(
  'a line of a million characters is no trouble: %j',
  (part) => {
    expect(failed(part.repeat(1_000_000 / part.length)).id).toMatch(/^[0-9a-f]{16}$/);
  },
);
