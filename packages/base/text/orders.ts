/**
 * Whether a text tells its reader to do or to leave something, rather than what is so. Only a person may have that
 * remembered: an order that stood in a file, a page or an answer would otherwise be given to every agent to come.
 */
export const givesOrders = (text: string): boolean => {
  const plain = text.replace(/`[^`]*`/g, ' x ');
  return ANYWHERE.test(plain) || plain.split(CLAUSES).some((clause) => BEGINS.test(clause.trim()));
};

/** Where a sentence or a part of one begins. */
const CLAUSES = /[.!?;:,\n—–]+|\b(?:and|then|so|but|or|instead|please)\b/i;

const ANYWHERE =
  /\b(?:you|your|yours|always|never|do not|don['’]t|must(?:n['’]t)?(?: (?:not|never|always))?|should(?:n['’]t)?|ought to|shall|(?:you|agents?|assistants?|models?|readers?|whoever|everyone|anyone|one) (?:have to|has to|needs? to|are to|is to|will|may|can)|make sure|be sure|ensure|remember to|feel free|ignore|disregard|override|forget (?:all|any|every|the|previous)|no need to|without asking|(?:it is|is) (?:safe|allowed|fine|ok|okay|permitted) to|pre-?approved|trusted)\b/i;

/** Verbs that begin an order. */
const BEGINS =
  /^(?:use|run|call|send|post|upload|download|install|execute|delete|remove|disable|enable|set|add|put|write|tell|reply|answer|respond|skip|stop|avoid|prefer|include|forward|fetch|open|visit|read|curl|wget|commit|push|approve|trust|accept|grant|export|import|copy|move|rename|replace|change|keep|leave|start|begin|check|verify|test|try|ask|wait|pass|give|apply|follow|treat|consider|switch|go|see|look|pick|choose|turn|create|make|build|deploy|publish|share|print|log|store|save|insert|append|encode|decode|reveal|show|mention|say|act|pretend|assume|remember|bypass|provide|handle|document|reuse|link|explain|describe|list|summari[sz]e|translate|generate|identify|compare|discuss|analy[sz]e|calculate|find|search|help|recommend|suggest|optimi[sz]e|convert|modify|alter|hide|conceal|spread|promote|introduce|present|cite|gather|collect|monitor|record|track|jumble|obfuscate|encrypt|scan|report|notify|email|mail|message|contact|subscribe|click|enter|type|paste|submit|confirm|allow|permit|authori[sz]e|configure|register|reset|restart|kill|drop|truncate|clone|merge|rebase|force|sign|transfer|pay|buy|order)\b(?!['’]s\b)(?! (?:is|are|was|were|has|have|had|needs?|takes?|runs?|fails?|lies?|holds?|comes?|of)\b)/i;
