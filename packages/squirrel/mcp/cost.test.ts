import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { TOOL_COST } from './cost.ts';
import { instructions } from './rules.ts';
import { coreTools } from './server.ts';
import { lean } from './tool.ts';

test('the eight tools add less than 2.5 kB to the context of a session, as `sqrl status` says', () => {
  const json = coreTools
    .map(({ name, description, input }) =>
      JSON.stringify({
        name,
        description,
        input_schema: lean(z.strictObject(input))['~standard'].jsonSchema.input({ target: 'draft-2020-12' }),
      }),
    )
    .join('');
  expect(TOOL_COST).toEqual({
    bytes: Buffer.byteLength(json),
    tokens: estimateTokens(json),
    instructions: estimateTokens(instructions),
  });
  expect(TOOL_COST.bytes).toBeLessThan(2500);
});
