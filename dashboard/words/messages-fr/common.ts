import type { COMMON_MESSAGES } from '../../../src/base/messages/common.ts';
import type { Text } from '../say.ts';

export const COMMON_MESSAGES_FR: Record<keyof typeof COMMON_MESSAGES, Text> = {
  verbatim: '{text}',
  'join.sentences': '{first} ; {then}',
  'join.list': '{first}, {then}',
};
