/** One turn of a conversation. */
interface Turn {
  id: string;
  session: string;
  /** When the session took place, and the turn's place in it, in milliseconds. */
  at: number;
  speaker: string;
  text: string;
}

/** A question and the turns that answer it. */
export interface LocomoQuestion {
  text: string;
  evidence: string[];
  category: string;
}

export interface Conversation {
  turns: Turn[];
  questions: LocomoQuestion[];
}

interface RawConversation {
  conversation: Record<string, unknown>;
  qa: { question: string; evidence?: unknown[]; category: number }[];
}

interface RawTurn {
  dia_id: string;
  speaker: string;
  text: string;
  blip_caption?: string;
}

const CATEGORIES = ['', 'multi-hop', 'temporal', 'open-domain', 'single-hop', 'adversarial'];

/** Reads one conversation of the file, with the questions whose evidence can be found in it. */
export function readConversation(raw: unknown): Conversation {
  const { conversation, qa } = raw as RawConversation;
  const turns: Turn[] = [];
  for (const [session, value] of Object.entries(conversation)) {
    if (!/^session_\d+$/.test(session)) continue;
    const when = String(conversation[`${session}_date_time`] ?? '');
    for (const [place, { dia_id: id, speaker, text, blip_caption: caption }] of (
      value as RawTurn[]
    ).entries()) {
      const picture = caption ? ` [shares ${caption}]` : '';
      turns.push({ id, session, at: timeOf(when) + place, speaker, text: `${speaker}: ${text}${picture}` });
    }
  }
  const known = new Set(turns.map(({ id }) => id));
  const questions = qa.flatMap(({ question, evidence, category }) => {
    // A few lists are malformed ("D8:6; D9:17"): what can be read counts.
    const ids = (evidence ?? [])
      .flatMap((each) => String(each).match(/D\d+:\d+/g) ?? [])
      .filter((id) => known.has(id));
    const unique = [...new Set(ids)];
    return unique.length > 0
      ? [{ text: question, evidence: unique, category: CATEGORIES[category] ?? 'other' }]
      : [];
  });
  return { turns, questions };
}

/** "1:56 pm on 8 May, 2023", as a time. */
function timeOf(when: string): number {
  const [, hour, minute, half, day] = /^(\d+):(\d+) (am|pm) on (.+)$/.exec(when) ?? [];
  const at = Date.parse(`${day?.replace(',', '')} UTC`);
  if (Number.isNaN(at)) return 0;
  return at + ((Number(hour) % 12) + (half === 'pm' ? 12 : 0)) * 3_600_000 + Number(minute) * 60_000;
}
