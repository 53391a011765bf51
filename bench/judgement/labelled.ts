/** A prompt with what a reader would write down of it. */
export interface LabelledPrompt {
  id: string;
  repo: string;
  before: string;
  prompt: string;
  spans: { quote: string; from: 'prompt' | 'before'; kind: string; holds: string; replaces: boolean }[];
}

/** Whether a sentence and a quote are, for the most part, the same words. */
export function coversSpan(sentence: string, quote: string): boolean {
  const [a, b] = [bare(sentence), bare(quote)];
  if (a === '' || b === '') return false;
  if (a.includes(b) || b.includes(a)) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const half = Math.ceil(short.length / 2);
  return (
    half >= MIN_COMMON_CHARS && (long.includes(short.slice(0, half)) || long.includes(short.slice(-half)))
  );
}

const MIN_COMMON_CHARS = 12;

const bare = (text: string): string => text.replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim().toLowerCase();
