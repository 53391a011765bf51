/**
 * A person's id: the name by which git knows them, `~`, and eight digits of a hash of their mail address, which tells two
 * Anns apart. It is a claim of whoever wrote the line, and shown as such.
 */
const PERSON = /^(.{1,60}) ~[0-9a-f]{8}$/su;

/** The name in a person's id, for a line that is shown. */
export const personName = (id: string): string => PERSON.exec(id)?.[1] ?? id.slice(0, 60);

/** The id of a person. `digest` is the hash of the mail address, in hexadecimal. */
export const personId = (name: string, digest: string): string =>
  `${name.replace(/\s+/g, ' ').trim().slice(0, 60) || 'somebody'} ~${digest.slice(0, 8)}`;
