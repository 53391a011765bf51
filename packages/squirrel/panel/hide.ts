import { redactSync } from '@sqrl/base/redact/redact.ts';

/** Replaces secrets in texts on their way out, and counts them. */
export function hider() {
  let found = 0;
  const hide = (text: string): string => {
    const redacted = redactSync(text);
    found += redacted.found.length;
    return redacted.text;
  };
  return {
    hide,
    /** A line of a log. In JSON every text is looked at as it was meant, since escapes hide the ends of secrets. */
    hideLine(line: string): string {
      const value = parsed(line);
      return hide(value === undefined ? line : JSON.stringify(inAll(value, hide)));
    },
    hidden: () => found,
  };
}

function inAll(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value);
  if (Array.isArray(value)) return value.map((each) => inAll(each, hide));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [hide(key), inAll(each, hide)]));
}

/** Only objects and lists: a number may have more digits than JavaScript keeps. */
function parsed(line: string): unknown {
  if (!/^\s*[{[]/.test(line)) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
