import { codex } from './codex.ts';
import { guardTests } from './guards.ts';

guardTests(codex);
