import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Bench, Figures } from './bench.ts';
import type { SubjectFigures } from './embed/subject.ts';

const SUBJECTS = ['squirrel-s3', 'minilm', '@lat.md/embed'] as const;
const PEER = '@lat.md/embed';

/** Each local model in a process of its own, so that memory figures are its own, compared with MiniLM in a peer's runtime. */
export const embed: Bench = {
  summary:
    'Load time, latency, throughput and memory of the local models, compared with MiniLM in @lat.md/embed',
  async run({ flags, print }) {
    if (!existsSync(new URL('../dist/embedder/bundled.js', import.meta.url))) {
      print('embed: skipped, needs a build. Run `npm run build` first.');
      return undefined;
    }
    const all: Record<string, SubjectFigures> = {};
    for (const subject of SUBJECTS) {
      const figures = await measure(subject, flags.texts ?? '400');
      all[subject] = figures;
      print(line(subject, figures));
    }
    const ratios = compare(all);
    for (const [subject, ratio] of Object.entries(ratios)) print(`${subject}: ${JSON.stringify(ratio)}`);
    return { models: all, ratios } satisfies Figures;
  },
};

async function measure(subject: string, texts: string): Promise<SubjectFigures> {
  const program = fileURLToPath(new URL('./embed/subject.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program, subject, texts]);
  return JSON.parse(stdout.trim().split('\n').at(-1)!);
}

/** How many times better than the peer each of ours is. */
function compare(all: Record<string, SubjectFigures>) {
  const peer = all[PEER]!;
  return Object.fromEntries(
    Object.entries(all)
      .filter(([subject]) => subject !== PEER)
      .map(([subject, ours]) => [
        subject,
        {
          // Ours keeps to one core; the peer spreads a batch over all of them, and loads its model on each.
          textsPerSecond: round(ours.batch.textsPerSecond / peer.batch.textsPerSecond),
          textsPerSecondOneByOne: round(ours.oneByOne.textsPerSecond / peer.oneByOne.textsPerSecond),
          load: round(peer.loadMs / ours.loadMs),
          latency: round(peer.text25.p50 / ours.text25.p50),
          memory: round(peer.memory.moreMb / ours.memory.moreMb),
        },
      ]),
  );
}

function line(
  subject: string,
  { loadMs, loadCpuMs, reloadMs, text25, oneByOne, batch, memory }: SubjectFigures,
): string {
  return (
    `${subject.padEnd(14)} loads in ${loadMs} ms (CPU ${loadCpuMs}${reloadMs === null ? '' : `, again in ${reloadMs}`}); 25 tokens in ${text25.p50} ms (P95 ${text25.p95}, best ${text25.min}); ` +
    `${oneByOne.textsPerSecond} texts/s one by one, ${batch.textsPerSecond} in a batch (${batch.tokensPerSecond} tokens/s); ` +
    `${memory.moreMb} MB more while loaded, ${memory.afterMb} MB after unloading` +
    (memory.afterOwnMb === null ? '' : ` (${memory.afterOwnMb} without pages of Node's own file)`)
  );
}

const round = (x: number): number => Math.round(x * 10) / 10;
