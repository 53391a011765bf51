/**
 * Makes a stored text safe to print: what would move the cursor, change colours or turn the reading direction
 * is shown as a picture of itself instead of being obeyed.
 */
export const visible = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, '  ')
    .replace(UNSEEN, picture);

/** Makes a text safe to print and folds it into a single line. */
export const oneLine = (text: string): string =>
  visible(text)
    .trim()
    .replace(/\s*\n\s*/g, ' ⏎ ')
    .replace(/ {2,}/g, ' ');

/** Writes a value as JSON that is safe to show: JSON itself leaves half of the control characters as they are. */
export const plainJsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(UNSEEN_IN_JSON, (sign) => `\\u${hex(sign).padStart(4, '0')}`);

// C0 but the newline, DEL, C1 (U+009B begins an escape sequence just as ESC [ does), and the bidi controls.
const UNSEEN = /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const UNSEEN_IN_JSON = /[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const hex = (sign: string) => sign.charCodeAt(0).toString(16);

const picture = (sign: string): string => {
  const code = sign.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : `<U+${hex(sign).toUpperCase().padStart(4, '0')}>`;
};
