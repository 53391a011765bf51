import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import chromium from '@sparticuz/chromium';
import { type DaemonFile, readDaemonFile } from '@sqrl/squirrel/protocol/daemon-file.ts';
import {
  passFrom,
  requestSignature,
  type SignedRequest,
  secretId,
} from '@sqrl/squirrel/protocol/panel-pass.ts';
import { launchOf } from '@sqrl/squirrel/protocol/reach-daemon.ts';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium as playwright,
} from 'playwright-core';
import { NEEDS, needing } from '../support/needs.ts';

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;

/** What is built is what is shipped, and starts quicker than the sources. */
const PROGRAM = fileURLToPath(new URL('../../dist/squirrel/sqrl.js', import.meta.url));
const BUILT = new URL('../../dist/dashboard/index.html', import.meta.url);

/** What would make it another browser than a person's: one that lets pages do what browsers forbid, or falls as one. */
const UNWANTED =
  /^--(single-process|no-zygote|disable-web-security|allow-running-insecure-content|disable-site-isolation-trials)/;

/**
 * Where no graphics card is, every frame would be drawn by a card that is only simulated, which is far more work than to
 * draw it plainly.
 */
const WITHOUT_CARD = ['--disable-gpu-compositing', '--disable-gpu-rasterization'];

/** A browser without a window. */
export async function startBrowser(): Promise<Browser> {
  if (!existsSync(BUILT)) throw new Error('Run `npm run build` first.');
  return playwright.launch({
    executablePath: await browserProgram(),
    args: [...chromium.args.filter((arg) => !UNWANTED.test(arg)), ...WITHOUT_CARD],
  });
}

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** The npm registry has a Chromium for this machine. */
const isBundled = process.platform === 'linux' && process.arch === 'x64';

const installed = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find((path) => existsSync(path));

/** Options of every test that needs the browser. */
export const SLOW = { timeout: 300_000, ...needing('browser', isBundled || installed !== undefined) };

/** The Chromium of the registry, so that none needs to be installed; where there is none, the one on the PATH. */
async function browserProgram(): Promise<string> {
  if (isBundled) return chromium.executablePath();
  if (!installed)
    throw new Error(
      `No browser found: the npm registry has no Chromium for ${process.platform} on ${process.arch}, and none of ${NAMES.join(', ')} is on the PATH. Run \`${NEEDS.browser.install}\`.`,
    );
  return installed;
}

/** The daemon of a home in a process of its own, which can be killed and started again. */
export interface Daemon {
  file(): DaemonFile;
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts the daemon of a home as it is built; `folder` stands for the person's own home folder. */
export async function startDaemon(home: string, folder: string): Promise<Daemon> {
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child!.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  };
  const start = async () => {
    const before = readDaemonFile(home)?.token;
    child = spawn(process.execPath, ['--no-warnings', PROGRAM, 'start', '--foreground'], {
      cwd: folder,
      env: { PATH, NODE_COMPILE_CACHE, HOME: folder, SQRL_HOME: home, TMPDIR: folder },
      stdio: 'ignore',
    });
    for (let waited = 0; waited < 600_000; waited += 50) {
      const file = readDaemonFile(home);
      if (file && file.token !== before) return;
      await sleep(50);
    }
    throw new Error('The daemon did not start.');
  };
  await start();
  return { file: () => readDaemonFile(home)!, start, kill };
}

/** An open page, with everything it should not have done. */
export interface Visit {
  page: Page;
  /** Requests to anybody but the daemon. */
  strangers: string[];
  /** What the page's policy had to forbid, and what broke. */
  faults: string[];
  /** What it asked for and did not get. */
  refused: string[];
  close(): Promise<void>;
}

/** Opens the panel as `sqrl ui` does, in a browser that has never seen it. */
export async function visit(
  browser: Browser,
  daemon: Daemon,
  options: BrowserContextOptions & { path?: string } = {},
): Promise<Visit> {
  const { path = '/', ...rest } = options;
  const guest = await welcome(browser, daemon, rest);
  return { ...(await enter(guest, daemon, path)), close: () => guest.context.close() };
}

/** A browser that was let in, and has loaded nothing yet. */
export interface Guest {
  context: BrowserContext;
}

/** Lets a browser in that has never seen the panel. */
export async function welcome(
  browser: Browser,
  daemon: Daemon,
  options: BrowserContextOptions = {},
): Promise<Guest> {
  const { origin, pass } = await enterAsPage(daemon.file());
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'sqrl-pass', value: pass }] }] },
    ...options,
  });
  return { context };
}

/** Turns a launch key into a pass, as a page does when it is opened for the first time. */
async function enterAsPage(file: DaemonFile): Promise<{ origin: string; pass: string }> {
  const { origin, hash } = new URL((await launchOf(file)).url);
  const key = hash.replace('#key=', '');
  const nonce = randomBytes(16).toString('hex');
  const sent = { method: 'POST', path: '/v1/enter', body: JSON.stringify({ nonce }) };
  const { status } = await fetch(origin + sent.path, {
    method: sent.method,
    headers: { 'content-type': 'application/json', origin, 'x-sqrl-panel': signedBy(key, sent) },
    body: sent.body,
  });
  if (status !== 200) throw new Error(`The page was not let in: ${status}.`);
  return { origin, pass: passFrom(key, nonce) };
}

/** The header with which a page signs a request. */
export const signedBy = (secret: string, request: SignedRequest): string =>
  `${secretId(secret)}.${requestSignature(secret, request)}`;

/** How a page is looked at, which the pages of one browser need not share. */
export interface Look {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** What runs before the page does. */
  before?: string;
}

/** Opens a page of the panel, and listens to what it should not do. */
export async function enter(
  { context }: Guest,
  daemon: Daemon,
  path: string,
  { viewport, colorScheme, before }: Look = {},
): Promise<Omit<Visit, 'close'>> {
  const page = await context.newPage();
  page.setDefaultTimeout(600_000);
  if (viewport) await page.setViewportSize(viewport);
  if (colorScheme) await page.emulateMedia({ colorScheme });
  if (before) await page.addInitScript({ content: before });
  const [strangers, faults, refused]: [string[], string[], string[]] = [[], [], []];
  const own = `http://127.0.0.1:${daemon.file().port}/`;
  page.on('request', (request) => {
    if (!request.url().startsWith(own) && !request.url().startsWith('data:')) strangers.push(request.url());
  });
  page.on('requestfailed', (request) => refused.push(`${request.url()}: ${request.failure()?.errorText}`));
  page.on('response', (answer) => {
    if (!answer.ok()) refused.push(`${answer.url()}: ${answer.status()}`);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    // That the daemon is gone is told by the page itself.
    if (message.type() === 'error' && !/net::ERR_|status of 4\d\d/.test(message.text()))
      faults.push(message.text());
  });
  await page.addInitScript({
    content: `document.addEventListener('securitypolicyviolation', (event) =>
      console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI));
      window.owned = () => console.error('owned');`,
  });
  await page.goto(new URL(path, own).href);
  await page.locator('#content').waitFor();
  return { page, strangers, faults, refused };
}
