import { visible } from '../../base/plain.ts';
import { showHit } from '../memory-view.ts';
import type { TerminalOutput } from '../terminal.ts';
import { duration } from '../time.ts';
import { cutToWidth, wrap } from '../width.ts';
import type { DemoHistory } from './history.ts';
import type { DemoQuestion, DemoRepeat, DemoStoreReport } from './story.ts';

/** Says what is about to happen, and where. */
export function showTitle(sheet: TerminalOutput): void {
  sheet.line(`${sheet.paint('bold', 'Squirrel')}, the memory of your coding agents`);
  sheet.line(sheet.paint('dim', 'This runs in a temporary folder; your own memory is not touched.'));
}

/** Shows what was learned from sessions, with quotes, and how it is used. */
export function showPast(
  sheet: TerminalOutput,
  { sessions, events, learned, brief, command, guard }: DemoHistory,
): void {
  showHeading(sheet, 1, `Reading what an agent did: ${sessions} sessions, ${events} steps`);
  for (const { type, text, quote } of learned) {
    wrap(visible(text), sheet.width - 8).forEach((line, i) => {
      sheet.line(`   ${i === 0 ? sheet.paint('green', '+') : ' '} ${line}`);
    });
    const from =
      quote === null
        ? visible(type)
        : `${visible(type)}, from “${cutToWidth(visible(quote), sheet.width - 30)}”`;
    sheet.line(sheet.paint('dim', `     ${from}`));
  }
  sheet.line(`\n   ${sheet.paint('cyan', 'At its start, the next session is told:')}`);
  showQuote(sheet, '', brief);
  sheet.line(
    `\n   ${sheet.paint('cyan', `and if it runs \`${command}\` all the same, once that has failed:`)}`,
  );
  showQuote(sheet, '', guard);
}

/** Shows what was stored, how long it took, and what was kept out. */
export function showStored(
  sheet: TerminalOutput,
  { memories, ms, said, stored, redacted }: DemoStoreReport,
): void {
  showHeading(sheet, 2, `Remembering ${memories} things a web shop’s team has learned`);
  sheet.line(
    `   Done in ${sheet.paint('green', duration(ms))}, ${duration(ms / memories)} each, on this machine alone.`,
  );
  if (redacted.length === 0) return;
  sheet.line(`   One of them contained a key (a made-up ${redacted.map(visible).join(', ')}):`);
  showQuote(sheet, 'said', said);
  showQuote(sheet, 'stored', stored);
}

/** Heads the questions, and says what is arranged about them. */
export function showAsking(sheet: TerminalOutput): void {
  showHeading(sheet, 3, 'Asking in other words');
  sheet.line(sheet.paint('dim', '   We picked the questions; the answers are computed as you watch.'));
}

/** Shows one question, its best hits with their reasons, and what that proves. */
export function showAsked(
  sheet: TerminalOutput,
  { question, ms, hits, shared }: DemoQuestion,
  now: number,
): void {
  sheet.line(`\n   ${sheet.paint('cyan', `“${question}”`)} ${sheet.paint('dim', duration(ms))}`);
  hits.forEach(({ memory, score, why }, i) => {
    showHit(sheet, {
      place: `    ${i + 1}`,
      memory,
      notes: [`why: ${why.map(({ text }) => text).join(', ')} → ${score.toFixed(2)}`],
      now,
    });
  });
  const [first] = hits;
  const proves = first ? conclusion(shared, first.why) : 'Nothing was found.';
  sheet.line(sheet.paint(first ? 'green' : 'yellow', `   ${proves}`));
}

/** Shows that saying a thing twice does not store it twice. */
export function showRepeated(sheet: TerminalOutput, { text, did, memories }: DemoRepeat): void {
  showHeading(sheet, 4, 'Saying the same thing twice');
  showQuote(sheet, 'again', text);
  const said = {
    known: 'Already known',
    reinforced: 'Already known',
    added: 'Stored once more',
    revived: 'Remembered again',
  }[did];
  sheet.line(`   ${sheet.paint('green', said)}: there are ${memories} memories now.`);
}

/** Says what to type next. */
export function showNext(sheet: TerminalOutput): void {
  const prompt = sheet.paint('dim', '$');
  showHeading(sheet, 5, 'Your turn');
  sheet.line(sheet.paint('dim', '   The temporary memory was removed. In a project of yours, type:'));
  sheet.line(
    `   ${prompt} sqrl init${sheet.paint('dim', '      # sets it up for the agents on this machine; asks first')}`,
  );
  sheet.line(`   ${prompt} sqrl remember "The thing you explained to an agent twice already"`);
  sheet.line(`   ${prompt} sqrl ask "a question about it, in any words"`);
  sheet.line(`   ${prompt} sqrl help`);
}

/** What may be claimed of a hit, and no more. Words can also meet in a tag or by their stem. */
function conclusion(shared: string[], why: readonly { code: string }[]): string {
  const byWords = why.some(({ code }) => code === 'hit.words');
  if (shared.length > 0) return `Question and answer share ${shared.map((word) => `“${word}”`).join(', ')}.`;
  return byWords
    ? 'Question and answer share only word stems.'
    : 'Question and answer share no word: it was found by meaning alone.';
}

function showHeading(sheet: TerminalOutput, number: number, text: string): void {
  sheet.line(`\n${sheet.paint('dim', String(number))}  ${sheet.paint('bold', text)}`);
}

function showQuote(sheet: TerminalOutput, name: string, text: string): void {
  wrap(visible(text), sheet.width - 14).forEach((line, i) => {
    sheet.line(`     ${sheet.paint('dim', (i === 0 ? name : '').padEnd(6))}  ${line}`);
  });
}
