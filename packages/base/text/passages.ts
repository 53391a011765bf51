/** So long is a passage at most, in characters: what a small embedder reads whole. */
const MAX_PASSAGE_CHARS = 700;

/** Cuts a message into passages at its paragraphs, long paragraphs at their lines, long lines between words. */
export function passagesOf(message: string, most = MAX_PASSAGE_CHARS): string[] {
  const passages: string[] = [];
  let passage = '';
  for (const piece of piecesOf(message, most)) {
    if (passage.length + piece.length > most) {
      passages.push(passage);
      passage = '';
    }
    passage += piece;
  }
  return [...passages, passage].map((each) => each.trim()).filter((each) => SAYS_SOMETHING.test(each));
}

const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/** Pieces that are joined as they are give the text again; none is longer than `most`. */
function piecesOf(text: string, most: number): string[] {
  const paragraphs = text.split(/(?<=\n[ \t]*\n)/);
  return paragraphs.flatMap((paragraph) =>
    paragraph.length <= most
      ? [paragraph]
      : paragraph.split(/(?<=\n)/).flatMap((line) => (line.length <= most ? [line] : cutLine(line, most))),
  );
}

function cutLine(line: string, most: number): string[] {
  const pieces: string[] = [];
  let rest = line;
  while (rest.length > most) {
    const space = rest.lastIndexOf(' ', most - 1);
    // Do not cut a surrogate pair in half.
    const edge = /[\uD800-\uDBFF]/.test(rest[most - 1]!) ? most - 1 : most;
    const end = space > most / 2 ? space + 1 : edge;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...pieces, rest];
}
