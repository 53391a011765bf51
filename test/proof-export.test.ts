import { readFileSync } from 'node:fs';
import { receiptRows, sessionRows } from '@sqrl/squirrel/cli/commands/internal/proof.ts';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { expect, test } from 'vitest';

/** Every object of an answer by its path, with the names of its fields. */
function objectsIn(value: unknown, path: string): [path: string, fields: string[]][] {
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((one) => objectsIn(one, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return [
    [path, Object.keys(value)],
    ...Object.entries(value).flatMap(([name, field]) => objectsIn(field, `${path}.${name}`)),
  ];
}

const at = 0;
const outcomes = { avoided: 0, followed: 0, cited: 0, 'failed again': 0, ignored: 0 };
const counts = { reminders: 0, tokens: 0, sessions: 0, stops: 0, prevented: 0, outcomes };
const met = { kept: 0, broken: 0, overruled: 0 };
const treated = { sessions: 0, mean: 0 };
const comparison = {
  ...{ treated, value: 0, low: 0, high: 0, p: 0, missing: { toCompare: 0, toDetect: 0 } },
  ...{ verdict: 'less' as const, says: '' },
};
const arm = { sessions: 0, bad: 0 };
const lift = { kind: '', told: arm, withheld: arm, difference: { value: 0, low: 0, high: 0 }, helps: 0 };
const range = { low: 0, high: 0 };

/** An answer with everything in it: the types, which come from what makes the answers, want every field and no other. */
const proof: Output<'proof'> = {
  ...{ project: { id: '', name: '' }, at, neighborhood: { tasks: 0, changed: 0 } },
  counted: {
    ...{ week: counts, overall: counts, flagged: { told: 0, flagged: 0 } },
    rules: { held: 0, ...met, latest: [{ text: '', stops: '' }], met: [{ id: '', text: '', ...met }] },
    corrections: { given: 0, avoided: [{ memory: '', text: '', client: '', session: '', at }] },
    receipts: [
      {
        ...{ id: '', at, client: '', session: '', point: '', about: null, memory: '', text: '' },
        ...{ followed: 'avoided', why: '' },
      },
    ],
  },
  compared: {
    ...{ on: true, since: at, groups: { full: 0, passive: 0, control: 0 }, because: null },
    metrics: [{ metric: 'tokens', better: 'less', control: treated, passive: comparison, ...comparison }],
    memories: [{ memory: '', text: '', share: 0, ...lift }],
    kinds: [lift],
    sessions: [
      {
        ...{ client: '', id: '', at, group: '', filesChanged: 0, toolCallsPerTask: null },
        ...{ filesReadAgain: null, repeatedFailures: null, corrections: null, deadEnds: null },
        ...{ testsPassFirst: null, tokens: null },
      },
    ],
  },
  life: {
    stages: [{ from: 0, to: 0, sessions: 0, told: 0, discoveryCalls: 0, repeatedFailures: 0 }],
    sessions: [{ client: '', id: '', at, discoveryCalls: 0, repeatedFailures: 0, told: true }],
  },
};
const replay: Output<'replay'> = {
  ...{ sessions: 0, from: at, to: at },
  kinds: [{ kind: 'file', claims: 0, spoken: 0, right: 0, tokens: range, minutes: range, rule: '' }],
  claims: [
    {
      ...{ kind: 'file', session: '', at, event: '', told: '', truth: '', from: null },
      ...{ tokens: range, minutes: range },
    },
  ],
  told: [{ kind: 'file', text: '', from: null, sessions: 0, session: '', at }],
};

const PROOF_MD = readFileSync(new URL('../docs/PROOF.md', import.meta.url), 'utf8');
const names = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
/** Rows of PROOF.md that document objects: their paths, and their fields with what each means. */
const documented = new Map(
  [...PROOF_MD.matchAll(/^\| (`(?:proof|replay)[^|]*) \| ([^|]*) \|$/gm)].flatMap(([, paths, fields]) =>
    names(paths!).map((path) => [path, names(fields!).sort()] as const),
  ),
);

test('docs/PROOF.md documents every field of the export, and no other', () => {
  const exported = new Map([...objectsIn(proof, 'proof'), ...objectsIn(replay, 'replay')]);
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
