import type { ExpectedType, Expression } from '../detail.ts';
import { inScope, readAll, type SourceReading } from '../reading.ts';
import { child, type Syntax } from '../syntax.ts';
import { DECLARING, declare } from './read-declarations.ts';
import { EXPRESSIONS, either } from './read-expressions.ts';
import { returned } from './read-functions.ts';
import { readExport, readImport } from './read-modules.ts';
import { bindPattern } from './read-patterns.ts';

export function readNode(reading: SourceReading, node: Syntax, expected?: ExpectedType): Expression {
  // A table and not a list of cases: what a rare one needs must not spoil what was made quick for the others.
  const expression = EXPRESSIONS.get(node.type);
  if (expression) return expression(reading, node, expected);
  (STATEMENTS.get(node.type) ?? readParts)(reading, node);
  return ['unknown'];
}

type StatementReader = (reading: SourceReading, node: Syntax) => void;

const readParts: StatementReader = (reading, node) => readAll(reading, node.kids);

const readBlock: StatementReader = (reading, node) => inScope(reading, () => readAll(reading, node.kids));

const STATEMENTS = new Map<string, StatementReader>([
  ...DECLARING.map((type): [string, StatementReader] => [
    type,
    (reading, node) => void declare(reading, node),
  ]),
  ['import_statement', readImport],
  ['export_statement', readExport],
  ['statement_block', readBlock],
  ['for_statement', readBlock],
  ['switch_body', readBlock],
  ['for_in_statement', readLoop],
  ['catch_clause', readCatch],
  ['return_statement', readReturn],
]);

function readCatch(reading: SourceReading, node: Syntax): void {
  inScope(reading, () => {
    const parameter = child(node, 'parameter');
    if (parameter) bindPattern(reading, parameter, { kind: 'variable', value: ['unknown'] });
    readAll(reading, child(node, 'body')?.kids ?? []);
  });
}

function readLoop(reading: SourceReading, node: Syntax): void {
  inScope(reading, () => {
    const [left, right, body] = [child(node, 'left'), child(node, 'right'), child(node, 'body')];
    const value: Expression = right ? reading.read(right) : ['unknown'];
    const each = node.words.includes('of') ? 'of' : 'in';
    const declares = node.words.some((word) => word === 'const' || word === 'let' || word === 'var');
    if (left && declares) bindPattern(reading, left, { kind: 'variable', value, each });
    else if (left) reading.read(left);
    if (body) reading.read(body);
  });
}

function readReturn(reading: SourceReading, node: Syntax): void {
  const [value] = node.kids;
  if (!value) return;
  const given = reading.read(value, returned(reading, reading.fn));
  const signature = reading.declarations[reading.fn]?.signature;
  if (signature && !signature.returns) signature.gives = [either([...(signature.gives ?? []), given])];
}
