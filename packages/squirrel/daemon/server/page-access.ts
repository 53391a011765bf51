import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { Problem } from '@sqrl/base/problem.ts';
import { replaceFile } from '@sqrl/base/replace-file.ts';
import { passFrom, secretId } from '../../protocol/panel-pass.ts';
import type { Launch } from '../../protocol/wire.ts';
import { parsedBody } from './calls.ts';
import type { ServerContext } from './context.ts';

/** How long a launch key opens the panel, once; and how long a page may come back without a new one. */
const KEY_MS = 2 * 60_000;
const PASS_MS = 30 * 24 * 3600_000;
const MAX_PASSES = 20;

interface Secret {
  text: string;
  until: number;
}

/**
 * The browsers that were let in, and the files that lead them here. Keys and passes live in the memory of this process
 * only: another user can listen on this port only after the process has ended, and nothing that a page then tells them is
 * worth anything to the next daemon. Arguments of a process are visible to every user of the machine; a browser is
 * therefore started with the path of a file that only its owner can read, and finds the launch key inside.
 */
export class PageAccess {
  /** The file that always leads to this daemon, for a person to open or to bookmark; its key is exchanged when it was used. */
  readonly lasting: string;
  readonly #home: string;
  readonly #now: () => number;
  readonly #keys = new Map<string, Secret>();
  #passes = new Map<string, Secret>();
  #lastingId: string | undefined;

  constructor(home: string, now: () => number) {
    this.#home = home;
    this.#now = now;
    this.lasting = join(home, 'panel.html');
  }

  /** Makes a launch key, which opens the panel once within `KEY_MS`, or while this daemon runs. */
  newKey(lasts = false): string {
    for (const [id, { until }] of this.#keys) if (until <= this.#now()) this.#keys.delete(id);
    const text = randomBytes(32).toString('base64url');
    const until = lasts ? Number.POSITIVE_INFINITY : this.#now() + KEY_MS;
    this.#keys.set(secretId(text), { text, until });
    return text;
  }

  /** The launch key of that id, where it was not used and has not expired. */
  readonly keyOf = (id: string): string | undefined => this.#alive(this.#keys.get(id));

  /** The pass of that id, where it has not expired. */
  readonly passOf = (id: string): string | undefined => this.#alive(this.#passes.get(id));

  #alive(secret: Secret | undefined): string | undefined {
    return secret !== undefined && this.#now() < secret.until ? secret.text : undefined;
  }

  enter(id: string, nonce: string): void {
    const key = this.keyOf(id);
    this.#keys.delete(id);
    if (key === undefined) return;
    const text = passFrom(key, nonce);
    this.#passes.set(secretId(text), { text, until: this.#now() + PASS_MS });
    this.#passes = new Map([...this.#passes].slice(-MAX_PASSES));
  }

  /** An address with a new key, and the file that leads there until the key is used or has expired; null if it cannot be written. */
  launch(port: number, query: string): Launch {
    const key = this.newKey();
    const url = addressOf(port, query, key);
    const file = this.#fileOf(secretId(key));
    try {
      writeFileSync(file, pageTo(url), { mode: 0o600, flag: 'wx' });
    } catch {
      return { url, file: null };
    }
    setTimeout(() => rmSync(file, { force: true }), KEY_MS).unref();
    return { url, file };
  }

  /** Writes the lasting file anew, unless another key than its own was used. */
  renew(port: number, used = this.#lastingId): void {
    if (used !== undefined && used !== this.#lastingId) {
      rmSync(this.#fileOf(used), { force: true });
      return;
    }
    const key = this.newKey(true);
    replaceFile(this.lasting, pageTo(addressOf(port, '', key)), 0o600);
    this.#lastingId = secretId(key);
  }

  /** Removes all files, also those of a daemon that was killed. */
  clear(): void {
    // A daemon also stops because its home was removed.
    for (const name of existsSync(this.#home) ? readdirSync(this.#home) : [])
      if (/^panel(?:-[0-9a-f]{16})?\.html$/.test(name)) rmSync(join(this.#home, name), { force: true });
  }

  #fileOf(id: string): string {
    return join(this.#home, `panel-${id.slice(0, 16)}.html`);
  }
}

/** A browser never sends the part after the #: only the page itself reads the key. */
const addressOf = (port: number, query: string, key: string): string =>
  `http://127.0.0.1:${port}/${query}#key=${key}`;

const pageTo = (url: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${url}">
<title>Squirrel</title>
<p><a href="${url}">Open the memory panel</a></p>
</html>
`;

/** Makes an address that opens the panel once, at the project of a folder, and the file that leads a browser there. */
export async function launch({ access, port, at }: ServerContext, body: string): Promise<Launch> {
  const { folder } = parsedBody(body) as { folder?: unknown };
  // Behind the question mark: from the launch file a browser may only come to the root of the page.
  const project = isFolder(folder)
    ? await at({ project: folder }, async (engine) => engine.project?.id)
    : undefined;
  return access.launch(port(), project === undefined ? '' : `?at=${project}`);
}

const isFolder = (folder: unknown): folder is string =>
  typeof folder === 'string' &&
  isAbsolute(folder) &&
  (statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false);

/** Turns the launch key that signed this request into a pass, which the page computes for itself. */
export function exchangeLaunchKey({ access, port }: ServerContext, id: string, body: string): void {
  const { nonce } = parsedBody(body) as { nonce?: unknown };
  if (typeof nonce !== 'string' || !NONCE.test(nonce)) throw new Problem('Missing nonce.', '', 'usage');
  access.enter(id, nonce);
  access.renew(port(), id);
}

/** A random text that the asking side chose. */
export const NONCE = /^[\w-]{16,100}$/;
