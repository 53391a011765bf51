import { claudeCode } from './claude-code.ts';
import { guardTests } from './guards.ts';

guardTests(claudeCode);
