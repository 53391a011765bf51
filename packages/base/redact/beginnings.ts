/** What a part of a pattern may begin with; `isWhole` where that is all of the part. */
interface Beginnings {
  words: string[];
  isWhole: boolean;
  /** Where the part ends. */
  end: number;
}

/**
 * The words with which everything that a pattern matches begins, as far as its letters tell; lookarounds are left out. None of
 * them begins with another one.
 */
export function beginningsOf({ source, ignoreCase }: RegExp): string[] {
  const { words } = alternativesAt(source, 0);
  const all = new Set(words.map((word) => (ignoreCase ? word.toLowerCase() : word)));
  return [...all].filter((word) => ![...all].some((other) => other !== word && word.startsWith(other)));
}

const MAX_WORDS = 64;

function alternativesAt(source: string, from: number): Beginnings {
  const all: string[] = [];
  let [isWhole, goesOn] = [true, true];
  let words = [''];
  for (let at = from; ; ) {
    const sign = source[at];
    if (sign === undefined || sign === '|' || sign === ')') {
      all.push(...words);
      if (sign !== '|') return { words: all, isWhole, end: at + 1 };
      [words, goesOn] = [[''], true];
      at++;
      continue;
    }
    const next = atomAt(source, at);
    const [times = ''] = /^(?:[?*+]|\{[\d,]+\})\??/.exec(source.slice(next.end)) ?? [];
    at = next.end + times.length;
    if (!goesOn) continue;
    const isOptional = /^(?:\?|\*|\{0)/.test(times);
    const longer = words.flatMap((word) => [
      ...next.words.map((more) => word + more),
      ...(isOptional ? [word] : []),
    ]);
    const isKnown = next.words.length > 0 && longer.length <= MAX_WORDS;
    if (isKnown) words = longer;
    goesOn = isKnown && next.isWhole && (times === '' || times === '?');
    isWhole &&= goesOn;
  }
}

/** A group, a class of signs or one sign; without words where it may be too many. */
function atomAt(source: string, at: number): Beginnings {
  const [, group, looks] = /^(\((?:\?(?:(<?[=!])|:|<\w+>))?)/.exec(source.slice(at)) ?? [];
  if (group !== undefined) {
    const inside = alternativesAt(source, at + group.length);
    return looks === undefined ? inside : { ...inside, words: [''], isWhole: true };
  }
  const [atom] = /^(?:\[(?:\\.|[^\]\\])*\]|\\.|.)/s.exec(source.slice(at))!;
  const end = at + atom.length;
  if (atom === '\\b' || atom === '^') return { words: [''], isWhole: true, end };
  const signs = atom.startsWith('[') ? signsOf(atom) : /^\\\w|^[.$]$/.test(atom) ? [] : [atom.at(-1)!];
  return { words: signs, isWhole: true, end };
}

const MAX_SIGNS = 16;

/** The signs of a class such as `[a-f_]`. */
function signsOf(group: string): string[] {
  if (/^\[\^|\\\w/.test(group)) return [];
  const signs = [...group.slice(1, -1).matchAll(/\\?(.)(?:-(.))?/g)].flatMap(([, from, to = from]) => {
    const [first, last] = [from!.charCodeAt(0), to!.charCodeAt(0)];
    return Array.from({ length: last - first + 1 }, (_, i) => String.fromCharCode(first + i));
  });
  return signs.length > MAX_SIGNS ? [] : signs;
}
