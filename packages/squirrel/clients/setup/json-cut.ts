import { valueAt } from '@sqrl/base/toml/data.ts';
import type { Node } from 'jsonc-parser';
import type { SettingsEntry } from './client.ts';
import { commaAfter, endOf, nodeAt, plainJson, propertyOf, treeOf } from './json-tree.ts';

/**
 * Takes our entries out of a JSON or JSONC text, and the objects and lists that are empty without them; of these, what the
 * `original` has stays. Without an original all of them stay.
 */
export function cutFromJson(text: string, entries: readonly SettingsEntry[], original?: string): string {
  let rest = text;
  for (const entry of entries)
    for (let node = oursIn(treeOf(rest), entry); node; node = oursIn(treeOf(rest), entry))
      rest = cutNode(rest, node);
  if (original === undefined || rest === text) return rest;
  const had = original.trim() === '' ? {} : plainJson(treeOf(original));
  for (const at of placesAround(entries)) {
    const root = treeOf(rest);
    const isEmpty = nodeAt(root, at)?.children?.length === 0;
    if (isEmpty && valueAt(had, at) === undefined)
      rest = cutNode(rest, propertyOf(nodeAt(root, at.slice(0, -1)), at.at(-1)!)!);
  }
  return rest;
}

/** The objects and lists that entries are in, the innermost first. */
const placesAround = (entries: readonly SettingsEntry[]): string[][] =>
  entries
    .flatMap(({ at, item }) =>
      at.map((_, i) => at.slice(0, i + 1)).filter((place) => item || place.length < at.length),
    )
    .sort((a, b) => b.length - a.length);

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

/** Cuts a property or an item with its comma and the line it leaves empty; comments around it stay. */
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
