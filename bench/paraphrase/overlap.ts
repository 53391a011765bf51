/** How much a list of questions gives away, summed up. */
export interface Overlap {
  median: number;
  mean: number;
}

const STOP_WORDS = new Set(
  `a about after again all also am an and any anyone anything are as at be because been before being but by can
  could did do does doing done each ever for from get gets give go goes got had has have having here how i if in into
  is isn it its just let like ll may me might more most much must my need needs no not now of off on one only or other
  our out over own please re s should so some someone something such t than that the their them then there these
  they thing things this those through to too under until up us ve very via want wants was way we were what when
  where which while who whom whose why will with within without won would you your yours`.split(/\s+/),
);

// Longest first, so that "settings" loses "ings" and not only "s".
const SUFFIXES = 'ations ation ments ment ingly ings ing edly ions ion ers ed er es ly s e'.split(' ');

/** The share of the question's content-word stems that `text` has too, 0 to 1. */
export function overlapWith(question: string, text: string): number {
  const asked = contentStems(question);
  const told = contentStems(text);
  return asked.size === 0 ? 0 : [...asked].filter((stem) => told.has(stem)).length / asked.size;
}

/** The words of a text that carry meaning, cut down to their stems; identifiers fall into their words. */
export function contentStems(text: string): Set<string> {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return new Set((words ?? []).filter((word) => !STOP_WORDS.has(word)).map(stem));
}

/** Middle and mean of the shares. */
export function summarise(shares: readonly number[]): Overlap {
  const sorted = shares.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median =
    sorted.length === 0 ? 0 : ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
  return { median, mean: sorted.reduce((sum, share) => sum + share, 0) / Math.max(1, sorted.length) };
}

function stem(word: string): string {
  const suffix = SUFFIXES.find((ending) => word.endsWith(ending) && word.length - ending.length >= 3);
  const root = suffix === undefined ? word : word.slice(0, -suffix.length);
  // "stopped" and "stop", "tries" and "try" are one word each.
  return root.replace(/([bdgklmnprt])\1$/, '$1').replace(/i$/, 'y');
}
