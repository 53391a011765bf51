import { guardTests } from './guards.ts';
import { opencode } from './opencode.ts';

guardTests(opencode);
