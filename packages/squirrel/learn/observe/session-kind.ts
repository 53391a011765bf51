import type { SessionKind } from '@sqrl/base/model/sighting.ts';
import { typedWords } from '@sqrl/base/text/own-words.ts';
import { PLAN_SHOWN } from '../../store/drafts/sightings.ts';
import type { ObservedStep } from './signal.ts';

export const beginKind = () => ({
  /** Changes to code and whatever else makes the product. */
  code: 0,
  /** Changes to a changelog, and to a specification or a plan. */
  ...{ changelog: 0, spec: 0 },
  ...{ runs: 0, looks: 0, commits: 0, checks: 0, prompts: 0 },
  /** What the person's prompts asked for. */
  asked: { review: 0, roadmap: 0, changelog: 0, spec: 0 },
  /** Somebody's change was looked at with a command. */
  reviewed: 0,
  /** Plans that were shown to the person in plan mode. */
  planned: 0,
});

export type KindSoFar = ReturnType<typeof beginKind>;

export function seeKind(so: KindSoFar, step: ObservedStep): void {
  if (step.kind === 'prompt' && step.agent === null) seePrompt(so, step.text);
  else if (step.kind === 'commit') so.commits++;
  else if (step.kind === 'check') so.checks++;
  else if (step.kind === 'call' && step.toolName === PLAN_SHOWN && step.agent === null) so.planned++;
  else if (step.kind === 'result' && step.outcome === 'ok') seeResult(so, step);
}

export function kindOfSession(so: KindSoFar): SessionKind {
  if (so.code === 0 && so.commits === 0) {
    // A note beside a plan or a review does not make it something else.
    if (so.changelog > 0 && so.spec === 0) return 'changelog';
    if (so.asked.review > 0 || so.reviewed > 0) return 'review';
    if (so.spec > 0 || so.asked.spec > 0 || so.planned > 0) return 'spec';
    if (so.asked.roadmap > 0) return 'roadmap';
    return so.checks > 0 || so.runs > so.looks ? 'terminal' : 'insights';
  }
  return 'build';
}

function seePrompt(so: KindSoFar, text: string): void {
  so.prompts++;
  const words = typedWords(text).slice(0, ASKS_WITHIN);
  for (const [what, pattern] of ASKS) if (pattern.test(words)) so.asked[what]++;
}

/** People say at once what they want; what comes later is about what. */
const ASKS_WITHIN = 400;

const ASKS: readonly [keyof KindSoFar['asked'], RegExp][] = [
  [
    'review',
    /^\s*\/?(?:code[- ]?)?review\b|\breview (?:(?:this|the|my|our|their|his|her|these|those|that|all) )?(?:\w+ )?(?:pr|mr|pull requests?|merge requests?|changes?|diff|commits?|branch|patch)\b|(?<!\p{L})(?:prüfe|überprüfe|revisa|relis|examine)\s.{0,40}(?<!\p{L})(?:pr|pull request|merge request|änderung\w*|cambios|modifications|diff)\b/iu,
  ],
  [
    'roadmap',
    /\b(?:road ?map|backlog|prioriti[sz]e|what (?:should|shall|could) (?:we|i) (?:do|build|work on) next|next (?:steps|milestones?|features)|feuille de route|fahrplan|hoja de ruta|was kommt als nächstes|prochaines étapes|próximos pasos)\b/i,
  ],
  ['changelog', /\b(?:change ?log|release notes|notes de version|versionshinweise|notas de la versión)\b/i],
  [
    'spec',
    /\b(?:write|draft|create|prepare|schreib\w*|rédige\w*|écris|escribe|redacta)\b.{0,40}\b(?:spec|specs|specification|prd|rfc|design doc\w*|requirements? doc\w*|spezifikation|cahier des charges|especificación)\b/i,
  ],
];

function seeResult(so: KindSoFar, step: ObservedStep): void {
  if (step.tool === 'run') {
    so.runs++;
    if (step.command !== null && REVIEWS.test(step.command)) so.reviewed++;
  } else if (step.tool !== null && LOOKS.has(step.tool)) so.looks++;
  for (const { path, way, outside } of step.files) {
    if (outside || !CHANGES.has(way)) continue;
    if (
      /(?:^|\/)(?:change ?log|changes|history|news|releases?(?:[-_]notes)?)[^/]*\.(?:md|txt|rst|adoc)$/i.test(
        path,
      )
    )
      so.changelog++;
    else if (SPEC.test(path)) so.spec++;
    else so.code++;
  }
}

const REVIEWS =
  /\b(?:gh pr (?:view|diff|checkout|review|checks|merge)|glab mr (?:view|diff|checkout|approve|merge))\b/;
const LOOKS: ReadonlySet<string> = new Set(['read', 'search', 'list', 'fetch', 'web search', 'task']);
const CHANGES: ReadonlySet<string> = new Set(['edit', 'write', 'delete']);
const SPEC =
  /(?:^|\/)(?:specs?|rfcs?|prds?|plans?|proposals?|requirements|adr)\/[^/]*\.(?:md|mdx|txt|rst|adoc)$|(?:^|\/)[^/]*\b(?:spec|specification|prd|rfc|roadmap|requirements|plan)\b[^/]*\.(?:md|mdx|rst|adoc)$/i;
