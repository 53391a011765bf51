import { gemini } from './gemini.ts';
import { guardTests } from './guards.ts';

guardTests(gemini);
