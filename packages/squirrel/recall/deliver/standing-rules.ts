import { branchCheckedOut } from '@sqrl/base/git/head.ts';
import { isPersonsWord } from '@sqrl/base/model/delivery.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { CLIENT_SETUPS } from '../../clients/setup/clients.ts';
import { readInstalled } from '../../clients/setup/installed.ts';
import type { ShownMemory } from '../../codebase/shown.ts';
import { trustLevel } from '../../learn/verbs/trust.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { standingFor } from './deliver-brief.ts';
import { loadedRules, loadedText, NONE_LOADED } from './loaded-rules.ts';
import { lineOf, rulesIn } from './session-start.ts';

export interface StandingRules {
  /** A list in Markdown, each with its citation; empty where there is no rule. */
  text: string;
  tokens: number;
  rules: { memory: ShownMemory; sure: number; tokens: number; why: string }[];
}

/**
 * The rules that hold in a project whatever is done there, most trusted first, as far as there is room; to a client without
 * those that it reads in files by itself. Unasked only the person's; who asks is told all that a brief may list as a rule.
 */
export function standingRules(
  engine: Engine,
  { client, tokens, isAsked = false }: { client?: string | undefined; tokens: number; isAsked?: boolean },
): StandingRules {
  const standing = standingFor(engine, {
    listener: {
      session: '',
      branch: engine.project ? branchCheckedOut(engine.project.root) : null,
      level: isAsked ? 'autonomous' : trustLevel(engine),
      now: engine.now(),
    },
    told: new Set(),
    loaded: client === undefined ? NONE_LOADED : loadedRules(engine, client),
    ...(client !== undefined && { loads: loadedText(engine, client) }),
  });
  const lines: string[] = [];
  const rules: StandingRules['rules'] = [];
  const { rules: found, decisions } = rulesIn(standing);
  const told = isAsked ? [...found, ...decisions] : found.filter(({ memory }) => isPersonsWord(memory));
  for (const one of told) {
    const text = `- ${lineOf([one]).text}`;
    if (estimateTokens([...lines, text].join('\n')) > tokens) continue;
    lines.push(text);
    rules.push({ memory: one.memory, sure: one.sure, tokens: estimateTokens(`${text}\n`), why: one.why });
  }
  const text = lines.join('\n');
  return { text, tokens: text === '' ? 0 : estimateTokens(text), rules };
}

/** The same for a server's instructions; empty for a client with our hooks, which has the brief. */
export function serverRules(
  engine: Engine,
  { client, tokens }: { client?: string | undefined; tokens: number },
): { text: string } {
  const known = CLIENT_SETUPS.find((setup) => setup.client === client);
  if (known && hasHooks(engine, known)) return { text: '' };
  // Nearly every other client reads AGENTS.md, as Codex does.
  const { text } = standingRules(engine, { client: known?.client ?? 'codex', tokens });
  return { text };
}

function hasHooks({ home, machine }: Engine, { client, already }: (typeof CLIENT_SETUPS)[number]): boolean {
  if (!machine) return false;
  const files = readInstalled(home.root)?.files ?? [];
  return (
    files.some((file) => file.client === client && /hooks|plugin/.test(file.what)) ||
    already?.({ ...machine, memory: home.root }) !== undefined
  );
}
