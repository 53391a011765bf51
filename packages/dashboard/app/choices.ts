import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

const YEAR_S = 365 * 24 * 3600;

/**
 * Whether the page is light or dark, for the component library. It is kept in a cookie, since every daemon answers on another
 * port and a browser keeps storage by port; programs at other ports of this machine can read and write it.
 */
export const schemes: MantineColorSchemeManager = {
  get(usual) {
    const chosen = document.cookie.split('; ').find((each) => each.startsWith('sqrl-scheme='));
    return SCHEMES.find((scheme) => chosen === `sqrl-scheme=${scheme}`) ?? usual;
  },
  set(scheme) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is too new for the browsers we build for.
    document.cookie = `sqrl-scheme=${scheme}; Path=/; Max-Age=${YEAR_S}; SameSite=Strict`;
  },
  subscribe() {},
  unsubscribe() {},
  clear() {},
};

/** The themes, as they are called. */
export const THEMES = { light: 'Light', dark: 'Dark', auto: 'System' } as const;

const SCHEMES = Object.keys(THEMES) as MantineColorScheme[];
