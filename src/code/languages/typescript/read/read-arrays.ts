import type { ExpectedType, Expression } from '../detail.ts';
import type { SourceReading } from '../reading.ts';
import type { Syntax } from '../syntax.ts';

/** Elements that are read to tell what an array holds. */
const MAX_SAMPLED_ELEMENTS = 8;

/** Reads an array literal. Of a long one, what is nothing but data is read for the names in it, and not kept. */
export function readArray(reading: SourceReading, node: Syntax, expected?: ExpectedType): Expression {
  const each: ExpectedType | undefined = expected && { by: 'element', of: expected };
  const elements: Expression[] = [];
  for (const kid of node.kids) {
    const before = sizesOf(reading);
    const value = reading.walk.readExpression(reading, kid, each);
    if (elements.length < MAX_SAMPLED_ELEMENTS) elements.push(value);
    else if (isData(reading, before)) reading.declarations.length = before.declarations;
  }
  return ['array', elements];
}

interface Sizes {
  declarations: number;
  calls: number;
  scopes: number;
  symbols: number;
  assignments: number;
}

const sizesOf = ({ declarations, calls, scopes, symbols, assignments }: SourceReading): Sizes => ({
  declarations: declarations.length,
  calls: calls.length,
  scopes: scopes.length,
  symbols: symbols.length,
  assignments: assignments.length,
});

/** Whether nothing that is kept leads to what was declared since. */
function isData(
  reading: SourceReading,
  { declarations, calls, scopes, symbols, assignments }: Sizes,
): boolean {
  if (reading.declarations.length === declarations) return false;
  if (reading.scopes.length > scopes || reading.symbols.length > symbols) return false;
  if (reading.assignments.length > assignments) return false;
  for (let i = calls; i < reading.calls.length; i++) {
    const { callee, arguments: args, types } = reading.calls[i]!;
    if (leadsOn(callee) || args.some(leadsOn) || types?.some(leadsOn)) return false;
  }
  return true;
}

const leadsOn = (value: unknown): boolean =>
  Array.isArray(value) && (value[0] === 'declared' || value.some(leadsOn));
