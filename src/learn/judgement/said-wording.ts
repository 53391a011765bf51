import { hash } from 'node:crypto';
import { wordsOf } from '../claims/words.ts';
import { english } from '../observe/statements/cues/english.ts';
import { statementWording } from '../observe/statements/wording.ts';

/** What a person said as a sentence that can be read alone: without chat before it. */
export const saidWording = (sentence: string): string => statementWording(sentence, english);

/** The same words, in whatever case and with whatever signs, are one matter. */
export const matterOfSaid = (text: string): string => hash('sha256', wordsOf(text), 'hex').slice(0, 16);
