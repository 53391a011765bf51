import { existsSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import type { Browser, Page } from 'playwright-core';
import { type Daemon, startBrowser, startDaemon, visit } from '../test/panel/browser.ts';
import { makeHome } from '../test/support/made-home/made-home.ts';
import type { Bench } from './bench.ts';
import { hundredths, percentile } from './percentiles.ts';

const PROGRAM = fileURLToPath(new URL('../dist/squirrel/sqrl.js', import.meta.url));
const BUILT = fileURLToPath(new URL('../dist/dashboard/', import.meta.url));
const ROUNDS = 5;
const QUESTIONS = [
  'why do the tests hang',
  'lock the row first',
  'database migration order',
  'price of a basket',
];
const WAYS = ['', ' again', ' today', ' in the cart', ' at night'];
const FRAMES = 150;

/** What a person waits for in the panel: to see it, to find something in it, to move through it. */
export const ui: Bench = {
  summary:
    'Memory panel with 20k memories: sizes, load, search while typing, scrolling (--home DIR, --memories N)',
  async run({ flags, print }) {
    if (!existsSync(PROGRAM) || !existsSync(BUILT)) {
      print('ui: skipped, needs a build. Run `npm run build` first.');
      return undefined;
    }
    const memories = Number(flags.memories ?? 20_000);
    const made = flags.home === undefined ? mkdtempSync(join(tmpdir(), 'sqrl-bench-ui-')) : undefined;
    const folder = resolve(flags.home ?? made!);
    let daemon: Daemon | undefined;
    let browser: Browser | undefined;
    try {
      if (made) {
        const embedder = bundledEmbedder();
        // In one project, which is what a page shows.
        await makeHome({
          folder,
          embedder,
          atRest: true,
          memories: [memories, memories / 20, memories / 20],
        });
        await embedder.unload();
      }
      [daemon, browser] = [await startDaemon(join(folder, '.sqrl'), folder), await startBrowser()];
      const figures = {
        files: filesOf(),
        ...(await loaded(browser, daemon)),
        ...(await used(browser, daemon)),
      };
      show(figures, print);
      return figures;
    } finally {
      await browser?.close();
      await daemon?.kill();
      if (made) rmSync(made, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

/** Kilobytes of each file as it is sent. */
const filesOf = () =>
  Object.fromEntries(
    globSync(`${BUILT}assets/*.{br,woff2}`)
      .map((file) => [basename(file), kilobytes(statSync(file).size)] as const)
      .sort(([, a], [, b]) => b - a),
  );

/** What comes over the wire before the first panel is whole, and how long that and a second visit take. */
async function loaded(browser: Browser, daemon: Daemon) {
  const cold: number[] = [];
  const warm: number[] = [];
  let firstLoadKb = 0;
  for (let i = 0; i <= ROUNDS; i++) {
    const { page, close } = await visit(browser, daemon);
    const url = page.url();
    const context = page.context();
    await page.close();
    const fresh = await context.newPage();
    // The launch has brought the files; a first load is one without them.
    const session = await context.newCDPSession(fresh);
    await session.send('Network.clearBrowserCache');
    let bytes = 0;
    await session.send('Network.enable');
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    const first = await timed(() => shown(fresh, url));
    firstLoadKb = kilobytes(bytes);
    const second = await timed(() => shown(fresh, url));
    // The first of all starts the daemon's own work; it is not measured twice.
    if (i > 0) {
      cold.push(first);
      warm.push(second);
    }
    await close();
  }
  return { firstLoadKb, firstMs: spread(cold), againMs: spread(warm) };
}

async function shown(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('main section h2').first().waitFor();
}

async function used(browser: Browser, daemon: Daemon) {
  const { page, close } = await visit(browser, daemon);
  const url = new URL('memories', page.url()).href;
  const list = await timed(async () => {
    await page.goto(url);
    await page.getByRole('listbox').getByRole('option').first().waitFor();
  });
  const total = await page.locator('span[role="status"]').textContent();
  const search: number[] = [];
  // Asked once, an answer is kept for a while: each is asked in another way.
  for (const way of WAYS) for (const question of QUESTIONS) search.push(await searched(page, question + way));
  await page.goto(url);
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  const frames = (await page.evaluate(SCROLL)) as number[];
  const jump = await timed(async () => {
    await page.keyboard.press('End');
    await page.waitForURL(/page=/);
    await page.locator('main [data-old]').waitFor({ state: 'detached' });
  });
  await close();
  return {
    total,
    listMs: hundredths(list),
    searchMs: spread(search.slice(QUESTIONS.length)),
    frameMs: spread(frames),
    longFrames: frames.filter((ms) => ms > 50).length / frames.length,
    jumpMs: hundredths(jump),
  };
}

/** Types as a quick typist does; measured from the last key until the list has the answer to all of it. */
async function searched(page: Page, question: string): Promise<number> {
  const field = page.getByRole('searchbox');
  await field.fill('');
  await page.waitForURL((url) => !url.searchParams.has('q'));
  await field.pressSequentially(question.slice(0, -1), { delay: 60 });
  const answer = page.waitForResponse(
    (response) =>
      response.url().includes('/v1/list') && (response.request().postData() ?? '').includes(`"${question}"`),
  );
  return timed(async () => {
    await field.press(question.at(-1)!);
    await (await answer).finished();
    await page.locator('main [data-old]').waitFor({ state: 'detached' });
  });
}

/** Scrolls by a screen and a half with each frame, and tells how long each frame took. */
const SCROLL = `new Promise((done) => {
  const list = document.querySelector('[role=listbox]');
  const frames = [];
  let last = performance.now();
  const step = (now) => {
    frames.push(now - last);
    last = now;
    if (frames.length > ${FRAMES}) return done(frames.slice(1));
    list.scrollTop += 900;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const spread = (measured: readonly number[]) => ({
  p50: hundredths(percentile(measured, 0.5)),
  p95: hundredths(percentile(measured, 0.95)),
});

const kilobytes = (bytes: number): number => hundredths(bytes / 1000);

type Shown = Awaited<ReturnType<typeof loaded>> &
  Awaited<ReturnType<typeof used>> & { files: Record<string, number> };

function show(figures: Shown, print: (line: string) => void): void {
  for (const [file, kb] of Object.entries(figures.files)) print(`${kb.toFixed(1).padStart(8)} kB  ${file}`);
  const { firstLoadKb, firstMs, againMs, total, listMs, searchMs, frameMs, longFrames, jumpMs } = figures;
  print(`first load ${firstLoadKb} kB, usable in P50 ${firstMs.p50} ms; again ${againMs.p50} ms`);
  print(
    `list of ${total}: ${listMs} ms; search, last key to answer: P50 ${searchMs.p50}, P95 ${searchMs.p95} ms`,
  );
  print(
    `scrolling: a frame P50 ${frameMs.p50}, P95 ${frameMs.p95} ms, ${(100 * longFrames).toFixed(1)} % over 50 ms`,
  );
  print(`jump to the last page: ${jumpMs} ms until its rows are there`);
}
