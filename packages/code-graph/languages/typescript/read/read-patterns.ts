import type { DeclarationKind, Expression } from '../detail.ts';
import { addDeclaration, addSymbol, nodeText, type SourceReading } from '../reading.ts';
import { child, type Syntax } from '../syntax.ts';

export interface BoundPattern {
  kind: DeclarationKind;
  /** What the pattern takes apart. */
  value: Expression;
  path?: (string | number)[];
  /** The names become symbols. */
  named?: boolean;
  exported?: boolean;
  each?: 'of' | 'in';
  scope?: number;
}

/** Declares every name of a pattern, each with its way into the value. Gives their declarations. */
export function bindPattern(reading: SourceReading, node: Syntax, bound: BoundPattern): number[] {
  const path = bound.path ?? [];
  const into = (kid: Syntax | undefined, step?: string | number): number[] =>
    kid ? bindPattern(reading, kid, { ...bound, path: step === undefined ? path : [...path, step] }) : [];
  switch (node.type) {
    case 'identifier':
    case 'shorthand_property_identifier_pattern':
      return [bindName(reading, node, bound)];
    case 'object_pattern':
      return node.kids.flatMap((kid) =>
        kid.type === 'shorthand_property_identifier_pattern' ? into(kid, nodeText(reading, kid)) : into(kid),
      );
    case 'pair_pattern': {
      const key = child(node, 'key');
      if (key?.type === 'computed_property_name') reading.read(key);
      return into(child(node, 'value'), key ? nodeText(reading, key).replace(/^['"]|['"]$/g, '') : '');
    }
    case 'object_assignment_pattern': {
      const left = child(node, 'left');
      defaultOf(reading, node);
      return left ? into(left, nodeText(reading, left)) : [];
    }
    case 'assignment_pattern':
      defaultOf(reading, node);
      return into(child(node, 'left'));
    case 'array_pattern':
      return node.kids.flatMap((kid) =>
        kid.type === 'rest_pattern' ? into(kid) : into(kid, placeOf(reading, node, kid)),
      );
    case 'rest_pattern':
      return into(node.kids[0]);
    default:
      reading.read(node);
      return [];
  }
}

/** The place of an element; those before it may be left out. */
function placeOf(reading: SourceReading, { start, kids }: Syntax, kid: Syntax): number {
  const before = kids.slice(0, kids.indexOf(kid));
  const gaps = before.map(({ end }, i) => reading.source.slice(end, (before[i + 1] ?? kid).start));
  const commas = [reading.source.slice(start, (before[0] ?? kid).start), ...gaps].join('').match(/,/g);
  return commas?.length ?? 0;
}

function bindName(
  reading: SourceReading,
  node: Syntax,
  { kind, value, path, named, exported, each, scope }: BoundPattern,
): number {
  const name = nodeText(reading, node);
  return addDeclaration(reading, kind, name, {
    values: [value],
    ...(path && path.length > 0 && { path }),
    ...(named && { symbol: addSymbol(reading, 'variable', name, node, node, exported) }),
    ...(each && { each }),
    ...(scope !== undefined && { scope }),
  });
}

function defaultOf(reading: SourceReading, node: Syntax): void {
  const right = child(node, 'right');
  if (right) reading.read(right);
}
