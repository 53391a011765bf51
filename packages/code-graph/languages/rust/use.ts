import type { Node } from 'web-tree-sitter';
import { part } from '../../facts/fields.ts';
import { segmentsOf } from './expression.ts';
import type { RustScope } from './scope.ts';
import type { RustWalk } from './walk.ts';

/** Takes down `use a::{b as c, d::*}` and `extern crate a`. */
export function use(node: Node, scope: RustScope, walk: RustWalk): void {
  const line = node.startPosition.row + 1;
  const { items, globs } = walk.detail.modules[scope.module]!;
  const add = (path: string[], name: string): void => {
    walk.detail.imports.push({ path, module: scope.module, line });
    if (name === '*') globs.push(path);
    // `_` has every trait that is used without a name.
    else items[name] = [...(items[name] ?? []), { use: path }];
  };
  if (node.type === 'extern_crate_declaration') {
    const name = part(node, 'name')?.text;
    if (name) add([name], part(node, 'alias')?.text ?? name);
    return;
  }
  const tree = part(node, 'argument');
  if (tree) follow(tree, [], add);
}

function follow(node: Node, before: readonly string[], add: (path: string[], name: string) => void): void {
  switch (node.type) {
    case 'use_list':
      for (const each of node.namedChildren) if (each) follow(each, before, add);
      break;
    case 'scoped_use_list': {
      const [path, list] = [part(node, 'path'), part(node, 'list')];
      if (list) follow(list, [...before, ...(path ? segmentsOf(path) : [])], add);
      break;
    }
    case 'use_as_clause': {
      const path = part(node, 'path');
      if (path) add(whole(before, segmentsOf(path)), part(node, 'alias')?.text ?? '_');
      break;
    }
    case 'use_wildcard':
      add([...before, ...(node.firstNamedChild ? segmentsOf(node.firstNamedChild) : [])], '*');
      break;
    case 'identifier':
    case 'scoped_identifier':
    case 'self':
    case 'crate':
    case 'super': {
      const path = whole(before, segmentsOf(node));
      add(path, path.at(-1)!);
      break;
    }
  }
}

/** `a::{self}` is a. */
const whole = (before: readonly string[], rest: readonly string[]): string[] =>
  rest.length === 1 && rest[0] === 'self' && before.length > 0 ? [...before] : [...before, ...rest];
