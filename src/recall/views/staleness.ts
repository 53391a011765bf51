/** The views there are. */
export const VIEWS = ['user_style', 'project_brief', 'pitfalls'] as const;
export type ViewName = (typeof VIEWS)[number];

/** How long a view holds, in seconds, and after how many new events it is made anew in any case. */
const HOLDS: Record<ViewName, { seconds: number; events: number }> = {
  user_style: { seconds: 3600, events: 200 },
  project_brief: { seconds: 600, events: 100 },
  pitfalls: { seconds: 600, events: 50 },
};

/** When something was, and how many events were known then. */
export interface ViewTime {
  at: number;
  events: number;
}

/** Whether a view has to be made anew. */
export function isStale(name: ViewName, made: ViewTime, now: ViewTime): boolean {
  const { seconds, events } = HOLDS[name];
  // A clock that was set back, or logs that were forgotten, leave nothing to go by.
  const [age, more] = [now.at - made.at, now.events - made.events];
  return age < 0 || age >= seconds * 1000 || more < 0 || more >= events;
}
