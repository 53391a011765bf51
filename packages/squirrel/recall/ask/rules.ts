import { PACKING } from '@sqrl/base/model/weights.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type StandingRules, standingRules } from '../deliver/standing-rules.ts';
import type { Briefing, RecallVerbRequest } from '../verbs/recall.ts';

/** Whether a question asks for the rules in general: it names no matter that a rule could be found by. */
export function asksForRules(question: string): boolean {
  const words = [...contentWords(question)];
  return words.some((word) => RULES.has(word)) && words.every((word) => RULES.has(word) || GENERAL.has(word));
}

/** The standing rules, where a question asks for them in general and there are any. */
export function rulesAsked(engine: Engine, question: string, tokens: number): StandingRules | undefined {
  if (!asksForRules(question)) return undefined;
  const found = standingRules(engine, { tokens, isAsked: true });
  return found.rules.length > 0 ? found : undefined;
}

export function rulesBriefing(engine: Engine, asked: RecallVerbRequest): Briefing | undefined {
  const { phase = 'implement', question, types, files = [] } = asked;
  const budget = asked.budget ?? PACKING[phase].budget;
  const found = types || files.length > 0 ? undefined : rulesAsked(engine, question, budget - HEADING_TOKENS);
  if (!found) return undefined;
  const { text, tokens, rules } = found;
  const lines = rules.map(({ memory, sure, tokens, why }) => ({ memory, score: sure, tokens, why: [why] }));
  const nothing = { talks: [], passages: [], commits: [], code: [], left: [], notices: [] };
  const told = { text: `## Standing rules\n${text}`, tokens: tokens + HEADING_TOKENS, lines };
  return { kind: 'semantic', phase, budget, ...told, ...nothing };
}

const HEADING_TOKENS = 5;

const RULES =
  contentWords(`rule rules convention conventions guideline guidelines standard standards preference preferences
  Regel Regeln Konvention Konventionen Richtlinie Richtlinien Vorgabe Vorgaben règle règles consigne consignes
  regla reglas norma normas convención convenciones directriz directrices`);

/** Words that only say that rules are asked for. */
const GENERAL =
  contentWords(`apply applies applied hold holds follow followed following exist know known remember remembered
  memory project projects repo repos repository team general coding style standing current currently work working works tell list
  show agent agents user users stated set given keep observe obey respect aware important main house global
  gelten gilt geltende gibt Projekt beachten befolgen einhalten kennen kennst bekannt welche welchen allgemein Team
  appliquent applique suivre respecter projet dépôt quelles quels existent connais valables équipe
  aplican aplica seguir respetar proyecto repositorio cuáles existen conoces equipo`);
