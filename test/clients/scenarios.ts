import type { Hands, How } from './driver.ts';
import { mark, type Plays } from './play.ts';

/** Something that happens between a person and a client. */
export interface Scenario {
  name: string;
  about: string;
  /** Undefined where the client has no tool for it. */
  plays(hands: Hands, url: string): Plays | undefined;
  prompts: readonly { say: string; how?: How }[];
  /** Plays that a subagent takes part in. */
  subagents?: readonly string[];
}

/** Every scenario that runs by itself from the first prompt to the last answer. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'fix',
    about: 'reads, mends it wrongly, sees the test fail, mends it rightly, sees it pass',
    plays: fix,
    prompts: [{ say: `Please make the test pass. ${mark('fix')}` }],
  },
  {
    name: 'parallel',
    about: 'several tools in one answer, one of which fails',
    plays: (hands) => ({
      parallel: [
        {
          text: 'Looking at everything at once.',
          calls: [hands.read('calc.js'), hands.read('test.js'), hands.run('node test.js', 'failed')],
        },
        { text: 'The adder subtracts.' },
      ],
    }),
    prompts: [{ say: `What is wrong here? ${mark('parallel')}` }],
  },
  {
    name: 'looking',
    about: 'searches for words and lists files',
    plays: ({ search, list }) =>
      search &&
      list && {
        looking: [{ calls: [search('return')] }, { calls: [list()] }, { text: 'There are two files.' }],
      },
    prompts: [{ say: `Where is the adder? ${mark('looking')}` }],
  },
  {
    name: 'writing',
    about: 'writes a new file, then commits it',
    plays: (hands) => ({
      writing: [
        { calls: [hands.write('NOTES.md', '# Notes\n\nThe calculator adds.\n')] },
        { calls: [hands.run('git add NOTES.md && git commit --quiet --message "Notes on the calculator"')] },
        { text: 'Written and committed.' },
      ],
    }),
    prompts: [{ say: `Write down what this is. ${mark('writing')}` }],
  },
  {
    name: 'refused',
    about: 'a command that needs a permission which nobody is there to give',
    plays: (hands) => ({
      refused: [
        { calls: [{ ...hands.write('NOTES.md', '# Notes\n'), outcome: 'rejected' }] },
        { text: 'I may not.' },
      ],
    }),
    prompts: [{ say: `Write a note. ${mark('refused')}`, how: { refuse: true } }],
  },
  {
    name: 'subagent',
    about: 'sends a subagent to look',
    plays: ({ task, findTools, ...hands }) =>
      task && {
        subagent: [
          ...(findTools ? [{ calls: [findTools('spawn agent')] }] : []),
          { calls: [task(`Say what calc.js does. ${mark('look')}`)] },
          { text: 'It has looked.', holdMs: 2000 },
        ],
        look: [{ calls: [hands.read('calc.js')] }, { text: 'calc.js has one function, add.' }],
      },
    subagents: ['look'],
    prompts: [{ say: `Have somebody look at calc.js. ${mark('subagent')}` }],
  },
  {
    name: 'resume',
    about: 'a session that is taken up again',
    plays: (hands) => ({ ...fix(hands), more: more(hands) }),
    prompts: [
      { say: `Please make the test pass. ${mark('fix')}` },
      { say: `And now show me the notes. ${mark('more')}`, how: { resume: 'same' } },
    ],
  },
  {
    name: 'fork',
    about: 'a session that goes on as a copy of its own',
    plays: (hands) => ({ ...fix(hands), more: more(hands) }),
    prompts: [
      { say: `Please make the test pass. ${mark('fix')}` },
      { say: `And now show me the notes. ${mark('more')}`, how: { resume: 'fork' } },
    ],
  },
  {
    name: 'compaction',
    about: 'the context fills up and is summarised',
    plays: (hands) => ({
      full: [
        { calls: [hands.read('calc.js')], inputTokens: 400_000 },
        { calls: [hands.read('test.js')], inputTokens: 400_000, holdMs: 3000 },
        { text: 'Read.', inputTokens: 400_000 },
      ],
      more: more(hands),
    }),
    prompts: [
      { say: `Read calc.js. ${mark('full')}`, how: { small: true } },
      { say: `And now show me the notes. ${mark('more')}`, how: { resume: 'same', small: true } },
    ],
  },
  {
    name: 'fetch',
    about: 'fetches a page of the web',
    plays: ({ fetch }, url) =>
      fetch && { fetch: [{ calls: [fetch(`${url}/page`)] }, { text: 'A sum is a + b.' }] },
    prompts: [{ say: `What does the page say? ${mark('fetch')}` }],
  },
  {
    name: 'web-search',
    about: 'searches the web',
    plays: ({ webSearch }) =>
      webSearch && { web: [{ calls: [webSearch('how to add')] }, { text: 'A sum is a + b.' }] },
    prompts: [{ say: `Look up how to add. ${mark('web')}` }],
  },
  {
    name: 'mcp',
    about: 'calls a tool of an MCP server that works and one that fails',
    plays: ({ findTools, recall, fail }) => ({
      mcp: [
        ...(findTools ? [{ calls: [findTools('recall notes')] }] : []),
        { calls: [recall('adder bug')] },
        { calls: [fail('adder bug')] },
        { text: 'It was a sign error.' },
      ],
    }),
    prompts: [{ say: `What do you remember of the adder? ${mark('mcp')}`, how: { mcp: true } }],
  },
  {
    name: 'big-output',
    about: 'a command that prints more than 100 kB',
    plays: (hands) => ({ big: [{ calls: [hands.run('seq 1 19500')] }, { text: 'Many numbers.' }] }),
    prompts: [{ say: `Count. ${mark('big')}` }],
  },
  {
    name: 'languages',
    about: 'words, file names and output beyond ASCII',
    plays: (hands) => ({
      languages: [
        { text: 'Я прочитаю файл. 🐿️', calls: [hands.read('docs/grüße.md')] },
        { calls: [hands.run('printf "naïve ✓ 加法\\n"')] },
        { text: '完了しました。Voilà.' },
      ],
    }),
    prompts: [{ say: `Lis «docs/grüße.md», s'il te plaît — 谢谢 🐿️ ${mark('languages')}` }],
  },
  {
    name: 'attached',
    about: 'a prompt that names a file with @',
    plays: () => ({ attached: [{ text: 'The adder subtracts.' }] }),
    prompts: [{ say: `What is wrong with @calc.js? ${mark('attached')}` }],
  },
  {
    name: 'other-folder',
    about: 'a session in a folder of the repository, and a command that goes to another',
    plays: (hands) => ({
      folder: [{ calls: [hands.run('cd .. && pwd')] }, { calls: [hands.run('pwd')] }, { text: 'Here.' }],
    }),
    prompts: [{ say: `Where are we? ${mark('folder')}`, how: { cwd: 'tiny/docs' } }],
  },
];

function fix(hands: Hands): Plays {
  return {
    fix: [
      {
        thinking: 'I should look at the file first.',
        text: 'Reading calc.js.',
        calls: [hands.read('calc.js')],
      },
      { calls: [hands.edit('calc.js', 'return a - b;', 'return a * b;')] },
      { calls: [hands.run('node test.js', 'failed')] },
      { calls: [hands.edit('calc.js', 'return a * b;', 'return a + b;')] },
      { calls: [hands.run('node test.js')] },
      { text: 'Mended: add returns a + b and the test passes.' },
    ],
  };
}

const more = (hands: Hands) => [{ calls: [hands.read('docs/notes.md')] }, { text: 'The calculator adds.' }];
