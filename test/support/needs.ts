/** Programs that some tests need and `npm install` does not bring, and how to get them. */
export const NEEDS = {
  clients: { name: 'the real agent clients', install: 'npm run clients' },
  wine: { name: 'Node for Windows under Wine', install: 'docs/PLATFORMS.md says how' },
  browser: { name: 'a browser', install: 'apt-get install chromium-headless-shell' },
} as const;

export type Need = keyof typeof NEEDS;

declare module 'vitest' {
  interface TaskMeta {
    /** The program for want of which a test is skipped. */
    missing?: Need;
  }
}

/** Options of a test that is skipped, and counted by the skip reporter, where a program is not installed. */
export const needing = (need: Need, isInstalled: boolean): { skip?: true; meta?: { missing: Need } } =>
  isInstalled ? {} : { skip: true, meta: { missing: need } };
