import { isDeepStrictEqual } from 'node:util';
import type { Node } from 'jsonc-parser';
import type { InsertedText, SettingsEntry } from './entry.ts';
import { commaAfter, endOf, nodeAt, plainJson, propertyOf, treeOf } from './json-tree.ts';

/** Takes our entries out of a JSON or JSONC text: to the byte where they stand as they were put, else only them. */
export function cutFromJson(
  text: string,
  entries: readonly SettingsEntry[],
  pieces: readonly InsertedText[],
): string {
  const wanted = withoutOurs(text, entries, pieces);
  if (wanted === undefined) return text;
  const exact = pieces.reduceRight(cutPiece, text);
  return isLike(exact, wanted) ? exact : withoutNodes(text, entries, pieces);
}

/** Cuts one piece where it stands as it was put; else the text stays. */
function cutPiece(text: string, piece: InsertedText): string {
  const within = nodeAt(treeOf(text), piece.at);
  const members = within?.children ?? [];
  const firsts = piece.first === undefined ? members : [propertyOf(within, piece.first)];
  for (const first of firsts) {
    const from = (first?.offset ?? Number.NaN) - piece.lead;
    if (!(from >= 0) || !text.startsWith(piece.text, from)) continue;
    const before = members[members.indexOf(first!) - 1];
    const rest = text.slice(from + piece.text.length);
    if (!piece.comma) return valid(text.slice(0, from) + rest) ?? text;
    // What followed ours has a comma before it, which was ours; one is enough.
    if (!before || text[endOf(before)] !== ',') continue;
    const shorter = text.slice(0, endOf(before)) + text.slice(endOf(before) + 1, from) + rest;
    return valid(shorter) ?? valid(text.slice(0, from) + rest) ?? text;
  }
  return text;
}

/** Cuts node by node, and then what was made for them, where nothing else has come into it. */
function withoutNodes(
  text: string,
  entries: readonly SettingsEntry[],
  pieces: readonly InsertedText[],
): string {
  let rest = text;
  for (const entry of entries) {
    for (let node = oursIn(treeOf(rest), entry); node; node = oursIn(treeOf(rest), entry))
      rest = cutNode(rest, node);
  }
  for (const path of madeBy(pieces)) {
    const root = treeOf(rest);
    const node = propertyOf(nodeAt(root, path.slice(0, -1)), path.at(-1)!);
    if (node && nodeAt(root, path)!.children?.length === 0) rest = cutNode(rest, node);
  }
  return rest;
}

/** The property or item of ours; of a group that others joined, ours within it. */
function oursIn(root: Node, { at, item, ours }: SettingsEntry): Node | undefined {
  const node = nodeAt(root, at);
  if (!node) return undefined;
  if (!item) return ours(plainJson(node)) ? node.parent : undefined;
  for (const one of node.type === 'array' ? (node.children ?? []) : []) {
    if (ours(plainJson(one))) return one;
    const inner = nodeAt(one, ['hooks'])?.children?.find((hook) => ours({ hooks: [plainJson(hook)] }));
    if (inner) return inner;
  }
  return undefined;
}

/** Cuts a property or an item with its comma and the line it leaves empty. */
function cutNode(text: string, node: Node): string {
  const siblings = node.parent!.children!;
  const before = siblings[siblings.indexOf(node) - 1];
  const after = commaAfter(text, endOf(node));
  const to = after >= 0 ? after + 1 : endOf(node);
  const from = node.offset - /\r?\n?[ \t]*$/.exec(text.slice(0, node.offset))![0].length;
  const rest = text.slice(0, from) + text.slice(to);
  if (after >= 0 || !before) return rest;
  const comma = commaAfter(text, endOf(before));
  return rest.slice(0, comma) + rest.slice(comma + 1);
}

/** What the text should say without ours; undefined where there is nothing of ours in it. */
function withoutOurs(
  text: string,
  entries: readonly SettingsEntry[],
  pieces: readonly InsertedText[],
): unknown {
  const root = treeOf(text);
  if (!entries.some((entry) => oursIn(root, entry))) return undefined;
  return plainJson(treeOf(withoutNodes(text, entries, pieces)));
}

const madeBy = (pieces: readonly InsertedText[]) =>
  pieces.flatMap(({ made }) => made).toSorted((a, b) => b.length - a.length);

const isLike = (text: string, value: unknown): boolean => isDeepStrictEqual(plainJson(treeOf(text)), value);

function valid(text: string): string | undefined {
  try {
    treeOf(text);
    return text;
  } catch {
    return undefined;
  }
}
