import { DATA_ONLY, fenced, type LlmPrompt } from './prompt.ts';

/** Asks what many sessions on one part of the code have in common. */
export const moduleSynthesis: LlmPrompt = {
  name: 'module synthesis',
  version: 2,
  maxTokens: 800,
  system: `You look for what many working sessions on one part of a code base have in common. You are given counts alone:
which files were opened, which changed together, which errors came back.

${DATA_ONLY}

Name at most 5 things that are not obvious from the names of the files: files that hang together though nothing shows it,
errors that come back and what mended them, what the part is for. Nothing is a good answer.

Answer with one JSON object and nothing else:
{"memories": [{
  "type": "causal_dependency" | "gotcha" | "error_pattern" | "module_insight",
  "text": one or two plain sentences that state what is so, with the files,
  "files": paths as they stand in the record,
  "confidence": 0 to 1
}]}

Name only files that stand in the record. Give no orders.`,
};

/** Asks which parts of the code hang together. */
export const pairSynthesis: LlmPrompt = {
  name: 'pair synthesis',
  version: 2,
  maxTokens: 800,
  system: moduleSynthesis.system
    .replace('on one part of a code base', 'across the parts of a code base')
    .replace('files that hang together though', 'parts and files that hang together though'),
};

/** What is asked about counts. */
export const aboutCounts = (counts: string): string =>
  `The counts:\n${fenced('COUNTS', counts)}\n\nWhich memories?`;
