/**
 * What a sentence says without the clauses that tell when it holds: a name in "before pushing to Heroku" is that of an
 * occasion, not of what is wanted. What cannot be cut off is left.
 */
export const mainClause = (text: string): string =>
  text
    .replace(LEADING, (clause) => ' '.repeat(clause.length))
    .replace(OCCASION, (clause) => ' '.repeat(clause.length));

/** Whether a sentence tells when it holds. */
export const hasOccasion = (text: string): boolean => mainClause(text) !== text;

const WHEN =
  'before|after|when(?:ever)?|while|until|till|unless|if|once|without|during|every time|each time|as soon as|bevor|nachdem|wenn|sobald|ohne|avant|après|quand|lorsque|sans|antes de|después de|cuando|sin';
const LEADING = new RegExp(`^(?:${WHEN})(?![\\wÀ-ɏ])[^,]*(?=,)`, 'iu');
const OCCASION = new RegExp(`(?<=\\S\\s)(?:${WHEN})(?![\\wÀ-ɏ])[^,;]*`, 'giu');
