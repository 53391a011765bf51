import { parsedJson } from '@sqrl/base/json.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { ExchangeFormat } from './exchange.ts';

/** The lossless form: what goes out comes back the same. */
export const jsonFormat: ExchangeFormat = {
  // Other JSON is taken too, to be refused in words: read as a note, every line of it would become a memory.
  knows: isJson,

  write: (memories, exportedAt) => ({
    text: `${JSON.stringify({ squirrel: VERSION, exportedAt: new Date(exportedAt).toISOString(), memories }, null, 2)}\n`,
    memories: memories.length,
  }),

  read(text) {
    const file = parse(text);
    if (typeof file !== 'object' || file === null || !('squirrel' in file) || !('memories' in file))
      throw foreign();
    if (typeof file.squirrel !== 'number' || file.squirrel > VERSION)
      throw new Problem(
        `This export has format version ${file.squirrel}; this program reads up to ${VERSION}.`,
        'Update this program and import again. Nothing was changed.',
      );
    if (!Array.isArray(file.memories))
      throw new Problem('This export has no list of memories.', 'Export it again.');
    return file.memories.map((whole, i) => ({ at: `memory ${i + 1}`, whole }));
  },
};

const VERSION = 1;
const OURS = /^\s*\{\s*"squirrel"\s*:/;

/** A note may begin with a bracket as well: a link, a template's tag. */
function isJson(text: string): boolean {
  if (/^\s*(\{\s*["'/]|\[\s*["{])/.test(text)) return true;
  return /^\s*[{[]/.test(text) && parsedJson(text) !== undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!OURS.test(text)) throw foreign(error);
    throw new Problem(
      `Invalid JSON: ${(error as Error).message}.`,
      'The file may have been cut off; export it again. Nothing was changed.',
      'invalid',
      error,
    );
  }
}

const foreign = (cause?: unknown): Problem =>
  new Problem(
    'This JSON is not an export of Squirrel.',
    'Create one with `sqrl backup export --format json`; for a note pass --format claude.',
    'invalid',
    cause,
  );
