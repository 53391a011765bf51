import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { cacheFolder, commandOf, pins } from './client-cache.ts';
import type { Command, Driver, How } from './driver.ts';
import type { Place } from './place.ts';

/** The command of a driver's client, as it is installed. */
export const installed = (driver: Driver): string =>
  commandOf(cacheFolder(process.env), pins.find((one) => one.client === driver.client)!);

/** Runs a client once, from prompt to end, and answers with what it printed. */
export function runClient(driver: Driver, command: Command, place: Place, how: How = {}): Promise<string> {
  const child = spawn(installed(driver), command.args, {
    cwd: how.cwd ? join(place.home, how.cwd) : place.project,
    env: { ...place.env, ...command.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 600_000,
    killSignal: 'SIGKILL',
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) =>
      code === 0
        ? done(printed)
        : fail(new Error(`${driver.client} ended with ${code}: ${printed.slice(-2000)}`)),
    );
  });
}
