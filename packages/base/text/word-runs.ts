/** Words in a run: this many in a row are seldom the same by chance. */
const RUN_WORDS = 6;

/** A number for each run of words in a text, whatever their case and the signs between them. */
export function wordRuns(text: string): number[] {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(numberOf);
  const runs: number[] = [];
  for (let i = 0; i + RUN_WORDS <= words.length; i++) {
    let run = SEED;
    for (let j = i; j < i + RUN_WORDS; j++) run = Math.imul(run ^ words[j]!, PRIME);
    runs.push(run);
  }
  return runs;
}

function numberOf(word: string): number {
  let number = SEED;
  for (let i = 0; i < word.length; i++) number = Math.imul(number ^ word.charCodeAt(i), PRIME);
  return number;
}

const SEED = 0x811c9dc5;
const PRIME = 0x01000193;
