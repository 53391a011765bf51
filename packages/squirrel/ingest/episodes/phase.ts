import { PHASES, type Phase } from '@sqrl/base/model/episode.ts';
import { typedWords } from '@sqrl/base/text/own-words.ts';
import { endsWithPlan } from './ending.ts';
import type { EpisodeFacts } from './facts.ts';

export function phaseOf(facts: EpisodeFacts): Phase {
  if (endsWithPlan(facts)) return 'define';
  const scores = score(facts);
  return PHASES.reduce((best, phase) => (scores[phase] > scores[best] ? phase : best), 'implement' as Phase);
}

export function phaseAsked(prompt: string): Phase {
  const words = typedWords(prompt);
  const scores = (phase: Phase) => (WORDS[phase].test(words) ? ASKED[phase] : 0);
  return PHASES.reduce((best, phase) => (scores(phase) > scores(best) ? phase : best), 'implement' as Phase);
}

/** As words weigh where files were changed, since a prompt mostly asks for that. */
const ASKED: Record<Phase, number> = {
  define: 1.5,
  implement: 1.2,
  validate: 1,
  refine: 2,
  explore: 1,
  reflect: 1.5,
};

function score({ said, filesChanged, tools, testRuns, commits, stats }: EpisodeFacts): Record<Phase, number> {
  const words = said.join('\n');
  const speaksOf = (phase: Phase) => (WORDS[phase].test(words) ? 1 : 0);
  const tests = filesChanged.filter((path) => TEST_FILE.test(path)).length;
  const docs = filesChanged.filter((path) => DOC_FILE.test(path)).length;
  const source = filesChanged.length - tests - docs;
  const looks = LOOKING.reduce((sum, tool) => sum + (tools[tool] ?? 0), 0);
  const none = filesChanged.length === 0 ? 1 : 0;
  return {
    define:
      1.5 * speaksOf('define') +
      (tools.plan && none ? 1 : 0) +
      (docs > 0 && source === 0 ? 0.5 * speaksOf('define') : 0),
    implement: (source > 0 ? 1.5 : 0) + Math.min(source / 6, 1) + 1.2 * speaksOf('implement') * (1 - none),
    validate: (source === 0 && tests > 0 ? 2 : 0) + (none && testRuns > 0 ? 1.5 : 0) + speaksOf('validate'),
    refine:
      (source > 0 ? 1 : 0) + 2 * speaksOf('refine') * (1 - none) + (stats.frustration === 'none' ? 0 : 0.5),
    explore: (none && looks > 0 ? 1.5 : 0) + speaksOf('explore') + (none && looks > 10 ? 0.5 : 0),
    reflect:
      1.5 * speaksOf('reflect') +
      (source + tests === 0 && docs > 0 ? 1.5 : 0) +
      (none && commits > 0 ? 1.5 : 0),
  };
}

const LOOKING = ['read', 'search', 'list', 'fetch', 'web search'];
const TEST_FILE =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_\w+\.py$|Tests?\.\w+$/;
const DOC_FILE = /\.(?:md|mdx|rst|adoc|txt)$|(?:^|\/)(?:docs?|CHANGELOG|README|LICENSE)(?:\/|\.|$)/i;

/** English, French, German, Spanish. */
const WORDS: Record<Phase, RegExp> = {
  define:
    /\b(?:plan (?:how|for|out|a|the)|make a plan|design (?:a|the|an|how)|propos(?:e|al)|suggest|spec(?:ify|ification)?|requirements?|brainstorm|should we|what if|options for|architecture|conçois|propose|planifie|entwirf|schlag|anforderungen|entwurf|diseña|propón|requisitos)\b/iu,
  implement:
    /\b(?:implement|add|create|build|introduce|support|write|generate|integrate|ajoute[rz]?|crée[rz]?|implémente[rz]?|écris|füge|erstelle|implementiere|baue|schreibe|añade|agrega|crea|implementa|escribe)\b/iu,
  validate:
    /\b(?:tests?|verify|validate|ensure|confirm|coverage|make sure|check (?:that|if|whether)|vérifie[rz]?|teste[rz]?|prüfe|überprüfe|stelle sicher|verifica|comprueba|asegura|prueba)\b/iu,
  refine:
    /\b(?:fix(?:es)?|bugs?|refactor|rename|improve|clean ?up|simplif\w+|polish|align|tweak|adjust|optimi[sz]e|redesign|reduce|remove|move|should (?:be|not|have|appear)|not rendered|bigger|smaller|corrige[rz]?|améliore[rz]?|renomme|nettoie|behebe?|korrigiere|verbessere|umbenennen|aufräumen|vereinfache|arregla|mejora|renombra|limpia|simplifica|corrige)\b/iu,
  explore:
    /\b(?:how (?:does|do|is|are|can)|what (?:is|are|does)|where|which|explain|investigate|understand|find out|look (?:at|into)|explore|search|why (?:is|does|are|do)|analy[sz]e|comment|pourquoi|explique|cherche|wie (?:funktioniert|geht)|warum|erkläre|untersuche|cómo|por qué|explica|investiga|analiza)\b|\?\s*$/imu,
  reflect:
    /\b(?:review|retrospective|lessons|summari[sz]e|summary of|recap|changelog|release notes|commit message|what did (?:we|you)|document(?:ation)?|readme|post-?mortem|résume|bilan|documente|zusammenfass\w+|fasse|dokumentier\w*|resume|documenta|repasa)\b/iu,
};
