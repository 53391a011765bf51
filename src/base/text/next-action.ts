/**
 * Whether an agent's text says what it will do next ("Let me check…", "Here are the changes:"): it has not found out
 * anything yet.
 */
export const announcesNextAction = (text: string): boolean => NEXT_ACTION.test(text);

const NEXT_ACTION =
  /:\s{0,20}$|\b(?:let me|let[’']s|i[’']ll|i will|i need to|i should|i[’']m (?:going|now|using|reading|checking)|je vais|laissez-moi|ich werde|lass mich|voy a|déjame)\b/i;
