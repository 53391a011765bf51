interface ToolCost {
  /** Bytes of the JSON of all tools, as a model gets it: name, description and arguments. */
  bytes: number;
  tokens: number;
  /** Tokens of the text that says when to use which. */
  instructions: number;
}

/**
 * The fixed cost of the eight tools. A constant that a test computes: `sqrl status` shows it, and would load all tools and
 * zod to count them.
 */
export const TOOL_COST: ToolCost = { bytes: 2387, tokens: 672, instructions: 227 };
