import { vi } from 'vitest';

/** For a file whose tests each play many scenes, with real clients, a browser or dozens of processes. */
export const patient = (): void => void vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });
