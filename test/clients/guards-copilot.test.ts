import { copilot } from './copilot.ts';
import { guardTests } from './guards.ts';

guardTests(copilot);
