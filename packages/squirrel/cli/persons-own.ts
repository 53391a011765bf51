import type { Input, Verb } from '../protocol/verbs.ts';

/**
 * What each verb would do that only the person decides, which an agent's shell is refused; nothing where the input asks
 * for no such thing. They raise trust, change or end words that were settled, or send something off this machine.
 */
export const PERSONS_OWN: { readonly [V in Verb]?: (input: Input<V>) => string | false } = {
  confirm: () => 'confirm memories',
  reject: () => 'reject memories',
  correct: () => 'reword memories',
  change: () => 'edit memories',
  pin: () => 'pin memories',
  forget: () => 'delete memories',
  forgetAll: () => 'delete memories',
  undo: () => 'undo changes of the person',
  teach: ({ dryRun }) => !dryRun && 'say which files are rules',
  import: ({ mine }) => mine === true && 'import memories as the person’s own',
  restore: () => 'replace the memories with a backup',
  ingest: ({ paths, ci }) => paths !== undefined && !ci && 'say which logs are the person’s',
  index: () => 'say which notes are the person’s',
  trust: ({ level } = {}) => level !== undefined && 'choose how far memories are trusted',
  policy: ({ set }) => set !== undefined && 'change how long memories are kept',
  phaseWeights: ({ act } = {}) => act !== undefined && 'change how memories are weighed',
  share: () => 'share memories',
  unshare: () => 'unshare memories',
  sync: ({ join }) => join === true && 'decide to use shared memories',
  chooseWording: () => 'decide between people',
  dispute: ({ because, reply, close }) =>
    (because !== undefined || reply !== undefined || close === true) && 'dispute memories',
  hubLogin: () => 'log in at a hub',
  hubBegin: () => 'log in at a hub',
  hubLogout: () => 'log out of a hub',
  hubSync: ({ personal, newCode }) =>
    (personal !== undefined || newCode !== undefined) && 'decide what leaves this machine',
  hubCode: () => 'see the recovery code',
  hubLink: () => 'link a project',
  hubShare: () => 'share memories',
  hubDevices: ({ revoke, trust }) =>
    (revoke !== undefined || trust !== undefined) && 'revoke or trust devices',
  hubErase: () => 'erase memories for everybody',
  // A question leaves the machine only where a person says so.
  hubSearch: () => 'ask the hub',
  hubReview: () => 'review for a team',
  teamCreate: () => 'change a team',
  teamInvite: () => 'invite to a hub',
  teamJoin: () => 'join a team',
  teamRole: () => 'change a team',
  teamRetention: () => 'change a team',
  teamLeave: () => 'change a team',
};
