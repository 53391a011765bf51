/** The text of a source file; undefined where the bytes are no text. Broken UTF-8 becomes U+FFFD, nothing is lost after it. */
export function decodeSource(bytes: Uint8Array): string | undefined {
  const wide = WIDE.find(({ mark }) => bytes[0] === mark[0] && bytes[1] === mark[1]);
  if (wide) return clean(new TextDecoder(wide.encoding).decode(bytes));
  if (looksBinary(bytes)) return undefined;
  return clean(UTF8.decode(bytes));
}

/** Whether bytes are no text, by git's rule: a NUL among the first 8,000. */
export const looksBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, 8_000).includes(0);

// Takes a mark of the byte order off.
const UTF8 = new TextDecoder('utf-8');

const WIDE = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

// The parser takes a NUL for the end of the file; a character of the same length leaves every offset as it is.
const clean = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text);
