import { expect, test } from 'vitest';
import { patient } from '../../test/support/patient.ts';
import { paraphrase } from '../paraphrase.ts';

patient();

test('search finds what it found before; whoever changes that changes the scoreboard and says why', async () => {
  const lines: string[] = [];
  await paraphrase.run({ data: undefined, flags: {}, print: (line) => lines.push(line.trimEnd()) });

  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('scoreboard.txt');
});
