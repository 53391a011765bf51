import { visible } from '@sqrl/base/plain.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { VerbClient } from '../../../protocol/client.ts';
import type { CommandRun } from '../../task.ts';

/** Sends what waits for the hub, where there is one; one that does not answer gets it later, from the daemon. */
export async function sendSoon(task: CommandRun, client: VerbClient): Promise<void> {
  try {
    const { login, waiting } = await client.call('hubStatus', {});
    if (login && waiting > 0) await client.call('hubSync', {});
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'cancelled') throw error;
    task.err.warn(visible(error.message));
    task.err.quiet(visible(error.hint));
  }
}
