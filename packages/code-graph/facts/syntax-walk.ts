import type { EdgeKind, Language } from '@sqrl/base/model/code.ts';
import type { Node, Tree } from 'web-tree-sitter';
import type { FileFacts, ImportFact } from './facts.ts';
import { surfaceOf } from './hash.ts';
import { openSymbols } from './symbol-list.ts';

export type Visitor<Scope, Walk> = (node: Node, scope: Scope, walk: Walk) => void;

/** A walk through one file: its language has a visitor for each type of node that says something. */
export abstract class SyntaxWalk<
  Scope extends { symbol: number },
  Detail extends { mentions: { kind: EdgeKind; line: number; expr: unknown }[] },
> {
  readonly symbols;
  readonly detail: Detail;
  protected abstract readonly visitors: Readonly<Record<string, Visitor<Scope, never>>>;

  constructor(source: string, detail: Detail) {
    this.symbols = openSymbols(source);
    this.detail = detail;
  }

  /** Reads a node and what it holds. */
  visit(node: Node, scope: Scope): void {
    const visitor = this.visitors[node.type];
    if (visitor) visitor(node, scope, this as never);
    else this.visitAll(node.namedChildren, scope);
  }

  visitAll(nodes: readonly (Node | null)[], scope: Scope): void {
    for (const node of nodes) if (node) this.visit(node, scope);
  }

  /** Notes that the code around a node has to do with something; local values are not worth it. */
  mention(
    node: Node,
    kind: Detail['mentions'][number]['kind'],
    expr: Detail['mentions'][number]['expr'],
    scope: Scope,
  ): void {
    if (this.isMentioned(expr, kind))
      this.detail.mentions.push({ ...this.placeOf(scope), line: node.startPosition.row + 1, kind, expr });
  }

  protected isMentioned(expr: Detail['mentions'][number]['expr'], _kind: EdgeKind): boolean {
    return expr !== null && (expr as [string])[0] !== 'value';
  }

  protected placeOf(scope: Scope): object {
    return { from: scope.symbol };
  }

  /** The facts of the file; `visible` is what of the detail other files can see. */
  facts(
    { path, language, tree }: { path: string; language: Language; tree: Tree },
    { imports, visible }: { imports: ImportFact[]; visible: unknown },
  ): FileFacts<Detail> {
    const shown = this.symbols.all.map(({ kind, name, parent, exported }) => [kind, name, parent, exported]);
    return {
      path,
      language,
      surface: surfaceOf([shown, visible]),
      symbols: this.symbols.all,
      imports,
      detail: this.detail,
      chunks: [],
      broken: tree.rootNode.hasError,
    };
  }
}
