import { withImportance } from '@sqrl/base/model/importance.ts';
import { type Memory, MUTED, REACHES, STATUSES, TIERS } from '@sqrl/base/model/memory.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { flags, oneOf, part, takes, text, texts, type Values, whole } from '@sqrl/base/terminal/arguments.ts';
import { MAX_TEXT_BYTES, readText } from '@sqrl/base/terminal/reading.ts';
import { endTime } from '@sqrl/base/terminal/time.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import { cutToWidth } from '@sqrl/base/terminal/width.ts';
import type { VerbClient } from '../../../protocol/client.ts';
import type { Input } from '../../../protocol/verbs.ts';
import { command } from '../../command.ts';
import { typeOption, typesCalled } from '../../filter.ts';
import { showHit } from '../../memory-view.ts';
import { answer, type CommandRun, filePath, given, openMemory } from '../../task.ts';

const lasting = {
  type: 'string',
  read: (typed: string, option: string, now: number) =>
    typed === 'never' ? null : endTime(option, typed, now),
} as const;

const options = {
  ...flags('no-trigger', 'pin', 'unpin', 'mute', 'unmute', 'verified', 'reviewed'),
  text,
  because: text,
  type: oneOf(typeOption),
  status: oneOf(STATUSES),
  tier: oneOf(TIERS),
  reach: oneOf(REACHES),
  tag: texts,
  file: texts,
  symbol: texts,
  key: text,
  expires: lasting,
  confidence: part,
  importance: whole(1, 10),
  trigger: text,
};

export const edit = command('edit', {
  help: `
Usage: sqrl edit ID TEXT… [--because TEXT]
       sqrl edit ID [options]

  TEXT, --text TEXT  New text; - reads it from standard input
  --because TEXT     Reason for the new text, kept in the memory's history
  --type TYPE        New type
  --status STATUS    provisional, active or deprecated
  --tier TIER        short_term, long_term, or emergency: first in every brief, and archived only after a review
  --reach REACH      Where agents are told: user (all your projects), project, part (where it is touched), or task (on its
                     branch or in its session, for 7 days unless --expires says otherwise)
  --tag TAG          New tags (repeatable); an empty value clears them
  --file PATH        New files (repeatable); an empty value clears them
  --symbol NAME      New symbols (repeatable); an empty value clears them
  --key KEY          New key; an empty value clears it
  --expires WHEN     A duration (12h, 7d, 2w), a date (2026-12-31), or never
  --confidence PART  Confidence, 0 to 1
  --importance N     How much it matters, 1 to 10: what is told first
  --trigger TEXT     What the rule stops, as \`sqrl show\` says it; an empty value: what its words say
  --no-trigger       Keep the rule as advice: it stops no call
  --mute, --unmute   Keep it, but tell no agent; or tell them again
  --pin, --unpin     Keep the memory regardless of its age, or let it age again
  --verified         Confirm that the memory matches the code as it is now
  --reviewed         Take it off the review list

A new text counts as confirmed by you; \`sqrl history memory ID\` shows the old one. Exits with status 3 if the memory
does not exist.

Examples:
  $ sqrl edit 7k3f9x2m "Deploys go out on Tuesdays since the move"
  $ sqrl edit 7k3f9x2m --status deprecated --tag deploy --tag history
  $ sqrl edit 7k3f9x2m --trigger 'Stops \`npm\`; allows \`npm publish\`'
`,
  options,
  words: takes('the id of a memory', 1, Number.POSITIVE_INFINITY),
  run: async (task, values, [id, ...rest]) => {
    const text = await textOf(task, rest.length > 0 ? rest.join(' ') : values.text);
    const typed = changesOf(task, values);
    const marks = values.mute || values.unmute || values.importance !== undefined;
    const pins = values.pin === true || values.unpin === true;
    const trigger = values['no-trigger'] ? null : values.trigger;
    const isChanged = marks || trigger !== undefined || Object.keys(typed).length > 0;
    if (text === undefined && !isChanged && !pins)
      throw usage('edit needs a new text or an option.', 'Run `sqrl help edit`.');
    if (values.because !== undefined && (text === undefined || isChanged))
      throw usage('--because can be used with a new text only.', 'Run `sqrl help edit`.');

    await using client = await openMemory(task, values);
    const to = marks ? { ...typed, tags: await markedTags(client, id!, typed.tags, values) } : typed;
    // A new text alone is a correction; with other changes all is one change, which one undo takes back.
    const asConfirmed = text === undefined ? to : { verified: true, needsReview: false, ...to, text };
    const edited = isChanged
      ? await client.call('change', { id: id!, to: asConfirmed, trigger })
      : text !== undefined && (await client.call('correct', { id: id!, text, because: values.because }));
    const pinned = pins ? await client.call('pin', { id: id!, pinned: !values.unpin }) : undefined;
    const memory = pinned ?? (edited as { memory: Memory }).memory;
    answer(task, edited ? { ...edited, memory } : { ...pinned }, () => {
      if (pinned) {
        const did = pinned.pinned ? 'Pinned' : 'No longer pinned';
        task.out.line(`${did}: ${cutToWidth(oneLine(memory.text), task.out.width - did.length - 2)}`);
      }
      if (!edited) return;
      task.out.line('Edited:');
      showHit(task, { place: '', memory });
      if (memory.owner !== 'user')
        task.out.quiet('It is shared: `sqrl sync` passes the change on; in git, commit it then.');
      if (edited.redacted.length > 0) {
        const what = [...new Set(edited.redacted)].map(visible).join(', ');
        task.out.warn(`Redacted before saving: ${what}.`);
      }
    });
  },
});

type Given = Values<typeof options>;
type Changes = Input<'change'>['to'];

/** The tags of a memory with those that mute it and say how much it matters, or without. */
async function markedTags(
  client: VerbClient,
  id: string,
  given: string[] | undefined,
  { mute, unmute, importance }: Given,
): Promise<string[]> {
  const before = given ?? (await client.call('get', { id })).tags;
  const tags = importance === undefined ? before : withImportance(before, importance);
  if (!mute && !unmute) return tags;
  return [...tags.filter((tag) => tag !== MUTED), ...(mute ? [MUTED] : [])];
}

async function textOf({ world, signal }: CommandRun, typed: string | undefined): Promise<string | undefined> {
  const text =
    typed === '-'
      ? await readText(world.stdin, { limit: MAX_TEXT_BYTES, name: 'Standard input', signal })
      : typed;
  if (text?.trim() === '')
    throw usage('The new text is empty.', 'Run `sqrl forget ID` to delete the memory.');
  return text;
}

function changesOf(task: CommandRun, values: Given): Changes {
  const { type, status, tier, reach, tag, file, symbol, key, expires, confidence } = values;
  const listed = (list: string[] | undefined) => list?.filter((word) => word !== '');
  return given({
    ...{ type: type && typesCalled(type)[0], status, tier, reach, confidence },
    // What holds for the person lies with their own memories, not with those of one project.
    scope: reach === 'user' ? ('global' as const) : undefined,
    tags: listed(tag),
    files: listed(file)?.map((path) => filePath(task, values, path)),
    symbols: listed(symbol),
    key: key === '' ? null : key,
    expiresAt: expires,
    verified: values.verified,
    needsReview: values.reviewed ? false : undefined,
  }) as Changes;
}
