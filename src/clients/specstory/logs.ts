import { join } from 'node:path';
import { personsPart } from '../../base/text/persons-part.ts';
import type { Log, PieceResult, RawEvent, Reader, SessionFacts } from '../../model/reader.ts';
import { filesBelow } from '../reading/files-below.ts';
import { decodeRecord } from '../reading/json.ts';
import { timeOrNull } from '../reading/record.ts';
import { completeStep } from '../reading/step.ts';
import { type SpecstoryBlock, type SpecstoryHead, specstoryBlocks, specstoryHead } from './blocks.ts';
import { specstoryToolSteps } from './tool.ts';

/**
 * Reads the histories that SpecStory writes into a repository, `.specstory/history/*.md`: one conversation of some
 * client each, written anew as it grows. Steps have no ids, so a session and the place in its order name them.
 */
export const specstory: Reader = {
  client: 'specstory',
  find: (folders) =>
    folders.repositories.flatMap((repository) =>
      filesBelow(join(repository, '.specstory', 'history'), 3)
        .filter((path) => path.endsWith('.md'))
        .map((path): Log => ({ client: 'specstory', path, form: 'document' })),
    ),
  open: (log) => ({ take: (piece) => takeHistory(decodeRecord(piece.bytes), log.path), state: () => null }),
};

function takeHistory(markdown: string, path: string): PieceResult[] {
  const head = specstoryHead(markdown);
  const beganAt = head.at ?? timeInName(path);
  if (!head.session || beganAt === null)
    return [{ events: [], type: 'history', version: head.version, fate: 'broken' }];
  const session: SessionFacts = {
    id: head.session,
    beganAt,
    cwd: repositoryOf(path),
    version: head.version ?? undefined,
    title: head.title ?? undefined,
  };
  const taken: PieceResult[] = [
    { events: [], type: 'history', version: head.version, fate: 'passed', session },
  ];
  let at = beganAt;
  for (const [order, block] of specstoryBlocks(markdown).entries()) {
    // A block without a time, or from before the one above it, comes right after that.
    at = Math.max(block.at ?? at, at);
    const events = stepsOf(block, head, {
      session: head.session,
      order,
      at,
      cwd: repositoryOf(path) ?? null,
    });
    const type = block.tool ? `tool-use/${block.tool.type}` : block.who;
    taken.push({ events, type, version: head.version, fate: events.length > 0 ? 'read' : 'passed', session });
  }
  return taken;
}

type SpecstoryStepBase = Pick<RawEvent, 'key' | 'session' | 'agent' | 'at' | 'cwd' | 'model'>;

interface SpecstoryPosition {
  session: string;
  order: number;
  at: number;
  cwd: string | null;
}

function stepsOf(
  block: SpecstoryBlock,
  head: SpecstoryHead,
  { order, ...place }: SpecstoryPosition,
): RawEvent[] {
  const common: SpecstoryStepBase = {
    ...place,
    key: `${place.session}/${order}`,
    agent: block.sidechain ? 'sidechain' : null,
    model: block.model,
  };
  if (block.tool) return specstoryToolSteps(block.tool, head.client, common);
  if (block.who === 'user') return prompt(block.text, common);
  if (block.text.trim() === '') return [];
  return [
    completeStep({ ...common, kind: block.who === 'thought' ? 'reasoning' : 'reply', text: block.text }),
  ];
}

function prompt(words: string, common: SpecstoryStepBase): RawEvent[] {
  // The task of a subagent is its parent's words.
  if (common.agent !== null) return [];
  if (words.startsWith('[Request interrupted by user'))
    return [completeStep({ ...common, kind: 'notice', text: words, outcome: 'interrupted' })];
  if (/^<(command-(name|message|args)|local-command-|task-notification|bash-)/.test(words)) return [];
  const own = personsPart(words);
  return own === '' ? [] : [completeStep({ ...common, kind: 'prompt', text: own, model: null })];
}

/** `2026-01-16_22-28-53Z-what-was-asked.md`, in older versions without the seconds. */
function timeInName(path: string): number | null {
  const [, day, hour, minute, second = '00'] =
    /(\d{4}-\d\d-\d\d)_(\d\d)-(\d\d)(?:-(\d\d))?(?=Z|-|\.)[^/\\]*$/.exec(path) ?? [];
  return day === undefined ? null : timeOrNull(`${day}T${hour}:${minute}:${second}Z`);
}

const repositoryOf = (path: string): string | undefined =>
  /^(.+?)[/\\]\.specstory[/\\]history[/\\]/.exec(path)?.[1];
