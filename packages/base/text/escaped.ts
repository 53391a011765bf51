/** A text as a pattern that matches it and nothing else. Node has `RegExp.escape` from 24 on. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
