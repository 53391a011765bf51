import { agentsWord, groupWordOf } from '@sqrl/base/model/memory.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { isAgentsShell } from '@sqrl/base/terminal/agents-shell.ts';
import { flags, oneOf, takes, text, texts, until, whole } from '@sqrl/base/terminal/arguments.ts';
import { MAX_TEXT_BYTES, readText } from '@sqrl/base/terminal/reading.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import { command } from '../../command.ts';
import { typeOption, typesCalled } from '../../filter.ts';
import { answer, type CommandRun, filePath, openMemory } from '../../task.ts';

export const remember = command('remember', {
  help: `
Usage: sqrl remember TEXT… [options]
       sqrl remember -  [options]        reads the text from standard input

  --type TYPE      Type: gotcha, decision, preference, pattern, requirement, error_pattern, module_insight,
                   work_state, dead_end, workflow_recipe, …
  --tag TAG        Tag to find it by (repeatable)
  --file PATH      File it is about (repeatable)
  --symbol NAME    Function, class or other symbol it is about (repeatable)
  --replaces WHAT  Id or text of the memory it replaces; that one stays in the history
  --because TEXT   Reason, kept as evidence
  --key KEY        Key: a newer memory with the same key replaces this one
  --global         Apply to every project, not only this one
  --path SUBTREE   Apply to this part of the project only
  --expires WHEN   Stop showing it after a duration (12h, 7d, 2w) or date (2026-12-31)
  --pin            Keep it regardless of its age
  --emergency      Tell it first in every brief: a rule against something that does harm
  --importance N   How much it matters, 1 to 10; the rest is computed

Secrets are redacted before saving. A text that is already known, in these or nearly these words, reinforces the
existing memory. \`sqrl history why ID\` explains each step. Run from an agent's shell, the text counts as the agent's,
and does not replace anything that a person said.

Examples:
  $ sqrl remember "The staging database is reset every Sunday night" --type gotcha --tag staging
  $ sqrl remember "Sessions expire after 30 days" --replaces "sessions expire after 14 days" --because "support asked"
  $ git log -1 --format=%B | sqrl remember - --type decision --file src/auth/session.ts
`,
  options: {
    type: oneOf(typeOption),
    tag: texts,
    file: texts,
    symbol: texts,
    replaces: text,
    because: text,
    key: text,
    ...flags('global', 'pin', 'emergency'),
    path: text,
    expires: until,
    importance: whole(1, 10),
  },
  words: takes('words', 0, Number.POSITIVE_INFINITY),
  apart: [['global', 'path']],
  run: async (task, values, words) => {
    const { type, tag: tags, symbol: symbols, replaces, because, key, importance, path } = values;
    const draft = {
      ...{
        type: type === undefined ? undefined : typesCalled(type)[0],
        tags,
        symbols,
        replaces,
        because,
        key,
        importance,
      },
      files: values.file?.map((file) => filePath(task, values, file)),
      expiresAt: values.expires,
      ...(values.emergency && { tier: 'emergency' as const }),
      ...(values.global && { scope: 'global' as const }),
      ...(path !== undefined && { scope: 'path' as const, scopeOf: filePath(task, values, path) }),
      // As over MCP: an agent's word does not replace a person's memory, and cannot pin.
      ...(isAgentsShell(task.world) ? agentsWord(task.world.now()) : persons(values)),
    };
    const text = await textOf(task, words);

    await using client = await openMemory(task, values);
    const output = await client.call('remember', { ...draft, text });
    answer(task, output, () => {
      const said = {
        added: 'Remembered as',
        known: 'Already known as',
        reinforced: 'Already known; reinforced',
        revived: 'Known from before; active again as',
      };
      task.out.line(`${said[output.did]} ${task.out.bold(output.id)} (${groupWordOf(output.memory)}).`);
      if (output.stops) task.out.line(`Checked before an agent acts: ${oneLine(output.stops)}`);
      if (output.superseded.length > 0) task.out.line(`It replaces ${output.superseded.join(', ')}.`);
      if (output.shortened && output.shortened.length > 0)
        task.out.line(`It replaces part of ${output.shortened.join(', ')}.`);
      if (output.did === 'reinforced') task.out.quiet(`  “${oneLine(output.memory.text)}”`);
      if (output.review)
        task.out.block(
          `It needs review (\`sqrl review\`) before agents see it: ${output.review}.`,
          0,
          'yellow',
        );
      if (output.redacted.length > 0) {
        const what = [...new Set(output.redacted)].map(visible).join(', ');
        task.out.warn(`Redacted before saving: ${what}.`);
      }
    });
  },
});

const persons = ({ pin }: { pin?: boolean | undefined }) => ({
  ...(pin && { pinned: true }),
  source: 'user_taught' as const,
});

async function textOf(task: CommandRun, words: string[]): Promise<string> {
  const fromStdin = words.length === 1 && words[0] === '-';
  const { stdin } = task.world;
  if (fromStdin && stdin.isTTY) task.err.quiet('Type the text; end with Ctrl-D on its own line.');
  const text = fromStdin
    ? await readText(stdin, { limit: MAX_TEXT_BYTES, name: 'Standard input', signal: task.signal })
    : words.join(' ');
  if (text.trim() !== '') return text.replace(/\s+$/, '');
  throw usage(
    'Nothing to remember: the text is empty.',
    'Pass the text, or - to read it from standard input.',
  );
}
