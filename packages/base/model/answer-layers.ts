/** Where an answer may come from. Code and commits are looked into where a question asks for them. */
export const ANSWER_LAYERS = ['memories', 'notes', 'conversations', 'work', 'commits', 'code'] as const;

export type AnswerLayer = (typeof ANSWER_LAYERS)[number];
