/** Where the right memory stood for each question, counted from nought; less where it was not found. */
type Places = readonly number[];

/** What the places are worth, in percent. */
export function scoreOf(places: Places): { mrr: number; at1: number; at5: number; at10: number } {
  const share = (most: number) =>
    percent(places.filter((place) => place >= 0 && place < most).length / places.length);
  const reciprocal =
    places.reduce((sum, place) => sum + (place < 0 ? 0 : 1 / (place + 1)), 0) / places.length;
  return { mrr: percent(reciprocal), at1: share(1), at5: share(5), at10: share(10) };
}

const percent = (share: number): number => Math.round(1000 * share) / 10;
