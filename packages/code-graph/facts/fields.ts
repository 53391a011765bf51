import type { Node } from 'web-tree-sitter';

export const part = (node: Node, field: string): Node | null => node.childForFieldName(field);

/** All nodes in a field of another, without the commas that some grammars count in. */
export const parts = (node: Node, field: string): Node[] =>
  node.childrenForFieldName(field).filter((each) => each?.isNamed) as Node[];

/** The nodes in another, without comments. */
export const childNodes = (node: Node | null): Node[] =>
  (node?.namedChildren ?? []).filter((each) => each !== null && !each.type.endsWith('comment')) as Node[];
