import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

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

export const THEMES = { light: 'Light', dark: 'Dark', auto: 'System' } as const;

const SCHEMES = Object.keys(THEMES) as MantineColorScheme[];

/** What the page's policy knows its own styles by. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

export type AddressChange = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What the address says besides the panel, and how to change it: what is shown can be sent to somebody, and be gone back to. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (change: AddressChange, { replace = false } = {}) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            next.delete(name);
            for (const one of [value ?? []].flat()) if (one !== '') next.append(name, one);
          }
          return next;
        },
        { replace },
      ),
    [setParams],
  );
  return [params, set] as const;
}
