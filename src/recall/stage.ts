/** The stages that can be left out, to see what each is worth. */
const STAGES = [
  'words',
  'meaning',
  'keys',
  'places',
  'neighbors',
  'time',
  'rerank',
  'context',
  'weigh',
] as const;

export type RecallStage = (typeof STAGES)[number];

/** Says of a stage whether it is left out. */
export const isLeftOut = (
  stage: RecallStage,
  { without }: { without?: readonly RecallStage[] | undefined },
): boolean => without?.includes(stage) ?? false;
