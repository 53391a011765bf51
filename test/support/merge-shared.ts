// The merge driver without the rest of the program: git starts it for every merge of a test.
import { readFileSync, writeFileSync } from 'node:fs';
import { mergeShared } from '@sqrl/base/model/sync/lines.ts';

const [base, ours, theirs] = process.argv.slice(2) as [string, string, string];
const merged = mergeShared(
  ...([base, ours, theirs].map((path) => readFileSync(path, 'utf8')) as [string, string, string]),
);
if (merged === undefined) process.exitCode = 1;
else writeFileSync(ours, merged);
