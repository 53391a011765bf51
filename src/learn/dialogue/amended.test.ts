import { expect, test } from 'vitest';
import { amended } from './amended.ts';

const EXPIRE = 'Sessions expire after 14 days without activity.';
const LIMIT = 'Every public endpoint is limited to 100 requests per minute.';

test.each([
  [EXPIRE, '30 days instead of 14', 'Sessions expire after 30 days without activity.'],
  [EXPIRE, '30 instead of 14', 'Sessions expire after 30 days without activity.'],
  [EXPIRE, 'make it 30 days', 'Sessions expire after 30 days without activity.'],
  [EXPIRE, '30 days', 'Sessions expire after 30 days without activity.'],
  ['Mails go through RabbitMQ.', 'SQS, not RabbitMQ', 'Mails go through SQS.'],
  [
    LIMIT,
    'not the health check',
    'Every public endpoint is limited to 100 requests per minute, but not the health check.',
  ],
  [
    LIMIT,
    'the admin ones have no limit',
    'Every public endpoint is limited to 100 requests per minute, but the admin ones have no limit.',
  ],
])('"%s" with "%s"', (statement, amendment, whole) => expect(amended(statement, amendment)).toBe(whole));

test('an order for now changes nothing of it', () => {
  expect(amended(EXPIRE, 'first run the tests')).toBe(EXPIRE);
});

test('where nobody can tell what changes, nothing is made up', () => {
  expect(amended(EXPIRE, 'blue instead of green')).toBeUndefined();
  expect(amended('Keep 7 daily and 4 weekly copies.', '30')).toBeUndefined();
});
