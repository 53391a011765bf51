import { DATA_ONLY, fenced, type Prompt } from './prompt.ts';

/** Asks what a part of the code should be called. */
export const moduleName: Prompt = {
  name: 'module name',
  version: 1,
  maxTokens: 80,
  system: `You are shown the files of one part of a code base. Say what a developer who works there would call it, in one to
four plain words, by what it is for. Where the folder's own name says it already, repeat that.

${DATA_ONLY}

Answer with one JSON object and nothing else: {"name": "…"}`,
};

/** What is asked about one part. */
export const aboutModule = (files: string): string =>
  `Its files:\n${fenced('FILES', files)}\n\nWhat is it called?`;
