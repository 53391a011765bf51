/** Calls `hit` with the owner and the place of every word that stands in the text. */
export type Scan = (text: string, hit: (owner: number, at: number) => void) => void;

interface Node {
  next: Map<number, Node>;
  ends: { owner: number; length: number }[];
  state: number;
}

/**
 * Compiles lists of words, one list per owner, into a scan that reads a text once, whatever its case
 * (Aho-Corasick over a flat table: the cost of a text does not depend on how many words there are).
 */
export function wordScanner(owners: readonly (readonly string[])[]): Scan {
  const lists = owners.map((words) => words.map((word) => word.toLowerCase()));
  const classes = letterClasses(lists.flat());
  const width = classes.reduce((most, each) => Math.max(most, each), 0) + 1;
  const nodes = trieOf(lists, classes);
  const table = new Int32Array(nodes.length * width);
  link(nodes, table, width);
  const ending = Uint8Array.from(nodes, (node) => Math.min(node.ends.length, 1));

  return (text, hit) => {
    let state = 0;
    for (let i = 0; i < text.length; i++) {
      state = table[state * width + classes[text.charCodeAt(i)]!]!;
      if (ending[state] === 0) continue;
      for (const { owner, length } of nodes[state]!.ends) hit(owner, i + 1 - length);
    }
  };
}

/** Every letter the words use gets a number of its own, its capital the same; all else is 0. */
function letterClasses(words: readonly string[]): Uint8Array {
  const classes = new Uint8Array(65536);
  let count = 0;
  for (const word of words) {
    for (let i = 0; i < word.length; i++) {
      const code = word.charCodeAt(i);
      if (classes[code] !== 0) continue;
      classes[code] = ++count;
      const capital = word[i]!.toUpperCase();
      if (capital.length === 1) classes[capital.charCodeAt(0)] = count;
    }
  }
  return classes;
}

function trieOf(lists: readonly (readonly string[])[], classes: Uint8Array): Node[] {
  const nodes: Node[] = [{ next: new Map(), ends: [], state: 0 }];
  lists.forEach((words, owner) => {
    for (const word of words) {
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
      node.ends.push({ owner, length: word.length });
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
