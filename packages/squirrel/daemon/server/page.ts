import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Problem } from '@sqrl/base/problem.ts';

/** The built page: from source and compiled alike, three folders up. */
const FOLDER = new URL('../../../../dist/dashboard/', import.meta.url);

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  json: 'application/json',
};

/** Whether an address is not the protocol's: what is there is the same for everyone and holds no data. */
export const isOfPage = (path: string): boolean => !path.startsWith('/v1/') && !path.startsWith('/v2/');

/** A panel, with or without its project; below it the page routes by itself. */
const PANEL =
  /^(?:\/p\/[^/]+)?(?:\/(?:(?:memories|review|map|timeline|ask|simulator|teach|settings)(?:\/.*)?)?)?$/;

export async function pageAt(path: string, accept: string): Promise<Response> {
  if (!existsSync(new URL('index.html', FOLDER)))
    throw new Problem('The panel is not built.', 'Run `npm run build`.', 'not_found');
  const name = /^\/((?:assets\/)?[\w-][\w.-]*\.(\w+))$/.exec(path);
  if (name) return fileAt(name[1]!, name[2]!, accept);
  if (!PANEL.test(path)) return new Response('Not found.\n', { status: 404 });
  const nonce = randomBytes(16).toString('base64');
  const html = await readFile(new URL('index.html', FOLDER), 'utf8');
  return new Response(html.replaceAll('__NONCE__', nonce), {
    headers: { 'content-type': TYPES.html!, 'cache-control': 'no-store', ...guards(nonce) },
  });
}

async function fileAt(name: string, ending: string, accept: string): Promise<Response> {
  const type = TYPES[ending];
  if (!type || name === 'index.html') return new Response(null, { status: 404 });
  const found = await firstOf([
    ...(/\bbr\b/.test(accept) ? [{ file: `${name}.br`, encoding: 'br' }] : []),
    ...(/\bgzip\b/.test(accept) ? [{ file: `${name}.gz`, encoding: 'gzip' }] : []),
    { file: name, encoding: undefined },
  ]);
  if (!found) return new Response(null, { status: 404 });
  const { body, encoding } = found;
  return new Response(new Uint8Array(body), {
    headers: {
      'content-type': type,
      'content-length': String(body.length),
      vary: 'accept-encoding',
      // Their names change with what they hold.
      'cache-control': name.startsWith('assets/') ? 'private, max-age=31536000, immutable' : 'no-cache',
      ...(encoding && { 'content-encoding': encoding }),
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}

async function firstOf(choices: { file: string; encoding: string | undefined }[]) {
  for (const { file, encoding } of choices) {
    const body = await readFile(new URL(file, FOLDER)).catch(() => undefined);
    if (body) return { body, encoding };
  }
  return undefined;
}

/** What the page may do: load its own files and speak to its own daemon, and nothing else. */
const guards = (nonce: string): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
});
