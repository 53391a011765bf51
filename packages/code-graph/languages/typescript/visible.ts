import type { FileFacts } from '../../facts/facts.ts';
import type { TypeScriptDetail } from './detail.ts';
import { type Binder, binderOf, firstNamePart } from './scopes.ts';
import { isType } from './shapes.ts';

/**
 * All that other files can see of a file, in one form: what it exports, and whatever that leads to. Every declaration
 * gets its number when it is first met, so that lines, bodies and private things may change without a trace.
 */
export function visibleSurface(detail: TypeScriptDetail, { imports }: Pick<FileFacts, 'imports'>): unknown {
  const sight: VisibleState = { detail, find: binderOf(detail), numbers: new Map(), queue: [] };
  const roots = detail.exports.map((each) => {
    if (each.kind === 'declaration') return [each.name, numberOf(sight, each.declaration)];
    if (each.kind === 'local') return [each.name, numbersOf(sight, sight.find(each.local, 0))];
    return 'value' in each ? [each.kind, see(sight, each.value, each.scope)] : each;
  });
  // A file without exports is a script, and those of comments make it no module: all of it can be seen.
  if (detail.exports.every((each) => isType(detail, each)))
    for (const [i, { scope }] of detail.declarations.entries()) if (scope === 0) numberOf(sight, i);
  const declarations: unknown[] = [];
  for (let i = 0; i < sight.queue.length; i++) {
    const { at, scope: _, symbol, ...declaration } = detail.declarations[sight.queue[i]!]!;
    declarations.push([symbol !== undefined, see(sight, declaration, at)]);
  }
  return [roots, declarations, imports.map(({ specifier }) => specifier)];
}

interface VisibleState {
  detail: TypeScriptDetail;
  find: Binder;
  /** Of each declaration that was met, and these in the order in which they were. */
  numbers: Map<number, number>;
  queue: number[];
}

function numberOf({ numbers, queue }: VisibleState, declaration: number): number {
  const known = numbers.get(declaration);
  if (known !== undefined) return known;
  numbers.set(declaration, queue.length);
  return queue.push(declaration) - 1;
}

const numbersOf = (sight: VisibleState, declarations: readonly number[]): number[] =>
  declarations.map((each) => (each === -1 ? -1 : numberOf(sight, each)));

/** Fields that hold declarations by their places, one or several. */
const HELD = new Set(['members', 'parameters', 'typeParameters', 'receiver']);

function see(sight: VisibleState, value: unknown, at: number): unknown {
  if (Array.isArray(value)) return seeTuple(sight, value, at);
  if (typeof value !== 'object' || value === null) return value;
  const seen: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) {
    if (HELD.has(key)) seen[key] = numbersOf(sight, [each].flat() as number[]);
    // Of a parameter: its function, and its place there.
    else if (key === 'of' && Array.isArray(each)) seen[key] = [...numbersOf(sight, [each[0]]), each[1]];
    else if (key === 'of' && typeof each === 'number') seen[key] = numbersOf(sight, [each]);
    else seen[key] = key === 'call' ? see(sight, ['call', each], at) : see(sight, each, at);
  }
  return seen;
}

function seeTuple(sight: VisibleState, value: readonly unknown[], at: number): unknown {
  const [tag, first, ...rest] = value;
  if ((tag === 'declared' || tag === 'this' || tag === 'super') && typeof first === 'number')
    return [tag, numbersOf(sight, [first]), ...rest];
  if ((tag === 'name' || tag === 'typeof') && typeof first === 'string')
    return [tag, first, numbersOf(sight, sight.find(firstNamePart(first), at)), see(sight, rest, at)];
  if (tag === 'call' && typeof first === 'number') {
    const { callee, types, new: isNew, scope } = sight.detail.calls[first]!;
    return [tag, see(sight, [callee, types], scope), isNew];
  }
  return value.map((each) => see(sight, each, at));
}
