import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proofOf } from '../protocol/wire.ts';
import { hmac } from './sha256.ts';

test('it proves the token as the daemon does', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 300 }), (key, text) => {
      expect(hmac(key, text)).toBe(createHmac('sha256', key).update(text).digest('hex'));
    }),
  );
  expect(hmac('t'.repeat(43), 'sqrl\0a-nonce')).toBe(proofOf('t'.repeat(43), 'a-nonce'));
});
