import { type EdgeKind, SYMBOL_KINDS, type SymbolKind } from '@sqrl/base/model/code.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { howNumber, kindNumber } from '../tables/edges.ts';
import { tagOf } from '../tables/graph.ts';
import { namesOfSymbols } from '../tables/symbols.ts';
import type { CodeGraph } from './graph.ts';
import type { GraphHop } from './reach.ts';

type Hops = (node: number, steps: number) => Iterable<GraphHop>;

/** Where a call may arrive although no edge says so: constructors run with `new C()`, overrides through their base. */
export interface Dispatch {
  /** To what may break: the class of a constructor, the members that one overrides. */
  broken: Hops;
  /** To what surely runs it: the class of a constructor or field. */
  made: Hops;
  /** To what may run it: the class of a constructor or override, since one must be made before it runs. */
  run: Hops;
  /** The same, and what a method or inner function without known callers lies in: a framework may call it. */
  guessed: Hops;
}

/** Reads constructors and overrides off a graph; names are fetched for members of classes alone. */
export function dispatchOf(store: Store, graph: CodeGraph): Dispatch {
  const known = dispatches.get(graph);
  if (known) return known;
  const { owners, made, bases, idle } = membersOf(store, graph);
  const making = (node: number, steps: number): GraphHop[] =>
    // Of a field that is asked about its users are known; one on the way is set when an object is made.
    made.has(node) && (steps > 0 || graph.kindOf(node) !== FIELD)
      ? [{ node: owners.get(node)!, tag: MAKING, kinds: MAKES }]
      : [];
  const run: Hops = (node, steps) =>
    bases.has(node) ? [{ node: owners.get(node)!, tag: OVERRIDING, kinds: MAKES }] : making(node, steps);
  const dispatch: Dispatch = {
    broken: (node, steps) => [
      ...making(node, steps),
      ...(bases.get(node) ?? []).map((base) => ({ node: base, tag: OVERRIDING })),
    ],
    made: making,
    run,
    guessed: (node, steps) =>
      idle.has(node) && !isUsed(graph, node)
        ? [{ node: owners.get(node)!, tag: GUESSING, kinds: MAKES }]
        : run(node, steps),
  };
  dispatches.set(graph, dispatch);
  return dispatch;
}

const dispatches = new WeakMap<CodeGraph, Dispatch>();

/** Names of members that run when an object is made. */
export const MAKERS: ReadonlySet<string> = new Set([
  'constructor',
  '__init__',
  '__new__',
  '__post_init__',
  'initialize',
  '__construct',
]);

/** Whether anything is known to call a symbol, to use it or to inherit from it. */
export function isUsed(graph: CodeGraph, node: number): boolean {
  let used = false;
  graph.eachInto(node, (_, tag) => {
    used ||= USES.has(tag & 7);
  });
  return used;
}

interface Members {
  /** The class of each member. */
  owners: Map<number, number>;
  /** Constructors and fields. */
  made: Set<number>;
  /** Members of the classes above with the same name. */
  bases: Map<number, number[]>;
  /** Methods that a framework or an operator may call, and functions inside of others, such as those that are returned. */
  idle: Set<number>;
}

function membersOf(store: Store, graph: CodeGraph): Members {
  const above = new Map<number, number[]>();
  const inside = new Map<number, number[]>();
  const members: Members = { owners: new Map(), made: new Set(), bases: new Map(), idle: new Set() };
  for (let node = 0; node < graph.size; node++) {
    const isClass = CLASSES.has(graph.kindOf(node));
    if (isClass || MAKING_FUNCTIONS.has(graph.kindOf(node)))
      graph.eachOut(node, (other, tag) => {
        if ((tag & 7) === INHERITS) push(above, node, other);
        else if ((tag & 7) !== CONTAINS || !MEMBERS.has(graph.kindOf(other))) return;
        else if (isClass) push(inside, node, other);
        else if (graph.kindOf(other) !== FIELD) {
          members.owners.set(other, node);
          members.idle.add(other);
        }
      });
  }
  const ids = [...inside.values()].flat().map((node) => graph.idOf(node));
  const names = namesOfSymbols(store, ids);
  const nameOf = (node: number): string => names.get(graph.idOf(node)) ?? '';
  for (const [owner, own] of inside) {
    const inherited = Map.groupBy(
      ancestorsOf(owner, above).flatMap((ancestor) => inside.get(ancestor) ?? []),
      nameOf,
    );
    for (const member of own) {
      const name = nameOf(member);
      members.owners.set(member, owner);
      if (graph.kindOf(member) === FIELD || MAKERS.has(name)) members.made.add(member);
      else {
        const bases = inherited.get(name);
        if (bases) members.bases.set(member, bases);
        members.idle.add(member);
      }
    }
  }
  return members;
}

/** All classes above one, nearest first; a cycle is gone through once. */
function ancestorsOf(node: number, above: ReadonlyMap<number, readonly number[]>): number[] {
  const found = new Set(above.get(node));
  for (const each of found) for (const next of above.get(each) ?? []) if (next !== node) found.add(next);
  return [...found];
}

const kindsOf = (...kinds: SymbolKind[]): ReadonlySet<number> =>
  new Set(kinds.map((kind) => SYMBOL_KINDS.indexOf(kind)));

const CLASSES = kindsOf('class', 'interface', 'type', 'enum');
const MAKING_FUNCTIONS = kindsOf('function', 'method', 'variable');
const MEMBERS = kindsOf('method', 'field', 'function');
const FIELD = SYMBOL_KINDS.indexOf('field');
const INHERITS = kindNumber('inherits');
const CONTAINS = kindNumber('contains');
const MAKES: readonly EdgeKind[] = ['calls', 'uses', 'inherits'];
const USES = new Set(MAKES.map(kindNumber));
const MAKING = tagOf(CONTAINS, howNumber('syntax'));
const OVERRIDING = tagOf(INHERITS, howNumber('type'));
const GUESSING = tagOf(CONTAINS, howNumber('unique name'));

function push(map: Map<number, number[]>, key: number, value: number): void {
  const there = map.get(key);
  if (there) there.push(value);
  else map.set(key, [value]);
}
