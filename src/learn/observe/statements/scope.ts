import type { Scope } from '../../../model/memory.ts';
import { mentionedFolder } from './mentions.ts';

/** Where a statement holds: in the project, unless its words say otherwise. */
export function scopeOf(text: string, isFact: boolean): { scope: Scope; scopeOf: string | null } {
  if (EVERYWHERE.test(text)) return { scope: 'global', scopeOf: null };
  // What a fact names as a place is what it says.
  const folder = isFact ? null : mentionedFolder(text);
  return folder ? { scope: 'path', scopeOf: folder } : { scope: 'project', scopeOf: null };
}

const EVERYWHERE =
  /\b(?:in|across|for) (?:all|every|each|any)(?: of)? (?:my|our) (?:projects?|repos?|repositories|codebases)\b|\bin (?:every|any|all) (?:projects?|repos?|repositor(?:y|ies))\b|^(?!.*\b(?:stop|don't|never|no)\b).*\beverywhere$|\bin general,? i\b|\bgenerally,? i\b|\bi (?:generally|always|never) (?:prefer|want|use)\b|\bno matter (?:which|what) (?:project|repo)\b|\bdans tous mes projets\b|\bpartout\b|\bin allen (?:meinen )?projekten\b|(?<!\w)überall\b|\ben todos mis proyectos\b|\ben todas partes\b/i;
