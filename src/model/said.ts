/** Ids of messages begin so; hex digits of the message's event follow. */
export const SAID_PREFIX = 'said:';

/** Fewer digits of an event's id name no message. */
export const MIN_SAID_DIGITS = 8;

/** `said:1a2b3c4d`, with as many digits as it takes; the prefix may be left out. */
export const SAID_ID = /^(?:said:)?[0-9a-f]{8,32}$/i;

/** Whether an id names a message, and not a memory. */
export const isSaidId = (id: string): boolean => id.toLowerCase().startsWith(SAID_PREFIX);

/** The digits of a message's id. */
export const digitsOfSaid = (id: string): string => id.toLowerCase().replace(SAID_PREFIX, '');
