import { describe, expect, test } from 'vitest';
import { agentParts } from './parts.ts';

const parts = (...sections: string[]) => agentParts(sections.join('\n\n---\n\n'));
const said = (...sections: string[]) =>
  parts(...sections).flatMap((part) => ('said' in part ? [part.said] : []));
const tools = (...sections: string[]) =>
  parts(...sections).flatMap((part) => ('tool' in part ? [part.tool] : []));

describe('what stands under an agent’s name', () => {
  test('is said, with its own lines, code and lists', () => {
    const words =
      'Two ways:\n\n| way | cost |\n|---|---|\n| a queue | one table |\n\n```ts\nadd(1, 2);\n```\n\nI would take the queue.';
    expect(parts(words)).toEqual([{ said: words }]);
    expect(said('One.', 'Two.')).toEqual(['One.\n\n---\n\nTwo.']);
    expect(said('```bash\nnpm run dev\n```\n\nThis starts it.', 'Next.')).toEqual([
      '```bash\nnpm run dev\n```\n\nThis starts it.\n\n---\n\nNext.',
    ]);
  });

  test('is nothing where only lines part it, or the client tells why it did nothing', () => {
    expect(parts('', '', '')).toEqual([]);
    expect(parts('---')).toEqual([]);
    expect(parts('<no message>')).toEqual([]);
    expect(said('I change it:', 'The string to replace was not found in the file.', 'Once more:')).toEqual([
      'I change it:',
      'Once more:',
    ]);
    expect(said('Cancelled the order service, as you wished.')).toHaveLength(1);
  });

  test('a command and what it printed, with fences and lines of its own, is not said', () => {
    const ran =
      '```bash\ncat notes.md\n```\n\n```\n# Notes\n\n```sh\nmake\n```\n\nThen wait.\n\n---\n\nmore notes\n\n```';
    expect(said('I look.', ran, 'It is there.')).toEqual(['I look.', 'It is there.']);
    const [tool] = tools('I look.', ran);
    expect(tool).toMatchObject({ type: 'shell', closed: true });
    expect(tool!.body).toContain('more notes');
  });

  test('a command without an answer is still at work', () => {
    expect(tools('```bash\nnpm test\n```')).toMatchObject([{ type: 'shell', closed: false }]);
  });

  test('changes, files that were read, lists and rules are not said', () => {
    const list = (title: string) =>
      `<details>\n            <summary>${title}</summary>\n        \n| Name |\n|---|\n| \`add.ts\` |\n\n</details>`;
    const all = [
      'Read file: src/add.ts',
      '```diff\n- a * b\n+ a + b\n```\n\n```diff\n+ ---\n```',
      list('Listed directory src • **3** results'),
      list('Grep search for "add(" • **1** files'),
      list('Searched web "adding numbers" • **6** results'),
      '### Rule: commits\n\n**When you commit**\n\n```markdown\n---\nalways: true\n\n---\n\n# Commits\nOne change each```',
    ];
    expect(said('First.', ...all, 'Last.')).toEqual(['First.', 'Last.']);
    expect(tools(...all).map(({ type, body }) => [type, /^`([^`]+)`/.exec(body)?.[1]])).toEqual([
      ['read', 'src/add.ts'],
      ['write', undefined],
      ['list', 'src'],
      ['search', 'add('],
      ['web', 'adding numbers'],
      ['read', 'commits'],
    ]);
  });

  test('a call that lost its tags is not said', () => {
    expect(tools('Show the tail\n\n`tail -5 log.txt`\n\n```text\nlast line\n```')).toMatchObject([
      { type: 'shell' },
    ]);
    expect(tools('`/home/dev/tiny/add.ts`\n\n```text\n1\ta + b\n```')).toMatchObject([{ type: 'read' }]);
    expect(
      tools('```text\nThe file /home/dev/tiny/add.ts has been updated successfully.\n```'),
    ).toMatchObject([{ type: 'write' }]);
    expect(said('It prints this now.\n\nThe last line is new:\n\n```text\nsum 3\n```')).toHaveLength(1);
  });

  test('the code of a file is its path; other code stays', () => {
    const code = (head: string) => `\`\`\`${head}\nadd(1, 2);\n\`\`\``;
    expect(said(`I change it:\n\n${code('ts:src/add.ts')}\n\n${code('ts')}\n\nDone.`)).toEqual([
      `I change it:\n\n\`src/add.ts\`\n\n${code('ts')}\n\nDone.`,
    ]);
    expect(said(`See:\n\n${code('3:9:src/add.ts')}`)).toEqual(['See:\n\n`src/add.ts`']);
    expect(said('See:\n\n```ts:src/add.ts\nadd(1')).toEqual(['See:\n\n```ts:src/add.ts\nadd(1']);
  });

  test('a fence that nothing closes hides no tool after it', () => {
    expect(said('Look:\n\n```yaml\na: 1', 'Read file: a.yml', 'Done.')).toEqual([
      'Look:\n\n```yaml\na: 1',
      'Done.',
    ]);
  });
});
