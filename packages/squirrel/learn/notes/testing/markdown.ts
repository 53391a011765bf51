import fc from 'fast-check';

const words = fc
  .array(
    fc.constantFrom(
      'deploy',
      'the',
      'Straße',
      'cache',
      'never',
      'on',
      '金曜日',
      'tests',
      '🐿',
      'invoices',
      'port 9000',
    ),
    { minLength: 3, maxLength: 9 },
  )
  .map((some) => some.join(' '));

const block = fc.oneof(
  { weight: 4, arbitrary: words.map((text) => `${text}.`) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 4 }), words).map(([n, text]) => `${'#'.repeat(n)} ${text}`),
  },
  {
    weight: 3,
    arbitrary: fc
      .array(words, { minLength: 1, maxLength: 6 })
      .map((all) => all.map((text) => `- ${text}`).join('\n')),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(words, { minLength: 1, maxLength: 4 })
      .map((all) => all.map((text, i) => `${i + 1}. ${text}`).join('\n')),
  },
  { weight: 1, arbitrary: words.map((text) => `${text}:`) },
  {
    weight: 1,
    arbitrary: fc.tuple(words, words).map(([a, b]) => `- ${a}\n  - ${b}\n  wrapped\n\n  set under it`),
  },
  { weight: 1, arbitrary: words.map((text) => `\`\`\`sh\n${text}\n# ${text}\n\`\`\``) },
  { weight: 1, arbitrary: words.map((text) => `${text}\n----`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '---',
      '<!-- a\n\nb -->',
      '| a | b |\n|---|---|\n| c | d |',
      '> quoted words here',
      '```\nopen',
      '',
    ),
  },
);

/** Notes as people write them, with everything in them that is hard to take apart. */
export const sampleMarkdown = fc
  .tuple(
    fc.array(fc.tuple(block, fc.constantFrom('\n', '\n\n', '\r\n\r\n')), { maxLength: 12 }),
    fc.boolean(),
  )
  .map(([blocks, matter]) => `${matter ? '---\ntags: [a, b]\n---\n' : ''}${blocks.flat().join('')}`);
