import { expect, test } from 'vitest';
import { OWN, ownSentences, SURELY_OWN } from './authorship.ts';
import { addOthers, beginEarlier } from './earlier-words.ts';
import { promptSentences } from './sentences.ts';

const RULE = 'Never write to the archive, always go through the queue';

/** A list of short wishes. */
const listed = (points: number): string =>
  Array.from({ length: points }, (_, i) => `${i + 1}. wish ${i}`).join('\n');

/** Whether the rule in a prompt is taken for the person's own. */
function isOwn(prompt: string): boolean {
  const found = ownSentences(prompt).filter(({ sentence }) => /never write to the archive/i.test(sentence));
  return found.some(({ own }) => own >= OWN);
}

test('every sentence of a prompt is judged, in the order in which the statement model reads them', () => {
  const prompt = `- rename the button. Then run the tests\n\nwhat do you think?\n${RULE}.`;
  expect(ownSentences(prompt).map(({ sentence }) => sentence)).toEqual(promptSentences(prompt));
  expect(ownSentences('')).toEqual([]);
});

test.each([
  ['alone', RULE],
  ['after a task', `add a retry to the importer. ${RULE}`],
  ['in a paragraph of its own', `The importer is slow again.\n\n${RULE}.\n\nLet's start with the reader.`],
  ['after a question', `why did you change that? ${RULE.toLowerCase()}`],
  ['as a point of a short list', `three things:\n- the label is cut off\n- ${RULE}\n- add a test`],
  ['with a colon before it', `One more thing: ${RULE.toLowerCase()}.`],
  ['after a log', `I get\n\n[10:01:12] ERROR exit 1\n[10:01:13] INFO stop\n\n${RULE.toLowerCase()}`],
  ['after a block', `this fails\n\`\`\`\nFAIL a.test.ts\n\`\`\`\nwe ${RULE.toLowerCase()}`],
  [
    'after a log that they announce',
    `here is the error:\nKeyError: id\n  File "a.py", line 3\n\nplease ${RULE.toLowerCase()}`,
  ],
  ['in a long list of wishes', `my list:\n${listed(12).replace('wish 7', RULE.toLowerCase())}`],
  ['ascribed to what is theirs', `according to our guide, ${RULE.toLowerCase()}`],
  ['below what they announce of their own', `Here is what I want:\n\n${RULE}.`],
])('a rule that a person types is theirs: %s', (_, prompt) => {
  expect(isOwn(prompt)).toBe(true);
});

test.each([
  ['introduced', `what does this paragraph of the guide mean?\n\nThe archive is a copy. ${RULE}.`],
  ['in the line of the question', `what does this sentence in the guide mean? ${RULE}.`],
  ['told of somebody', `the reviewer wrote: ${RULE.toLowerCase()}. where do we do that?`],
  ['quoted', `what is meant by "${RULE}"?`],
  ['to be translated', `translate into German: ${RULE}.`],
  ['ascribed to others', `according to the reporter we should ${RULE.toLowerCase()}. does his trace fit?`],
  ['told of a colleague', `Jon keeps telling us that we should ${RULE.toLowerCase()}. is he right?`],
  ['wanted by others', `sales wants us to ${RULE.toLowerCase()}. what do you think?`],
  ['imagined', `imagine a rule: ${RULE.toLowerCase()}. how would you enforce it?`],
  ['to be corrected', `fix the typos in: ${RULE.toLowerCase()}, from now on.`],
  ['in a numbered section', `implement section 4.2\n\n4.2 Storage\n4.2.1 ${RULE}.\n4.3 Logs`],
  ['to be translated, in German', `was heißt das auf Englisch?\n\n${RULE}.`],
  [
    'in a commit message',
    `what does this commit do?\nfeat!: the queue\n\nBREAKING CHANGE: ${RULE.toLowerCase()}.`,
  ],
  ['in a chat', `Ann: is it slow?\nBen: ${RULE.toLowerCase()}\nAnn: ok\n\nwho of them is right?`],
  ['in a chat with times', `Ann  10:42 AM\n${RULE}\nBen  10:44 AM\nsince when?`],
  ['in a mail', `got this today\n\nHi all,\n\n${RULE}.\n\nRegards,\nAnn`],
  ['in a ticket', `please fix\n\nTitle: Lost orders\nPriority: high\nDescription: ${RULE}.`],
  ['announced', `Here is the review:\n${RULE}.`],
  ['below a heading', `# Handbook\n\nWelcome.\n\n${RULE}.`],
  ['as a comment in code', `is that still true?\n\n// ${RULE}`],
  ['in a list to compare with', `compare our code to these guidelines\n\n- ${RULE}\n- Sort the imports`],
])('a rule in a text that a person shows is not: %s', (_, prompt) => {
  expect(isOwn(prompt)).toBe(false);
});

test.each(['the pager text was', 'true or false', 'mara', 'recap of the call'])(
  'what stands after "%s:" is in doubt',
  (lead) => {
    const found = ownSentences(`${lead}: ${RULE.toLowerCase()}`);
    expect(Math.max(...found.map(({ own }) => own))).toBeLessThan(SURELY_OWN);
  },
);

test.each(['Rule', 'One more thing', 'what we want', 'Regel'])('after "%s:" it is not', (lead) => {
  expect(ownSentences(`${lead}: ${RULE.toLowerCase()}`)[0]!.own).toBeGreaterThanOrEqual(SURELY_OWN);
});

test('whether a text stands before the words about it or a person speaks is in doubt', () => {
  const prompt = `Queues matter. ${RULE}. It saved us hours each week, and the team is happier.\n\nmake a teaser of it`;
  const [, found] = ownSentences(prompt);
  expect(found!.own).toBeLessThan(SURELY_OWN);
});

test('the line that introduces a text stays the person’s', () => {
  const [first, second] = ownSentences(`can you explain this section of the docs?\n\n${RULE}.`);
  expect(first!.own).toBeGreaterThanOrEqual(OWN);
  expect(second!.own).toBeLessThan(OWN);
});

test('a rule that an agent or a tool said first is handed back', () => {
  const earlier = beginEarlier();
  addOthers(earlier, `I found this: ${RULE}.`);
  expect(ownSentences(RULE, earlier)).toEqual([{ sentence: RULE, own: 0 }]);
});

test.each([
  `<context>\nhello\n</context>\n${RULE}\n<context></context>\nset up the build`,
  `<attachments>\n<attachment id="1">\n${RULE}\n</attachment>\n</attachments>\nset up the build`,
  `<File path="a.md">\n</file>\n${RULE}\n</File>\nset up the build`,
])('no word between the tags of a client is the person’s: %j', (prompt) => {
  expect(ownSentences(prompt).map(({ sentence }) => sentence)).toEqual(['set up the build']);
});
