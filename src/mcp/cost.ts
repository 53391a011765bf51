import { z } from 'zod';
import { estimateTokens } from '../base/text/tokens.ts';
import { instructions } from './instructions.ts';
import { lean } from './schema.ts';
import { coreTools } from './tools/core.ts';

/** What the tools add to every session before anything is asked. */
export interface ToolCost {
  /** Bytes of the JSON of all tools, as a model gets it: name, description and arguments. */
  bytes: number;
  tokens: number;
  /** Tokens of the text that says when to use which. */
  instructions: number;
}

/** The fixed cost of the eight tools. */
export function toolCost(): ToolCost {
  const json = coreTools
    .map(({ name, description, input }) =>
      JSON.stringify({
        name,
        description,
        input_schema: lean(z.strictObject(input))['~standard'].jsonSchema.input({ target: 'draft-2020-12' }),
      }),
    )
    .join('');
  return {
    bytes: Buffer.byteLength(json),
    tokens: estimateTokens(json),
    instructions: estimateTokens(instructions),
  };
}
