import { DATA_ONLY, fenced, type LlmPrompt } from './prompt.ts';

/** Asks what a tool's result says of the running product, if anything. */
export const productObservation: LlmPrompt = {
  name: 'product observation',
  version: 1,
  maxTokens: 120,
  system: `An agent tests a running product with a browser. You are shown which tool it called and what the tool said. Say whether
that shows something about the product that helps with the next test of it: what must be so before (precondition), how
long something takes (timing), how the interface behaves (ui_behavior), in which order steps work (test_sequence), or a
trap of the tool itself (tool_gotcha). What merely is on the page now is none of these. In doubt it is none.

${DATA_ONLY}

Answer with one JSON object and nothing else: {"kind": "none"} or
{"kind": "precondition" | "timing" | "ui_behavior" | "test_sequence" | "tool_gotcha", "sentence": "one sentence"}`,
};

/** What is asked about one result. */
export const aboutResult = ({ tool, result }: { tool: string; result: string }): string =>
  [`Tool:\n${fenced('TOOL', tool)}`, `Result:\n${fenced('RESULT', result)}`, 'What does it show?'].join(
    '\n\n',
  );
