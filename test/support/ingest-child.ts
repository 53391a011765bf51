// Reads logs into a home; to be killed at any moment.
import { readFileSync } from 'node:fs';
import { readInto } from './logs.ts';

const [home, list] = process.argv.slice(2) as [string, string];
process.stdout.write('begun\n');
await readInto(home, JSON.parse(readFileSync(list, 'utf8')));
process.stdout.write('done\n');
