import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';

export interface BrowserEnvironment {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
}

/** How long a program that opens browsers has to say that it cannot. */
const PATIENCE_MS = 1500;

/**
 * Opens a file in the person's browser; false where that cannot be done. It takes a file and not an address, since every
 * user of the machine can read the arguments of a process.
 */
export async function openInBrowser(file: string, desk: BrowserEnvironment): Promise<boolean> {
  const way = wayOf(pathToFileURL(file).href, desk);
  if (!way) return false;
  const child = spawn(way[0], way[1], { stdio: 'ignore', detached: true, windowsHide: true });
  child.unref();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), PATIENCE_MS);
    const end = (opened: boolean) => {
      clearTimeout(timer);
      resolve(opened);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
  });
}

function wayOf(
  url: string,
  { platform, env }: BrowserEnvironment,
): [program: string, args: string[]] | undefined {
  if (env.BROWSER) return [env.BROWSER, [url]];
  if (platform === 'darwin') return ['open', [url]];
  // Through the shell of Windows an & in the address would be a command of its own.
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', url]];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open', [url]] : undefined;
}
