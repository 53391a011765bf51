import { readFileSync } from 'node:fs';
import { receiptRows, sessionRows } from '@sqrl/squirrel/cli/commands/internal/proof-csv.ts';
import { proofOutputs } from '@sqrl/squirrel/protocol/proof.ts';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';

/** Every object of a schema by its path, with the names of its fields. */
function objectsIn(schema: unknown, path: string): Map<string, string[]> {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return objectsIn(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return objectsIn(schema.element, `${path}[]`);
  if (!(schema instanceof z.ZodObject)) return new Map();
  const fields = Object.entries(schema.shape);
  return new Map([
    [path, fields.map(([name]) => name)],
    ...fields.flatMap(([name, field]) => [...objectsIn(field, `${path}.${name}`)]),
  ]);
}

const PROOF_MD = readFileSync(new URL('../docs/PROOF.md', import.meta.url), 'utf8');
const names = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
/** Rows of PROOF.md that document objects: their paths, and their fields with what each means. */
const documented = new Map(
  [...PROOF_MD.matchAll(/^\| (`(?:proof|replay)[^|]*) \| ([^|]*) \|$/gm)].flatMap(([, paths, fields]) =>
    names(paths!).map((path) => [path, names(fields!).sort()] as const),
  ),
);

test('docs/PROOF.md documents every field of the export, and no other', () => {
  const exported = new Map([
    ...objectsIn(proofOutputs.proof, 'proof'),
    ...objectsIn(proofOutputs.replay, 'replay'),
  ]);
  expect(exported.size).toBeGreaterThan(15);
  expect(Object.fromEntries(documented)).toEqual(
    Object.fromEntries([...exported].map(([path, fields]) => [path, fields.toSorted()])),
  );
});

test('a CSV has the columns that PROOF.md documents for the same objects', () => {
  const made = (path: string) =>
    Object.fromEntries(
      documented.get(path)!.map((name) => [name, name === 'at' ? 0 : name === 'why' ? 'because' : name]),
    );
  const proof = {
    counted: { receipts: [made('proof.counted.receipts[]')] },
    compared: { sessions: [made('proof.compared.sessions[]')] },
  } as unknown as Output<'proof'>;
  const [receipt] = receiptRows(proof);
  const [session] = sessionRows(proof);
  expect(Object.keys(receipt!).sort()).toEqual(documented.get('proof.counted.receipts[]'));
  expect(Object.keys(session!).sort()).toEqual(documented.get('proof.compared.sessions[]'));
  expect([receipt!.at, receipt!.why]).toEqual(['1970-01-01T00:00:00.000Z', 'because']);
});
