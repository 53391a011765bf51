import { findSecrets } from './find.ts';
import { replace } from './settle.ts';

export interface RedactedText {
  text: string;
  /** What was replaced, once per place: "github token", "private key"… */
  found: string[];
}

/** Replaces every secret in the text with a word that says what it was; every write path goes through here. */
export async function redact(text: string): Promise<RedactedText> {
  return redactSync(text);
}

/** The same where nothing may be awaited: reading logs, and writing lines to one. */
export const redactSync = (text: string): RedactedText => redacted(text, () => '');

/** The same with as many lines as before, for callers that tell a place in a file by its line. */
export const redactLines = (text: string): RedactedText =>
  redacted(text, (secret) => '\n'.repeat(secret.split('\n').length - 1));

function redacted(text: string, after: (secret: string) => string): RedactedText {
  const found: string[] = [];
  // Again until nothing is left: what one replacement uncovers must not wait for a second redaction.
  for (let rest = text; ; ) {
    const findings = findSecrets(rest);
    if (findings.length === 0) return { text: rest, found };
    for (const { what } of findings) found.push(what);
    rest = replace(rest, findings, after);
  }
}
