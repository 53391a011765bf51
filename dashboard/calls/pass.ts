const KEPT = 'sqrl-pass';

/** Takes the pass out of the address, where the launch put it, and keeps it; no other port of this machine can read it. */
export function takePass(): void {
  const pass = /^#pass=([\w-]+)$/.exec(location.hash)?.[1];
  if (!pass) return;
  localStorage.setItem(KEPT, pass);
  history.replaceState(null, '', location.pathname + location.search);
}

/** The half of the pass that goes with every call. */
export const pass = (): string => localStorage.getItem(KEPT) ?? '';
