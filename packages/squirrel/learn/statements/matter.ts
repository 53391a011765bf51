import { hash } from 'node:crypto';
import { wordsOf } from '../claims/words.ts';

/** The same words, in whatever case and with whatever signs, are one matter. */
export const matterOf = (text: string): string => hash('sha256', wordsOf(text), 'hex').slice(0, 16);
