import { cookieName } from './gate.ts';
import type { House } from './house.ts';
import { PASS_MS } from './visitors.ts';

/** Lets a browser in that comes with a key, and sends it on to the page; the key is worth nothing afterwards. */
export function launch(house: House, key: string): Response {
  const made = house.visitors.enter(key);
  if (!made) return notLetIn();
  const facts = [
    `${cookieName(house.port())}=${made.cookie}`,
    'HttpOnly',
    'SameSite=Strict',
    'Path=/',
    `Max-Age=${PASS_MS / 1000}`,
  ];
  return new Response(null, {
    status: 303,
    headers: {
      // What stands behind # is told to the page alone: it never leaves the browser.
      location: `/#pass=${made.pass}`,
      'set-cookie': facts.join('; '),
      'referrer-policy': 'no-referrer',
    },
  });
}

/** What a person sees who comes without a pass, or with a key that was used. */
export const notLetIn = (): Response =>
  new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Squirrel</title>
<p>This page opens with <code>sqrl ui</code>: run it in a terminal. A link from it works once, and for two minutes.</p></html>\n`,
    {
      status: 401,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      },
    },
  );
