/** What a person is told at setup about guards, with the setting that changes it. */
export const GUARDS_NOTE =
  'A call that breaks a rule of yours, or failed every time before, is stopped once; made again, it runs. ' +
  'In a new project, failures are only told: `sqrl config set delivery.guards stop-once|tell|off`.';

/** What the control group is, and what it changes. */
export const CONTROL_GROUP =
  'A control group shows whether the memory helps: 5 % of sessions, chosen at random, get none of what Squirrel inferred, and 10 % get it at their start only. ' +
  'Rules that you stated or confirmed are told in all of them. Each other memory is left out of about three sessions in ten until its effect is known, and is then told more or less often.';

/** How to have a control group, where it was not asked for. */
export const CONTROL_GROUP_NOTE = `${CONTROL_GROUP} Turn it on: \`sqrl config set delivery.holdout true\`.`;
