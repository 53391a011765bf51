import type { SpaceKind } from '@sqrl/base/model/sync/hub-protocol.ts';

/** What a space is called by its kind. */
export const KINDS: Readonly<Record<SpaceKind, string>> = {
  personal: 'Personal',
  project: 'Project',
  team: 'Team',
  org: 'Organization',
};

/** What each role may do in a space. */
export const ROLES = {
  viewer: 'Reads and disputes',
  member: 'Adds, and changes their own',
  maintainer: 'Reviews, changes and dismisses',
  owner: 'Says who belongs to it, erases, reads the log',
} as const;

/** What travels to a space of each kind. */
export const TRAVELS: Readonly<Record<SpaceKind, string>> = {
  personal: 'Sealed: the hub cannot read them',
  project: 'Memories of this project that you shared one by one',
  team: 'Copies of memories that you shared with the team; its hub can read them',
  org: 'Copies of memories that you shared with the organization; its hub can read them',
};

/** The same where it travels by itself. */
export const TRAVELS_BY_ITSELF: Readonly<Partial<Record<SpaceKind, string>>> = {
  personal: 'Global memories that you said or confirmed; sealed, so that the hub cannot read them',
  project: 'Memories of this project that you said or confirmed',
};

/** Why a hub refuses a change. */
export const REFUSALS: Readonly<Record<string, string>> = {
  space: 'The space is not yours.',
  role: 'Your role does not allow it.',
  notYours: 'It is not yours, and you are not a maintainer.',
  secret: 'Something in it looks like a secret.',
  form: 'The hub does not understand it; one of the two programs is older.',
  tooLarge: 'It is too large.',
  sealed: 'The code was changed on another device; enter it here with sqrl sync --personal --code CODE.',
  clock: 'The clock of this machine was ahead; it is sent again with the right time.',
  tooMany: 'Too many new memories today; it is sent again tomorrow.',
};
