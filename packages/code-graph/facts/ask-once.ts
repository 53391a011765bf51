/** Whether a word fits a pattern, found out once for each: types of nodes are few, and every node is asked. */
export function askOnce(pattern: RegExp): (word: string) => boolean {
  const known = new Map<string, boolean>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const answer = pattern.test(word);
    known.set(word, answer);
    return answer;
  };
}
