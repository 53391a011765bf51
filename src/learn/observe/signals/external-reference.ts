import { typedWords } from '../../../base/text/own-words.ts';
import type { ObservedStep, Signal } from '../signal.ts';
import { addOnce, keptIn } from './bounded.ts';
import { changedBy, displayPath, parentFolder } from './files.ts';
import { type Mark, markOf, seenAt } from './mark.ts';
import { sessionsIn, sharesOf, stringsUnder } from './shares.ts';

interface ReferencedAddress {
  mark: Mark;
  folders: string[];
}

type ExternalReferenceState = { addresses: Map<string, ReferencedAddress> };

/** Pages that work here comes back to. Their address is what is kept, never what they say. */
export const externalReference: Signal<ExternalReferenceState> = {
  name: 'external_reference',
  worth: { diagnostic: 0.5, acrossSessions: 0.7, falseAlarms: 0.25 },
  minSessions: 3,
  begin: () => ({ addresses: new Map() }),
  see(state, step) {
    for (const address of addressesIn(step))
      keptIn(state.addresses, address, () => ({ mark: markOf(step), folders: [] }), 30);
    if (state.addresses.size === 0) return;
    for (const path of changedBy(step))
      for (const { mark, folders } of state.addresses.values())
        if (mark.episode === step.episode) addOnce(folders, parentFolder(path), 10);
  },
  finish: ({ addresses }) =>
    [...addresses].map(([matter, { mark, folders }]) =>
      seenAt([mark], {
        matter,
        proof: 'external_reference',
        strength: 0.5,
        facts: { folders: [...folders].sort() },
      }),
    ),
  propose(seen) {
    const about = sharesOf(seen, (facts) => stringsUnder(facts, 'folders')).find(
      ({ sessions, of }) => sessions >= 2 && sessions >= of * 0.6,
    );
    // A page that led to no work anywhere in particular says nothing of when to look at it.
    if (!about) return null;
    return {
      type: 'module_insight',
      text: `Reference for work in ${displayPath(about.name)}: ${seen[0]!.matter} (opened in ${sessionsIn(seen)} sessions).`,
      scope: 'path',
      scopeOf: about.name,
      module: about.name,
    };
  },
};

function addressesIn({ kind, tool, agent, command, text }: ObservedStep): string[] {
  if (kind === 'call' && tool === 'fetch' && command !== null) return plainAddress(command);
  if (kind !== 'prompt' || agent !== null || !text.includes('http')) return [];
  return (typedWords(text).match(/\bhttps?:\/\/[^\s<>"'`)\]]+/g) ?? []).slice(0, 5).flatMap(plainAddress);
}

/** An address without what differs from time to time; none where it is no page to read. */
function plainAddress(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { protocol, hostname, pathname, username } = new URL(text);
  if (!/^https?:$/.test(protocol) || username !== '') return [];
  if (!hostname.includes('.') || /^[\d.]+$|\.(?:local|internal|test|localhost)$/.test(hostname)) return [];
  if (/\.(?:svg|png|jpe?g|gif|zip|tgz|gz|mp4|woff2?)$/i.test(pathname)) return [];
  // What happened once: a run, a change, an issue.
  if (/\/(?:pull|issues|actions|runs|commit|commits|compare|merge_requests)(?:\/|$)/.test(pathname))
    return [];
  if (pathname.length > 150 || /[0-9a-f]{20,}|%/.test(pathname)) return [];
  return [`https://${hostname}${pathname.replace(/\/+$/, '')}`];
}
