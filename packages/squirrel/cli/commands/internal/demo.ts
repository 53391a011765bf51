import { setTimeout } from 'node:timers/promises';
import { visible } from '@sqrl/base/plain.ts';
import { EXIT } from '@sqrl/base/terminal/exit.ts';
import type { TerminalOutput } from '@sqrl/base/terminal/terminal.ts';
import { duration } from '@sqrl/base/terminal/time.ts';
import { cutToWidth, wrap } from '@sqrl/base/terminal/width.ts';
import type { VerbClient } from '../../../protocol/client.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { command } from '../../command.ts';
import { type DemoHistory, readPast } from '../../demo/history.ts';
import { careless, questions, type Sample, sample, sharedWords } from '../../demo/sample.ts';
import { showHit } from '../../memory-view.ts';
import { answer, watched } from '../../task.ts';

// Long enough to read along; skipped without a terminal.
const PAUSE_MS = 500;

export const demo = command('demo', {
  help: `
Usage: sqrl demo

Reads four bundled sessions of an agent, shows what is learned from them and what the next agent is told, stores a
sample, asks questions in other words, shows the hits and their reasons, and removes the temporary memory. Your own
memory is not touched. The questions were chosen from those it answers well; ranks, reasons and times are computed on
your machine.

Example:
  $ sqrl demo
`,
  options: {},
  run: async (task) => {
    const { samples, now, openDemo } = task.world;
    const stage = task.json ? NOWHERE : task.out;
    const pause = async () => {
      if (stage.isTerminal) await setTimeout(PAUSE_MS, undefined, { signal: task.signal });
    };
    stage.line(`${stage.paint('bold', 'Squirrel')}, the memory of your coding agents`);
    stage.quiet('This runs in a temporary folder; your own memory is not touched.');

    // In a memory of its own: what is stored afterwards has nothing to do with it.
    const first = await openDemo();
    const reading = watched(task, first);
    const past = await readPast(reading, { samples, folder: first.folder, now: now() });
    await reading.close();
    showPast(stage, past);
    await pause();

    await using client = watched(task, await openDemo());
    const stored = await storeSample(client);
    showStored(stage, stored);
    await pause();

    showHeading(stage, 3, 'Asking in other words');
    stage.quiet('   We picked the questions; the answers are computed as you watch.');
    const asked: DemoQuestion[] = [];
    for (const question of questions) {
      const one = await ask(client, question);
      asked.push(one);
      showAsked(stage, one, now());
      await pause();
    }
    await client.close();
    showNext(stage);
    const notices = [...stored.notices, ...asked.flatMap(({ notices }) => notices)];
    const once = [...new Map(notices.map((notice) => [notice.message, notice])).values()];
    answer(task, { past, stored, asked, notices: once }, () => {});
    return EXIT.done;
  },
});

/** Where the show goes when only its JSON is wanted. */
const NOWHERE: TerminalOutput = {
  isTerminal: false,
  width: 80,
  line() {},
  quiet() {},
  warn() {},
  write() {},
  paint: (_, text) => text,
};

type DemoStored = Awaited<ReturnType<typeof storeSample>>;
type DemoQuestion = Awaited<ReturnType<typeof ask>>;

/** Stores the sample, the careless memory last. */
async function storeSample(client: VerbClient) {
  const began = performance.now();
  const store = (draft: Sample) => client.call('remember', { ...draft, source: 'user_taught' });
  for (const draft of sample) await store(draft);
  const { memory, redacted, notices } = await store(careless());
  const ms = performance.now() - began;
  return { memories: sample.length + 1, ms, said: careless().text, stored: memory.text, redacted, notices };
}

/** What a question found, and the words it has in common with the best hit. */
async function ask(client: VerbClient, question: string) {
  const began = performance.now();
  const { hits, notices }: Output<'find'> = await client.call('find', { question, limit: 2 });
  const shared = hits[0] ? sharedWords(question, hits[0].memory.text) : [];
  return { question, ms: performance.now() - began, hits, shared, notices };
}

/** Shows what was learned from sessions, with quotes, and how it is used. */
function showPast(sheet: TerminalOutput, past: DemoHistory): void {
  const { sessions, events, learned, brief, command, guard } = past;
  showHeading(sheet, 1, `Reading what an agent did: ${sessions} sessions, ${events} steps`);
  for (const { type, text, quote } of learned) {
    wrap(visible(text), sheet.width - 8).forEach((line, i) => {
      sheet.line(`   ${i === 0 ? sheet.paint('green', '+') : ' '} ${line}`);
    });
    const from = quote === null ? '' : `, from “${cutToWidth(visible(quote), sheet.width - 30)}”`;
    sheet.quiet(`     ${visible(type)}${from}`);
  }
  sheet.line(`\n   ${sheet.paint('cyan', 'At its start, the next session is told:')}`);
  showQuote(sheet, '', brief);
  sheet.line(
    `\n   ${sheet.paint('cyan', `and if it runs \`${command}\` all the same, once that has failed:`)}`,
  );
  showQuote(sheet, '', guard);
}

/** Shows what was stored, how long it took, and what was kept out. */
function showStored(sheet: TerminalOutput, { memories, ms, said, stored, redacted }: DemoStored): void {
  showHeading(sheet, 2, `Remembering ${memories} things a web shop’s team has learned`);
  sheet.line(
    `   Done in ${sheet.paint('green', duration(ms))}, ${duration(ms / memories)} each, on this machine alone.`,
  );
  if (redacted.length === 0) return;
  sheet.line(`   One of them contained a key (a made-up ${redacted.map(visible).join(', ')}):`);
  showQuote(sheet, 'said', said);
  showQuote(sheet, 'stored', stored);
}

/** Shows one question, its best hits with their reasons, and what may be claimed of them. */
function showAsked(sheet: TerminalOutput, { question, ms, hits, shared }: DemoQuestion, now: number): void {
  sheet.line(`\n   ${sheet.paint('cyan', `“${question}”`)} ${sheet.paint('dim', duration(ms))}`);
  hits.forEach(({ memory, score, why }, i) => {
    const notes = [`why: ${why.join(', ')} → ${score.toFixed(2)}`];
    showHit(sheet, { place: `    ${i + 1}`, memory, notes, now });
  });
  const [best] = hits;
  if (!best) {
    sheet.warn('   Nothing was found.');
    return;
  }
  // Words can also meet in a tag or by their stem.
  const byWords = best.why.some((each) => each.startsWith('words #'));
  const claim =
    shared.length > 0
      ? `Question and answer share ${shared.map((word) => `“${word}”`).join(', ')}.`
      : byWords
        ? 'Question and answer share only word stems.'
        : 'Question and answer share no word: it was found by meaning alone.';
  sheet.line(sheet.paint('green', `   ${claim}`));
}

/** Says what to type next. */
function showNext(sheet: TerminalOutput): void {
  const prompt = sheet.paint('dim', '$');
  showHeading(sheet, 4, 'Your turn');
  sheet.quiet('   The temporary memory was removed. In a project of yours, type:');
  const init = sheet.paint('dim', '      # sets it up for the agents on this machine; asks first');
  sheet.line(`   ${prompt} sqrl init${init}`);
  sheet.line(`   ${prompt} sqrl remember "The thing you explained to an agent twice already"`);
  sheet.line(`   ${prompt} sqrl ask "a question about it, in any words"`);
}

function showHeading(sheet: TerminalOutput, number: number, text: string): void {
  sheet.line(`\n${sheet.paint('dim', String(number))}  ${sheet.paint('bold', text)}`);
}

function showQuote(sheet: TerminalOutput, name: string, text: string): void {
  wrap(visible(text), sheet.width - 14).forEach((line, i) => {
    sheet.line(`     ${sheet.paint('dim', (i === 0 ? name : '').padEnd(6))}  ${line}`);
  });
}
