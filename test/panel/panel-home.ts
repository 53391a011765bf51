import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import type { VerbClient } from '@sqrl/squirrel/protocol/client.ts';
import { connectDaemon } from '@sqrl/squirrel/protocol/http-client.ts';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { type MadeHomeOptions, makeHome } from '../support/made-home/made-home.ts';
import {
  type Daemon,
  enter,
  type Guest,
  type Look,
  SLOW,
  startBrowser,
  startDaemon,
  welcome,
} from './browser.ts';

export { SLOW };

export const SOON = { timeout: 600_000 };

/** A made home with its daemon and a browser, for all browser tests of a run. */
export interface PanelTestHome {
  /** The person's home folder. */
  folder: string;
  /** Roots of the projects, the busiest first. */
  projects: string[];
  browser: Browser;
  daemon: Daemon;
  /** Speaks to the daemon of the busiest project. */
  client: VerbClient;
  /** Starts the next daemon after the last one was killed; browsers are let in anew. */
  restart(): Promise<void>;
  /** Another way to speak to it; ends with the house. */
  connect(project: string, home?: string): Promise<VerbClient>;
  /** Comes to a panel of a project, the busiest unless told; whatever the page should not have done fails the test. */
  open(panel: string, options?: OpenOptions): Promise<Page>;
}

type OpenOptions = Omit<BrowserContextOptions, keyof Look> &
  Look & {
    /** The root of another project. */
    project?: string;
    /** A browser that nobody else has: for who changes what the page keeps in it. */
    alone?: boolean;
  };

/** Makes a house before the tests of a file and leaves nothing of it after them. */
export function madeHouse(options: Omit<MadeHomeOptions, 'folder' | 'embedder'>): PanelTestHome {
  const house = {} as PanelTestHome;
  const clients: VerbClient[] = [];
  const guests = new Map<string, Promise<Guest>>();

  /** Who brings the same shares a browser, as a person's pages do: its files are loaded once. */
  const guestWith = (brought: BrowserContextOptions): Promise<Guest> => {
    const like = JSON.stringify(brought);
    if (!guests.has(like)) guests.set(like, staying(welcome(house.browser, house.daemon, brought)));
    return guests.get(like)!;
  };

  house.connect = async (project, home = house.folder) => {
    const start = { node: '', args: [], env: {} };
    const reach = { home: join(home, '.sqrl'), version: '0.1.0', ifMissing: 'leave' as const, start };
    const client = (await connectDaemon(reach, { project }))!;
    clients.push(client);
    return client;
  };

  house.restart = async () => {
    await house.daemon.start();
    for (const guest of guests.values()) await (await guest).context.close();
    guests.clear();
  };

  house.open = async (panel, options = {}) => {
    const {
      project = house.projects[0]!,
      alone = false,
      viewport,
      colorScheme,
      before,
      ...brought
    } = options;
    const guest = await (alone ? welcome(house.browser, house.daemon, brought) : guestWith(brought));
    const { projects } = await house.client.call('projects', {});
    const { id } = projects.find(({ root }) => root === project)!;
    const path = `/p/${encodeURIComponent(id)}${panel}`;
    const look = { viewport, colorScheme, before };
    const { page, strangers, faults, refused } = await enter(guest, house.daemon, path, look);
    onTestFinished(async ({ task }) => {
      // What a person would have seen tells more than what was waited for.
      if (task.result?.state === 'fail')
        console.error([page.url(), await page.locator('#root').textContent(), ...refused].join('\n'));
      await (alone ? guest.context : page).close();
      expect({ strangers, faults }).toEqual({ strangers: [], faults: [] });
    });
    return page;
  };

  beforeAll(async () => {
    house.folder = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-panel-')));
    const embedder = bundledEmbedder();
    const [{ home, projects }, browser] = await Promise.all([
      makeHome({ ...options, atRest: true, folder: house.folder, embedder }),
      startBrowser(),
    ]);
    await embedder.unload();
    Object.assign(house, { projects, browser, daemon: await startDaemon(home, house.folder) });
    house.client = await house.connect(projects[0]!);
  });

  afterAll(async () => {
    for (const client of clients) await client.close();
    await house.browser?.close();
    await house.daemon?.kill();
    rmSync(house.folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return house;
}

/** Keeps the window of a browser open between its pages: to build one anew takes more than to load the panel into it. */
async function staying(coming: Promise<Guest>): Promise<Guest> {
  const guest = await coming;
  await guest.context.newPage();
  return guest;
}

/** Nothing on the page waits for an answer any more. */
export const quiet = (page: Page) =>
  page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });

/** Goes to another address as a link on the page does, without loading the whole page anew. */
export async function go(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `new Promise((shown) => {
      history.pushState(null, '', ${JSON.stringify(address)});
      requestAnimationFrame(() => requestAnimationFrame(shown));
    })`,
  );
  await quiet(page);
}

/** Two keys one after the other, until they lead there: a page that draws meanwhile may forget the first before it hears the second. */
export async function chord(page: Page, keys: readonly [string, string], there: RegExp): Promise<void> {
  do {
    for (const key of keys) await page.keyboard.press(key);
    await page.waitForURL(there, { timeout: 3000 }).catch(() => {});
  } while (!there.test(page.url()));
}

/** Rows of the list of memories. */
export const rows = (page: Page) => page.getByRole('listbox').getByRole('option');

/** A memory's text as it is shown: with code as code. */
export const plain = (text: string): string => text.replaceAll('`', '');
