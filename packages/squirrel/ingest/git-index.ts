import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gitFolders } from '@sqrl/base/git/head.ts';

/**
 * The paths that git tracks in a work tree, read from its index without starting git; undefined where there is no
 * repository, or its index is of a form that is not known. Submodules are not among them: they have other authors.
 */
export function trackedPaths(root: string): ReadonlySet<string> | undefined {
  try {
    const file = join(gitFolders(join(root, '.git')).own, 'index');
    const { mtimeMs, size } = statSync(file);
    const stamp = `${mtimeMs} ${size}`;
    const known = indexes.get(file);
    if (known?.stamp === stamp) return known.paths;
    if (size > MAX_BYTES) return undefined;
    const paths = pathsIn(readFileSync(file));
    if (indexes.size >= MAX_KNOWN) indexes.clear();
    indexes.set(file, { stamp, paths });
    return paths;
  } catch {
    // No repository, or nothing was ever added to it.
    return undefined;
  }
}

const indexes = new Map<string, { stamp: string; paths: ReadonlySet<string> | undefined }>();
const MAX_KNOWN = 8;
const MAX_BYTES = 200_000_000;

const GITLINK = 0o160000;

/** Reads an index of version 2, 3 or 4 (git's `index-format`). */
function pathsIn(bytes: Buffer): ReadonlySet<string> | undefined {
  const version = bytes.readUInt32BE(4);
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return undefined;
  const paths = new Set<string>();
  let at = 12;
  let path = '';
  // An entry has 40 bytes of numbers, a hash of 20 bytes (32 in a repository of SHA-256) and two of flags.
  const hash = hashBytes(bytes, version);
  if (hash === undefined) return undefined;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const mode = bytes.readUInt32BE(at + 24);
    const flags = bytes.readUInt16BE(at + 40 + hash);
    let name = at + 40 + hash + 2 + (version > 2 && (flags & 0x4000) !== 0 ? 2 : 0);
    if (version === 4) {
      const { value: strip, end } = varint(bytes, name);
      const close = bytes.indexOf(0, end);
      path = path.slice(0, path.length - strip) + bytes.toString('latin1', end, close);
      name = close + 1;
      at = name;
    } else {
      const close = bytes.indexOf(0, name);
      path = bytes.toString('latin1', name, close);
      at += Math.ceil((close - at + 1) / 8) * 8;
    }
    if ((mode & 0o170000) !== GITLINK)
      paths.add(Buffer.from(path, 'latin1').toString('utf8').normalize('NFC'));
  }
  return paths;
}

/** The first entry tells how long hashes are: its flags give the length of its name. */
function hashBytes(bytes: Buffer, version: number): 20 | 32 | undefined {
  if (bytes.readUInt32BE(8) === 0) return 20;
  for (const size of [20, 32] as const) {
    const flags = bytes.readUInt16BE(12 + 40 + size);
    const skip = version > 2 && (flags & 0x4000) !== 0 ? 2 : 0;
    const name = 12 + 40 + size + 2 + skip + (version === 4 ? 1 : 0);
    if (bytes.indexOf(0, name) - name === (flags & 0xfff)) return size;
  }
  return undefined;
}

/** A number as index version 4 writes it: seven bits a byte, the high ones first. */
function varint(bytes: Buffer, from: number): { value: number; end: number } {
  let at = from;
  let byte = bytes[at++]!;
  let value = byte & 0x7f;
  while (byte & 0x80) {
    byte = bytes[at++]!;
    value = ((value + 1) << 7) | (byte & 0x7f);
  }
  return { value, end: at };
}
