import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

/** A change of what an address says: a value, none, or several of a name. */
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
