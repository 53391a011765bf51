import { surfaceOf } from '../../facts/hash.ts';
import type { TypeScriptDetail } from './detail.ts';
import { binderOf } from './scopes.ts';
import { type DescribedSource, tellOf } from './source-describer.ts';

/** Tells of declarations, names and values whether they or anything they lead to changed. */
export interface Closures {
  of(declaration: number): string;
  ofName(name: string, scope: number): string[];
  ofValue(value: unknown, scope: number): unknown;
}

/**
 * Declarations lead to each other in circles. All of one circle share what tells of them: their own texts, and what
 * tells of the circles they lead to (Tarjan's strongly connected components).
 */
export function closuresOf(detail: TypeScriptDetail): Closures {
  const find = binderOf(detail);
  const teller = tellOf(detail, find);
  const told = new Map<number, DescribedSource>();
  const hashes = new Map<number, string>();
  const order = new Map<number, number>();
  const stack: number[] = [];
  const toldOf = (index: number): DescribedSource => {
    const known = told.get(index) ?? teller.declaration(index);
    told.set(index, known);
    return known;
  };

  function visit(index: number): number {
    const own = order.size;
    order.set(index, own);
    stack.push(index);
    let low = own;
    for (const to of toldOf(index).to) {
      if (hashes.has(to)) continue;
      low = Math.min(low, order.get(to) ?? visit(to));
    }
    if (low === own) close(stack.splice(stack.indexOf(index)));
    return low;
  }

  function close(circle: readonly number[]): void {
    const texts = circle.map((index) => {
      const { text, to } = toldOf(index);
      return surfaceOf([text, to.map((each) => hashes.get(each) ?? toldOf(each).text)]);
    });
    const all = circle.length === 1 ? texts[0]! : surfaceOf(texts.toSorted());
    circle.forEach((index, i) => {
      hashes.set(index, circle.length === 1 ? all : surfaceOf([all, texts[i]]));
    });
  }

  const of = (index: number): string => {
    if (!hashes.has(index)) visit(index);
    return hashes.get(index)!;
  };
  return {
    of,
    ofName: (name, scope) => find(name, scope).map(of),
    ofValue(value, scope) {
      const { text, to } = teller.value(value, scope);
      return [text, to.map(of)];
    },
  };
}
