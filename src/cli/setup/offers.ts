/** What a person is told at setup about guards, with the setting that changes it. */
export const GUARDS_NOTE =
  'A call that failed every time before is stopped once, with its fix; made again, it runs. ' +
  'New projects are only told: `sqrl config set delivery.guards stop-once|tell|off`.';

/** What the control group is, in two sentences, and how to have one. */
export const CONTROL_GROUP_NOTE =
  'A control group shows whether the memory helps: 5 % of sessions, chosen at random, get none of what Squirrel inferred. ' +
  'Rules that you stated or confirmed are told in them too. Turn it on: `sqrl config set delivery.holdout true`.';
