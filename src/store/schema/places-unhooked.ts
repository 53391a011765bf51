/**
 * A trigger that writes makes each insert a savepoint, at which FTS5 writes out the words of that one row: adding a
 * memory took twice as long. `addMemory` writes its places instead.
 */
export const placesUnhooked = 'drop trigger memory_place_added;';
