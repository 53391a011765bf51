/** Ids of messages begin so; hex digits of the message's event follow. */
export const SAID_PREFIX = 'said:';

/** Digits of an event's id that tell it from the others of any home. */
const SAID_DIGITS = 12;

/** The id a message is cited by. */
export const saidId = (event: string): string => `${SAID_PREFIX}${event.slice(0, SAID_DIGITS)}`;

/** What is taken for such an id: fewer digits will do while only one message begins so, and the prefix may be left out. */
export const SAID_ID = /^(?:said:)?[0-9a-f]{8,32}$/i;

/** Whether an id names a message, and not a memory. */
export const isSaidId = (id: string): boolean => id.toLowerCase().startsWith(SAID_PREFIX);

/** The digits of a message's id. */
export const digitsOfSaid = (id: string): string => id.toLowerCase().replace(SAID_PREFIX, '');
