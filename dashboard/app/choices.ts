import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

/** How the page looks and which language it speaks; nothing secret, see `choice`. */
type ChoiceKey = 'sqrl-scheme' | 'sqrl-language';

const YEAR_S = 365 * 24 * 3600;

/**
 * A choice of the person's. It is a cookie, since every daemon answers on another port and a browser keeps storage by port;
 * programs at other ports of this machine can read and write it.
 */
export const choice = (name: ChoiceKey): string | undefined =>
  document.cookie
    .split('; ')
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Keeps a choice for the next page, and the next daemon. */
export function keepChoice(name: ChoiceKey, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is too new for the browsers we build for.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR_S}; SameSite=Strict`;
}

/** Tells the component library whether the page is light or dark. */
export const schemes: MantineColorSchemeManager = {
  get: (usual) => SCHEMES.find((scheme) => scheme === choice('sqrl-scheme')) ?? usual,
  set: (scheme) => keepChoice('sqrl-scheme', scheme),
  subscribe() {},
  unsubscribe() {},
  clear() {},
};

const SCHEMES: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];
