import { redactSync } from './redact.ts';

/** What looks like a secret in a JSON text, by its kind. */
export const secretsIn = (json: string): string[] => [
  ...new Set(textsIn(json).flatMap((each) => redactSync(each).found)),
];

/** Every text in it: between quotes a secret is not seen as it stands in a memory. What is not JSON is one text. */
function textsIn(json: string): string[] {
  const texts = new Set<string>();
  try {
    JSON.parse(json, (key, value: unknown) => {
      if (typeof value === 'string') texts.add(value);
      // Elements of a set are keys.
      texts.add(key);
      return value;
    });
  } catch {
    return [json];
  }
  return [...texts].filter((text) => text.length > 3);
}
