import { setTimeout as sleep } from 'node:timers/promises';
import type { FakeLlm } from './fake-llm.ts';
import { mark } from './play.ts';
import type { Scenario } from './scenarios.ts';
import type { Terminal } from './terminal.ts';

/** A scenario that takes a person at the keys. */
export interface Conversation extends Scenario {
  /** The client need not ask before it does anything. */
  free: boolean;
  perform(terminal: Terminal, llm: FakeLlm): Promise<void>;
}

const notes = `And now show me the notes. ${mark('more')}`;
const write = `Write a note. ${mark('write')}`;
const wait = `Run the long thing. ${mark('wait')}`;
const think = `Think about it. ${mark('think')}`;
const slow = `Please look at calc.js. ${mark('slow')}`;

/** Every scenario in which somebody refuses, interrupts or does not wait. */
export const conversations: readonly Conversation[] = [
  {
    name: 'rejected',
    free: false,
    about: 'the person says no to a file being written, and asks for something else',
    plays: (hands) => ({
      write: [
        { calls: [{ ...hands.write('NOTES.md', '# Notes\n'), outcome: 'rejected' }] },
        { text: 'Then not.' },
      ],
      more: [{ calls: [hands.read('docs/notes.md')] }, { text: 'The calculator adds.' }],
    }),
    prompts: [{ say: write }, { say: notes }],
    perform: async (terminal, llm) => {
      await terminal.say(write);
      await answers(llm, 'write', 1);
      await sleep(3000);
      await terminal.press('escape');
      await sleep(2500);
      await terminal.say(notes);
      await answers(llm, 'more', 2);
    },
  },
  {
    name: 'interrupted',
    free: true,
    about: 'the person stops the model while it thinks, then a command while it runs',
    plays: (hands) => ({
      think: [{ text: 'This is never said.', holdMs: 15_000 }],
      wait: [{ calls: [hands.run('tail -f calc.js', 'interrupted')] }, { text: 'That took long.' }],
      more: [{ calls: [hands.read('docs/notes.md')] }, { text: 'The calculator adds.' }],
    }),
    prompts: [{ say: think }, { say: wait }, { say: notes }],
    perform: async (terminal, llm) => {
      await terminal.say(think);
      await until(() => llm.requests.length > 0);
      await sleep(2500);
      await terminal.press('escape');
      await sleep(2500);
      // What was stopped before it came to anything is put back for the person to change.
      await terminal.press('clear');
      await terminal.say(wait);
      await answers(llm, 'wait', 1);
      await sleep(4000);
      await terminal.press('escape');
      await sleep(2500);
      await terminal.say(notes);
      await answers(llm, 'more', 2);
    },
  },
  {
    name: 'queued',
    free: true,
    about: 'the person types on while the model works',
    plays: (hands) => ({
      slow: [
        { calls: [hands.run(`node -e "setTimeout(() => console.log('slept'), 7000)"`)] },
        { text: 'Slept.' },
      ],
      more: [{ calls: [hands.read('docs/notes.md')] }, { text: 'The calculator adds.' }],
    }),
    prompts: [{ say: slow }, { say: notes }],
    perform: async (terminal, llm) => {
      await terminal.say(slow);
      await answers(llm, 'slow', 1);
      await terminal.say(notes);
      await answers(llm, 'more', 2);
    },
  },
  {
    name: 'compacted',
    free: true,
    about: 'the person has the session summarised',
    plays: (hands) => ({
      slow: [{ calls: [hands.read('calc.js')] }, { text: 'The adder subtracts.', inputTokens: 90_000 }],
      more: [{ calls: [hands.read('docs/notes.md')] }, { text: 'The calculator adds.' }],
    }),
    prompts: [{ say: slow }, { say: notes }],
    perform: async (terminal, llm) => {
      await terminal.say(slow);
      await answers(llm, 'slow', 2);
      await sleep(2000);
      await terminal.say(llm.requests[0]!.path.endsWith('GenerateContent') ? '/compress' : '/compact');
      await answers(llm, 'summary', 1);
      await sleep(3000);
      await terminal.say(notes);
      await answers(llm, 'more', 2);
    },
  },
];

/** Waits until a play has come so far, and a little longer for the client to write it down. */
async function answers(llm: FakeLlm, play: string, count: number): Promise<void> {
  await until(() => llm.given.filter((one) => one.play === play).length >= count);
  await sleep(1500);
}

async function until(happened: () => boolean): Promise<void> {
  for (const end = Date.now() + 40_000; !happened(); await sleep(100))
    if (Date.now() > end) throw new Error('The client did not come so far.');
}
