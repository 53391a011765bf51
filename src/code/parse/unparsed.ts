import { type Message, type MessageCode, message, verbatim } from '../../base/messages.ts';

/** Why the structure of a file is not known: the last two were found out the hard way. */
export type UnparsedReason = 'too large' | 'too tangled' | 'broke the parser' | 'took too long';

const CODES: Readonly<Record<UnparsedReason, MessageCode>> = {
  'too large': 'unparsed.tooLarge',
  'too tangled': 'unparsed.tooTangled',
  'broke the parser': 'unparsed.brokeParser',
  'took too long': 'unparsed.tookTooLong',
};

/** Why a file was not parsed, by the name that the store has for it. */
export function unparsedMessage(because: string): Message {
  const code = CODES[because as UnparsedReason] as MessageCode | undefined;
  return code ? message(code) : verbatim(because);
}
