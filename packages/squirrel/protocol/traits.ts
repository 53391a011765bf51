import type { Topic } from './live.ts';
import type { Input, Verb } from './verbs.ts';

/** What doors have to know of a verb besides what goes into it. */
interface VerbTraits<V extends Verb> {
  /** What it changes, for open pages. */
  changes?: readonly Topic[];
  /**
   * What it would do that only the person decides, which an agent's shell is refused; false where the input asks for no such
   * thing. It raises trust, changes or ends words that were settled, or sends something off this machine.
   */
  persons?: string | ((input: Input<V>) => string | false);
  /** It decides where texts and keys go, and who gets them: a page cannot, since it could be taken over. */
  terminal?: true | ((input: Input<V>) => boolean);
  /** The field in which it takes the path of any file or folder of the person's. */
  path?: 'file' | 'folder' | 'paths';
}

const MEMORIES = { changes: ['memories'] } as const;
const SETTINGS = { changes: ['settings'] } as const;
const EVERYTHING = { changes: ['memories', 'sessions', 'projects'] } as const;
const TEAM = { persons: 'change a team', terminal: true } as const;

/** Verbs with something special; the others look at what is there. */
export const TRAITS: { readonly [V in Verb]?: VerbTraits<V> } = {
  remember: MEMORIES,
  change: { ...MEMORIES, persons: 'edit memories' },
  pin: { ...MEMORIES, persons: 'pin memories' },
  forget: { ...MEMORIES, persons: 'delete memories' },
  suggestForget: MEMORIES,
  forgetAll: { ...EVERYTHING, persons: 'delete memories' },
  confirm: { ...MEMORIES, persons: 'confirm memories' },
  correct: { ...MEMORIES, persons: 'reword memories' },
  reject: { ...MEMORIES, persons: 'reject memories' },
  undo: { ...MEMORIES, persons: 'undo changes of the person' },
  bulk: MEMORIES,
  import: { ...MEMORIES, persons: ({ mine }) => mine === true && 'import memories as the person’s own' },
  backup: { path: 'file' },
  restore: { ...EVERYTHING, persons: 'replace the memories with a backup', path: 'file' },
  index: { ...MEMORIES, persons: 'say which notes are the person’s', path: 'folder' },
  ingest: {
    ...EVERYTHING,
    persons: ({ paths, ci }) => paths !== undefined && !ci && 'say which logs are the person’s',
    path: 'paths',
  },
  learn: MEMORIES,
  teach: { ...MEMORIES, persons: ({ dryRun }) => !dryRun && 'say which files are rules', path: 'paths' },
  flush: MEMORIES,
  deliver: { changes: ['sessions'] },
  reembed: MEMORIES,
  graphImportScip: { path: 'file' },
  settings: SETTINGS,
  trust: {
    ...SETTINGS,
    persons: ({ level }) => level !== undefined && 'choose how far memories are trusted',
  },
  policy: { ...SETTINGS, persons: ({ set }) => set !== undefined && 'change how long memories are kept' },
  phaseWeights: { persons: ({ act }) => act !== undefined && 'change how memories are weighed' },
  share: { ...MEMORIES, persons: 'share memories' },
  unshare: { ...MEMORIES, persons: 'unshare memories' },
  sync: { ...MEMORIES, persons: ({ join }) => join === true && 'decide to use shared memories' },
  chooseWording: { ...MEMORIES, persons: 'decide between people' },
  dispute: {
    ...MEMORIES,
    persons: ({ because, reply, close }) =>
      (because !== undefined || reply !== undefined || close === true) && 'dispute memories',
  },
  hubLogin: { ...MEMORIES, persons: 'log in at a hub', terminal: true },
  hubBegin: { persons: 'log in at a hub', terminal: true },
  hubAwait: { ...MEMORIES, terminal: true },
  hubLogout: { ...MEMORIES, persons: 'log out of a hub', terminal: true },
  hubSync: {
    ...MEMORIES,
    persons: (input) => decidesWhatLeaves(input) && 'decide what leaves this machine',
    terminal: decidesWhatLeaves,
  },
  hubCode: { persons: 'see the recovery code', terminal: true },
  hubLink: { persons: 'link a project', terminal: true },
  hubShare: { ...MEMORIES, persons: 'share memories', terminal: true },
  hubDevices: {
    persons: ({ revoke, trust }) =>
      (revoke !== undefined || trust !== undefined) && 'revoke or trust devices',
    terminal: ({ trust }) => trust !== undefined,
  },
  hubErase: { ...MEMORIES, persons: 'erase memories for everybody', terminal: true },
  // A question leaves the machine only where a person says so.
  hubSearch: { persons: 'ask the hub', terminal: true },
  hubReview: { ...MEMORIES, persons: 'review for a team' },
  teamCreate: TEAM,
  teamInvite: { persons: 'invite to a hub', terminal: true },
  teamJoin: { persons: 'join a team', terminal: true },
  teamRole: TEAM,
  teamRetention: { ...TEAM, ...MEMORIES },
  teamLeave: { ...TEAM, ...MEMORIES },
};

function decidesWhatLeaves({ personal, newCode }: Input<'hubSync'>): boolean {
  return personal !== undefined || newCode !== undefined;
}
