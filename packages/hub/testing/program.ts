import { fileURLToPath } from 'node:url';

/** The hub's program: what is built where the tests run what is built, else its source. */
export const HUB_PROGRAM = fileURLToPath(
  new URL(
    process.env.TESTED_PROGRAM?.endsWith('.js') ? '../dist/hub/main.js' : '../main.ts',
    import.meta.url,
  ),
);
