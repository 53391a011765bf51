import { expectLinear } from '@sqrl/base/testing/growth.ts';
import { runs } from '@sqrl/base/testing/runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draftsOf, splitNote } from './split.ts';
import { sampleMarkdown } from './testing/markdown.ts';

const textsOf = (note: string): string[] => splitNote(note).pieces.map(({ text }) => text);

test('a paragraph is a piece, on one line, under the headings it stands under', () => {
  const note = `# Shop

The shop runs on one machine
in the cellar.

## Deploys

We deploy on Tuesdays, never on Fridays.

### Staging #

Staging deploys itself from main.

## Money

Prices are integers in cents.
`;
  expect(textsOf(note)).toEqual([
    'Shop: The shop runs on one machine in the cellar.',
    'Shop > Deploys: We deploy on Tuesdays, never on Fridays.',
    'Shop > Deploys > Staging: Staging deploys itself from main.',
    'Shop > Money: Prices are integers in cents.',
  ]);
});

test('headings may be underlined', () => {
  expect(textsOf('Shop\n====\n\nOpen from nine to five.\n\nMoney\n---\nPrices are in cents.\n')).toEqual([
    'Shop: Open from nine to five.',
    'Shop > Money: Prices are in cents.',
  ]);
});

test('each item of a list is a piece, with what is set under it', () => {
  const note = `## Conventions

- Use pnpm, never npm
* Tests lie beside the code,
  journeys in test/
- Names of branches
  - features begin with feat/
  - fixes begin with fix/

- [ ] Move the cron jobs to the new host
`;
  expect(textsOf(note)).toEqual([
    'Conventions: Use pnpm, never npm',
    'Conventions: Tests lie beside the code, journeys in test/',
    'Conventions: Names of branches\n- features begin with feat/\n- fixes begin with fix/',
    'Conventions: [ ] Move the cron jobs to the new host',
  ]);
});

test('a short list stays with the sentence that introduces it', () => {
  expect(textsOf('The build needs three things:\n\n- Node 24\n- a C compiler\n- patience\n')).toEqual([
    'The build needs three things: Node 24, a C compiler, patience',
  ]);
});

test('of a long list each item stands for itself, with that sentence in front', () => {
  const items = Array.from(
    { length: 8 },
    (_, i) => `- Service number ${i} listens on port ${9000 + i} of the old host`,
  );
  const texts = textsOf(`# Ports\n\nWho listens where:\n${items.join('\n')}\n`);

  expect(texts).toHaveLength(8);
  expect(texts[3]).toBe('Ports > Who listens where: Service number 3 listens on port 9003 of the old host');
});

test('a long item falls apart into the items below it, with its own words in front', () => {
  const below = Array.from(
    { length: 8 },
    (_, i) => `  - Step ${i} is to do the thing that the step before left open`,
  );

  expect(textsOf(`- Restoring a backup:\n${below.join('\n')}\n`)[1]).toBe(
    'Restoring a backup: Step 1 is to do the thing that the step before left open',
  );
});

test('numbered steps stay together', () => {
  expect(textsOf('## Release\n1. Run the whole test suite\n2. Tag the commit\n3) Push the tag\n')).toEqual([
    'Release: 1. Run the whole test suite\n2. Tag the commit\n3. Push the tag',
  ]);
});

test('a sentence wrapped before a number is not a list', () => {
  expect(textsOf('The contract with the bank ends in\n2026. Nobody has renewed it yet.\n')).toEqual([
    'The contract with the bank ends in 2026. Nobody has renewed it yet.',
  ]);
});

test('short code stays with what explains it, or with its heading', () => {
  const note = `Run one test with:

\`\`\`sh
npx vitest run src/notes
\`\`\`

## Lint everything

    npx biome check .
`;
  expect(textsOf(note)).toEqual([
    'Run one test with:\nnpx vitest run src/notes',
    'Lint everything: npx biome check .',
  ]);
});

test('long code is left out, and so is a sentence that only announces it', () => {
  const code = `\`\`\`ts\n${'const x = 1; // # not a heading\n'.repeat(40)}\`\`\`\n`;

  expect(textsOf(`This is how it looks:\n\n${code}\nThe loop above never ends.\n`)).toEqual([
    'The loop above never ends.',
  ]);
  expect(textsOf(`We tried a loop and gave up.\n\n${code}`)).toEqual(['We tried a loop and gave up.']);
  expect(textsOf('~~~\nlooks like text that nobody introduced\n~~~\n')).toEqual([]);
});

test('nothing in a code block is taken for anything else', () => {
  expect(
    textsOf('# A\n\n````md\n```\n# B\n- an item of some length\n```\n````\n\nAfter the code block.\n'),
  ).toEqual(['A: ```\n# B\n- an item of some length\n```', 'A: After the code block.']);
});

test('front matter gives the title and the tags, and nothing else', () => {
  const note = '---\ntitle: "Deploys"\ntags: [ops, release]\nid: 7\n---\n\nWe deploy on Tuesdays.\n';
  const { pieces, tags } = splitNote(note);

  expect(pieces.map(({ text }) => text)).toEqual(['Deploys: We deploy on Tuesdays.']);
  expect(tags).toEqual(['ops', 'release']);
  expect(splitNote('---\ntags:\n  - ops\n  - "#release"\nx: y\n---\n').tags).toEqual(['ops', 'release']);
  expect(splitNote('---\ntags: ops, release\n---\n').tags).toEqual(['ops', 'release']);
  expect(textsOf('---\ntitle: Deploys\n---\n# Deploys\nWe deploy on Tuesdays.')).toEqual([
    'Deploys: We deploy on Tuesdays.',
  ]);
});

test('tables, comments, rules, pictures, tags and headings without text leave nothing behind', () => {
  const note = `# Notes

## Empty

##

---

<!-- not for the reader
over two lines -->

| port | who |
| ---- | --- |
| 9000 | the long table that is not prose |

<details>
<summary>

![](screenshot.png)

[docs]: https://example.com/docs

Said beside <!-- hidden --> a comment.

- ok
`;
  expect(textsOf(note)).toEqual(['Notes: Said beside a comment.']);
});

test('quotations and callouts are text', () => {
  expect(
    textsOf('> [!warning] The cache is shared\n> by all tenants.\n\n> > And a quotation within one.\n'),
  ).toEqual(['The cache is shared by all tenants.', 'And a quotation within one.']);
});

test('lines that Squirrel wrote are not read back; lines beside them are', () => {
  const note = `# 2026-11-15

- 10:01:02 **gotcha** Never deploy on Fridays <!-- sqrl:ab12cd34ef56 -->
- Ask Ada about the invoices before Monday
- 10:05:00 **decision** We chose SQLite <!-- sqrl:zz12cd34ef56 -->
  - and a word of mine on that decision
`;
  expect(textsOf(note)).toEqual([
    '2026-11-15: Ask Ada about the invoices before Monday\n- and a word of mine on that decision',
  ]);
});

test('too little to say is not said', () => {
  expect(textsOf('yes\n\n- ok\n- TODO\n\n# Package manager\n- use bun\n')).toEqual([
    'Package manager: use bun',
  ]);
  expect(textsOf('決定：金曜日は出荷しない\n')).toHaveLength(1);
});

test('the same words twice are one piece', () => {
  expect(textsOf('- Use pnpm, never npm\n\nSome text between them.\n\n- Use pnpm, never npm\n')).toHaveLength(
    2,
  );
});

test('a long paragraph is cut between sentences', () => {
  const sentences = Array.from(
    { length: 40 },
    (_, i) => `This is sentence number ${i}, and it will be cut off nowhere.`,
  );
  const texts = textsOf(`# Long\n\n${sentences.join(' ')}`);

  expect(texts.length).toBeGreaterThan(2);
  for (const text of texts) {
    expect(text.length).toBeLessThanOrEqual(1_000);
    expect(text).toMatch(/^Long: This is .* nowhere\.$/);
  }
});

test('a word without end is cut between characters', () => {
  const texts = textsOf(`${'🐿'.repeat(3_000)}squirrels`);

  expect(texts.join('').isWellFormed()).toBe(true);
  expect(textsOf('x'.repeat(5_000)).every((text) => text.length <= 1_000)).toBe(true);
});

test('offsets are bytes: reading the file there finds the block', () => {
  const note = '\ufeff# Größe\r\n\r\nÄpfel wiegen 🍎 mehr als Birnen.\r\n\r\n- Ein Punkt für sich allein\r\n';
  const bytes = Buffer.from(note);
  const [paragraph, item] = splitNote(note).pieces;

  expect(paragraph!.text).toBe('Größe: Äpfel wiegen 🍎 mehr als Birnen.');
  expect(bytes.subarray(paragraph!.offset).toString()).toMatch(/^Äpfel/);
  expect(bytes.subarray(item!.offset).toString()).toMatch(/^- Ein Punkt/);
});

test('a draft says where it came from and leaves the type to the writer', () => {
  const { pieces } = splitNote('# Shop\n\nPrices are integers in cents.\n');

  expect(draftsOf(pieces, { path: 'ideas/shop.md', tags: ['money'], at: 7 })).toEqual([
    {
      text: 'Shop: Prices are integers in cents.',
      key: expect.stringMatching(/^note:[0-9a-f]{16}$/),
      source: 'file_index',
      files: ['ideas/shop.md'],
      tags: ['note:ideas/shop.md', 'money'],
      evidence: [{ proof: 'note', episode: null, events: ['ideas/shop.md@8'], quote: null, at: 7 }],
    },
  ]);
});

test('whatever a note holds, its pieces are whole, in order, within bounds and all different', () => {
  fc.assert(
    fc.property(fc.oneof(sampleMarkdown, fc.string({ unit: 'binary', maxLength: 300 })), (note) => {
      const { pieces } = splitNote(note.toWellFormed());
      const size = Buffer.byteLength(note.toWellFormed());
      expect(new Set(pieces.map(({ key }) => key)).size).toBe(pieces.length);
      expect(pieces.map(({ offset }) => offset)).toEqual(
        pieces.map(({ offset }) => offset).sort((a, b) => a - b),
      );
      for (const { text, offset } of pieces) {
        expect(text.isWellFormed() && text.length <= 1_000 && text === text.trim()).toBe(true);
        expect(offset).toBeLessThan(size);
      }
    }),
    { numRuns: runs(80) },
  );
});

test.each([
  ['spaces in a heading', '# a', ' ', 'b'],
  ['brackets', '', '![', ''],
  ['open comments', '', '<!--', ''],
  ['empty lines in a list', '- an item to begin with', '\n', ''],
  ['backticks', '', '`', ''],
  ['bullets', '', '- ', ''],
  ['items', '', '- an item\n', ''],
  ['quotation marks', '', '>', ''],
  ['table lines', '', '|-', 'x'],
  ['one endless word', '', 'x', ''],
  ['dashes', '', '- ', 'x'],
])('a long note of nothing but %s takes no longer than its length says', (_, before, part, after) =>
  expectLinear((size) => splitNote(before + part.repeat(size / part.length) + after), 100_000),
);
