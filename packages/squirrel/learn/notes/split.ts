import { hash } from 'node:crypto';
import type { Draft } from '@sqrl/base/model/memory.ts';
import { noteTag } from '@sqrl/base/model/note-tag.ts';
import { claimIn } from '../claims/claim.ts';
import { type NoteBlock, noteBlocks } from './markdown.ts';

export interface NotePiece {
  /** The headings it stands under and what it says. */
  text: string;
  /** What it says, without those it can do without. */
  body: string;
  /** The byte in the file where its block begins. */
  offset: number;
  /** Its identity: the same words under the same headings have the same key, in every note. */
  key: string;
}

interface SplitNote {
  pieces: NotePiece[];
  tags: string[];
  /** Its one heading above all others. */
  title: string | undefined;
  /** The files it is only for, where it says so. */
  paths: string[];
}

/** No memory from a note is longer than this; what is longer is cut between sentences. */
const MAX_PIECE_CHARS = 1_000;
/** A list or code up to this length stays with the sentence that introduces it. */
const MAX_LEAD_CHARS = 300;
const MAX_TAGS = 10;

/** Takes a note apart: a paragraph or a list item a piece, each under its headings. */
export function splitNote(text: string): SplitNote {
  const { front, blocks } = noteBlocks(text);
  const path: { level: number; text: string }[] = front.title ? [{ level: 0, text: front.title }] : [];
  const pieces = new Map<string, NotePiece>();
  for (let at = 0; at < blocks.length; ) {
    const block = blocks[at]!;
    const heading = headingOf(block, blocks[at + 1]);
    if (heading) {
      while (path.length > 0 && path.at(-1)!.level >= heading.level) path.pop();
      if (path.at(-1)?.text !== heading.text) path.push(heading);
      at++;
      continue;
    }
    const { bodies, next } = bodiesAt(blocks, at, path.length > 0);
    for (const piece of bodies.flatMap((body) =>
      piecesOf(
        path.map((each) => each.text),
        body,
      ),
    ))
      if (!pieces.has(piece.key)) pieces.set(piece.key, piece);
    at = next;
  }
  const [title, ...others] = blocks.flatMap((one) =>
    one.kind === 'heading' && one.level === 1 ? one.text : [],
  );
  return {
    title: others.length > 0 ? undefined : title,
    pieces: [...pieces.values()],
    tags: front.tags.slice(0, MAX_TAGS),
    paths: front.paths,
  };
}

/** A heading, or a line in bold that stands above something as one would. */
function headingOf(
  block: NoteBlock,
  after: NoteBlock | undefined,
): { level: number; text: string } | undefined {
  if (block.kind === 'heading') return block;
  if (block.kind !== 'paragraph' || after === undefined || after.kind === 'heading') return undefined;
  const bold = /^(\*\*|__)([^*_]{1,80}[^*_.!?:])\1$/.exec(block.text)?.[2];
  return bold === undefined ? undefined : { level: BOLD_LEVEL, text: bold };
}

/** Below every heading. */
const BOLD_LEVEL = 7;

/** Makes drafts of pieces. Type, scope and the rest are the writer's to decide. */
export function draftsOf(
  pieces: readonly NotePiece[],
  note: { path: string; tags: readonly string[]; at: number },
): Draft[] {
  return pieces.map(({ text, key, offset }) => ({
    text,
    key,
    source: 'file_index',
    files: [note.path],
    tags: [noteTag(note.path), ...note.tags],
    evidence: [
      { proof: 'note', episode: null, events: [`${note.path}@${offset}`], quote: null, at: note.at },
    ],
  }));
}

/** What one piece says, apart from its headings. `lead` is the sentence that introduces it, where they were parted. */
interface PieceBody {
  text: string;
  offset: number;
  lead?: string;
  /** It says nothing without the heading above it. */
  isHeaded?: boolean;
}

function bodiesAt(
  blocks: readonly NoteBlock[],
  at: number,
  headed: boolean,
): { bodies: PieceBody[]; next: number } {
  const block = blocks[at]!;
  const after = blocks[at + 1];
  if (block.kind === 'list') return { bodies: listBodies(block), next: at + 1 };
  if (block.kind === 'code') {
    // Code that nothing introduces says what it is for by its heading alone.
    const kept = headed && block.text.length <= MAX_LEAD_CHARS;
    return { bodies: kept ? [{ text: block.text, offset: block.offset }] : [], next: at + 1 };
  }
  if (block.kind === 'heading') return { bodies: [], next: at + 1 };
  const { text, offset } = block;
  const introduces = /[:：][*_\s]*$/.test(text) || (after?.kind === 'list' && isOfFragments(after));
  if (after?.kind === 'code') {
    if (after.text.length <= MAX_LEAD_CHARS)
      return { bodies: [{ text: `${text}\n${after.text}`, offset }], next: at + 2 };
    return { bodies: introduces ? [] : [{ text, offset }], next: at + 2 };
  }
  if (introduces && after?.kind === 'list')
    return { bodies: listBodies(after, { text, offset }), next: at + 2 };
  return { bodies: [{ text, offset }], next: at + 1 };
}

type NoteList = Extract<NoteBlock, { kind: 'list' }>;

/** Whether most items of a list are no sentences of their own: names, paths, a few words without a label that choose nothing. */
const isOfFragments = ({ items }: NoteList): boolean =>
  items.length > 1 &&
  items.every(({ children }) => children.length === 0) &&
  items.filter(({ text }) => isFragment(text)).length * 2 > items.length;

const isFragment = (text: string): boolean =>
  !/[.!?。]$|[:：][*_]* /.test(text) &&
  claimIn(text) === undefined &&
  (text
    .replace(/\([^)]*\)/g, ' ')
    .replace(/`[^`]*`/g, ' x ')
    .match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < MIN_WORDS;

const MIN_WORDS = 4;

/** A short list stays whole with its lead, as do steps and lists of fragments; of any other each item stands for itself. */
function listBodies(list: NoteList, lead?: PieceBody): PieceBody[] {
  const { items, ordered } = list;
  const offset = lead?.offset ?? items[0]!.offset;
  const entries = items.map(({ text, children }, i) =>
    [`${ordered ? `${i + 1}.` : '-'} ${text}`, ...children.map((child) => `  - ${child.text}`)].join('\n'),
  );
  const whole = [...(lead ? [lead.text] : []), ...entries].join('\n');
  const named = items.map(({ text }) => text.replace(/[,;]$/, '')).join(', ');
  if (!ordered && isOfFragments(list) && whole.length <= MAX_PIECE_CHARS)
    return [
      lead
        ? { text: `${withoutColon(lead.text)}: ${named}`, offset }
        : { text: named, offset, isHeaded: true },
    ];
  if (
    (lead && whole.length <= MAX_LEAD_CHARS) ||
    (ordered && items.length > 1 && whole.length <= MAX_PIECE_CHARS)
  )
    return [{ text: whole, offset }];
  return items.flatMap((item) => {
    const { text, offset, children } = item;
    const together = [text, ...children.map((child) => `- ${child.text}`)].join('\n');
    if (children.length === 0 || together.length <= MAX_LEAD_CHARS)
      return [{ text: together, offset, ...leadOf(lead?.text) }];
    return children.map((child) => ({ ...child, ...leadOf(lead?.text, text) }));
  });
}

function leadOf(...parts: (string | undefined)[]): { lead?: string } {
  const said = parts.filter((part) => part).map((part) => withoutColon(part!));
  return said.length > 0 ? { lead: said.join(' > ') } : {};
}

const withoutColon = (lead: string): string => lead.replace(/[:：.]([*_]*)\s*$/, '$1');

function piecesOf(headings: readonly string[], { text, offset, lead, isHeaded }: PieceBody): NotePiece[] {
  const context = clipText(
    [...headings.filter((heading) => heading !== ''), ...(lead ? [lead] : [])].join(' > '),
    MAX_LEAD_CHARS,
  );
  return noteSentences(text, MAX_PIECE_CHARS - context.length - 2).flatMap((part) => {
    if (!saysEnough(part, context)) return [];
    const whole = context === '' ? part : `${context}: ${part}`;
    return [{ text: whole, body: isHeaded ? whole : part, offset, key: keyOf(whole) }];
  });
}

/** Letters a piece must have: a word or two of its own, and a short sentence together with its headings. */
const saysEnough = (text: string, context: string): boolean =>
  weight(text) >= 6 && weight(text) + weight(context) >= 12;

/** Counts letters and digits at the beginning; a sign that stands for a word counts as three. */
function weight(text: string): number {
  const start = text.slice(0, 100);
  const letters = start.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const signs =
    start.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return letters + 2 * signs;
}

const keyOf = (text: string): string => `note:${hash('sha256', text.replace(/\s+/g, ' ')).slice(0, 16)}`;

/** Cuts a text that is too long into parts that are not, between sentences where there are any. */
function noteSentences(text: string, longest: number): string[] {
  if (text.length <= longest) return [text];
  const parts: string[] = [];
  let part = '';
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  for (const { segment } of segmenter.segment(text)) {
    for (const bit of bitsOf(segment, longest)) {
      if (part !== '' && part.length + bit.length > longest) {
        parts.push(part.trim());
        part = '';
      }
      part += bit;
    }
  }
  parts.push(part.trim());
  return parts.filter((each) => each !== '');
}

/** Only where it is needed: to load what tells sentences apart takes a while. */
let segmenter: Intl.Segmenter | undefined;

/** Shortens a text to a number of characters, counting as people do, and shows that it was. */
export function clipText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const characters = [...text];
  return characters.length <= longest
    ? text
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}

/** A sentence without end is cut between words, and a word without end between characters. */
function bitsOf(sentence: string, longest: number): string[] {
  if (sentence.length <= longest) return [sentence];
  const bits: string[] = [];
  let rest = sentence;
  while (rest.length > longest) {
    const space = rest.lastIndexOf(' ', longest);
    let end = space > longest / 2 ? space + 1 : longest;
    // Never between the halves of a character.
    if (/[\ud800-\udbff]/.test(rest[end - 1]!)) end--;
    bits.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...bits, rest];
}
