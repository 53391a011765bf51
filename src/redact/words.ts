/** Calls `hit` with the owner and the place of every word that stands in the text. */
export type Scan = (text: string, hit: (owner: number, at: number) => void) => void;

/** The words one owner looks for, as they are written or in any case. */
export interface Words {
  at: readonly string[];
  anyCase: boolean;
}

interface Node {
  next: Map<number, Node>;
  ends: { owner: number; word: string; anyCase: boolean }[];
  state: number;
}

/**
 * Compiles lists of words, one list per owner, into a scan that reads a text once
 * (Aho-Corasick over a flat table: the cost of a text does not depend on how many words there are).
 */
export function wordScanner(owners: readonly Words[]): Scan {
  const classes = letterClasses(owners.flatMap(({ at }) => at));
  const width = classes.reduce((most, each) => Math.max(most, each), 0) + 1;
  const nodes = trieOf(owners, classes);
  const table = new Int32Array(nodes.length * width);
  link(nodes, table, width);
  const ending = Uint8Array.from(nodes, (node) => Math.min(node.ends.length, 1));

  return (text, hit) => {
    let state = 0;
    for (let i = 0; i < text.length; i++) {
      state = table[state * width + classes[text.charCodeAt(i)]!]!;
      if (ending[state] === 0) continue;
      for (const { owner, word, anyCase } of nodes[state]!.ends) {
        const at = i + 1 - word.length;
        if (anyCase || text.startsWith(word, at)) hit(owner, at);
      }
    }
  };
}

/** Every letter the words use gets a number of its own, its capital the same; all else is 0. */
function letterClasses(words: readonly string[]): Uint8Array {
  const classes = new Uint8Array(65536);
  let count = 0;
  for (const letter of new Set(words.join('').toLowerCase())) {
    count++;
    for (const each of [letter, letter.toUpperCase()])
      if (each.length === 1) classes[each.charCodeAt(0)] = count;
  }
  return classes;
}

function trieOf(owners: readonly Words[], classes: Uint8Array): Node[] {
  const nodes: Node[] = [{ next: new Map(), ends: [], state: 0 }];
  owners.forEach(({ at, anyCase }, owner) => {
    for (const word of at) {
      let node = nodes[0]!;
      for (let i = 0; i < word.length; i++) {
        const letter = classes[word.charCodeAt(i)]!;
        let child = node.next.get(letter);
        if (child === undefined) {
          child = { next: new Map(), ends: [], state: nodes.length };
          nodes.push(child);
          node.next.set(letter, child);
        }
        node = child;
      }
      node.ends.push({ owner, word, anyCase });
    }
  });
  return nodes;
}

/** Fills the table breadth first; where no word goes on, a state continues as its longest proper suffix would. */
function link(nodes: readonly Node[], table: Int32Array, width: number): void {
  const suffix = new Int32Array(nodes.length);
  const queue = [nodes[0]!];
  for (const node of queue) {
    const fallback = suffix[node.state]!;
    if (node.state !== 0) node.ends.push(...nodes[fallback]!.ends);
    for (let letter = 0; letter < width; letter++) {
      const child = node.next.get(letter);
      const otherwise = node.state === 0 ? 0 : table[fallback * width + letter]!;
      table[node.state * width + letter] = child?.state ?? otherwise;
      if (child === undefined) continue;
      suffix[child.state] = otherwise;
      queue.push(child);
    }
  }
}
