/** Openings that point back at what was just done or said. English, French, German, Spanish. */
export const POINTING = new RegExp(
  `^(?:${[
    // Yes, no, go on.
    `(?:yes|yeah|yep|yup|no|nope|nah|ok|okay|sure|right|correct|exactly|perfect|great|good|nice|cool|fine|thanks|thank you|thx|lgtm|done|go|go ahead|go on|continue|proceed|carry on|keep going|resume|do it|do that|please do|next step|retry|try again|again|undo|revert|stop|wait|hold on|hmm+|oops|sorry|actually|well|never ?mind|seems|works|better|almost|not quite)`,
    `(?:oui|non|d'accord|parfait|merci|super|vas-y|continue[sz]?|reprends?|attends?|en fait|désolé|annule|arrête|encore)`,
    `(?:ja|nein|doch|genau|gut|super|danke|klar|weiter|mach weiter|warte|halt|stopp?|eigentlich|nochmal|noch ?mal|rückgängig)`,
    `(?:sí|si|no|vale|claro|perfecto|gracias|bien|genial|adelante|sigue|continúa|continua|espera|para|deshaz|otra vez|en realidad|perdón)`,
  ].join('|')})(?![\\p{L}\\p{N}'])(?!\\s+(?:tests?|reviews?|rapports?)\\b)|^(?:${[
    // Joined to what came before, or about it.
    `(?:and|also|then|but|so|or|plus|because|instead|too|as well|additionally|furthermore|besides)`,
    `(?:et|aussi|puis|mais|donc|ou|sinon|parce que|plutôt|de plus)`,
    `(?:und|auch|dann|aber|also|oder|sonst|weil|stattdessen|außerdem|ausserdem|zusätzlich)`,
    `(?:y|también|tambien|luego|pero|entonces|o|sino|porque|además|ademas|en vez)`,
    `(?:for (?:this|that|these|those)|https?:|it|it's|its|that|that's|this|these|those|they|there|the same|same|both|still|you|your|are you|did you|have you|why did|why is it|i (?:meant|mean|was talking|said|told|asked|still|don't see|dont see|do not see|see|get|got|allow|accept|agree|prefer|like|reverted|tried|just))`,
    `(?:ça|ca|c'est|cela|ceci|ce n'est|tu|vous|pourquoi (?:as|avez|tu)|je (?:voulais|parlais|t'ai|vois|ne vois|préfère))`,
    `(?:das|dies|es|du|ihr|immer noch|warum hast|ich (?:meinte|sagte|habe|sehe|bekomme|möchte lieber))`,
    `(?:eso|esto|sigue|todavía|todavia|aún|tú|tu|por qué (?:has|hiciste)|me refería|te dije|(?:yo )?quería decir|no veo)`,
  ].join('|')})(?![\\p{L}\\p{N}'])`,
  'iu',
);

/** Orders that belong to whatever is being worked on. */
export const STEPS = new RegExp(
  `(?:^|[^\\p{L}])(?:${[
    `com+it\\w*|com+i|push\\w*|h?push|amend|rebase|merge|stage|deploy|release it|tag it|open (?:a|the) (?:pr|pull request)|create (?:a|the) (?:pr|pull request)`,
    `(?:re-?)?run (?:the )?(?:tests?|suite|lint\\w*|build|type ?check\\w*|it|that|again)|(?:test|lint|build|format|check|verify|review) (?:it|this|that|them|again|your changes|the changes)`,
    `update (?:the )?@?(?:changelog|readme|docs?|documentation|tests?)\\S*|add (?:a |some )?(?:tests?|docs?|comments?)(?: for (?:it|this|that))?`,
    `fix (?:it|this|that|them|these|those|the (?:errors?|tests?|lint\\w*|types?|build|warnings?|conflicts?))|try (?:it|that|again)|show me|explain (?:it|this|that)|summari[sz]e`,
    `corrige[rz]?(?:[- ](?:ça|le|la|les))?|lance les tests|relance|pousse|committe[rz]?|fusionne|vérifie`,
    `(?:behebe?|korrigiere?|reparier(?:e|en)?) (?:das|es|die|den)|(?:tests?|build) (?:laufen|ausführen|starten)|prüfe|committe|pushe`,
    `corrígelo|arréglalo|arregla (?:eso|esto)|ejecuta (?:los )?(?:tests|pruebas)|haz (?:un )?commit|sube|confirma|verifica`,
  ].join('|')})(?![\\p{L}])`,
  'iu',
);

/** What a step of one plan is called. */
export const PLANNED =
  /^(?:to |on to |with |à |au |zu |zum |mit |a |al |con )?(?:l'|la |le |the |den |dem |der |el |next |nächsten? )*(?:step|phase|part|stage|item|point|étape|partie|schritt|punkt|teil|paso|fase|parte)s?\s*(?:\d|#|one|two|three|four|five|[ivx]+\b|un|deux|trois|eins|zwei|drei|uno|dos|tres|,|:|$)/iu;

/** Words that only make sense after what was said before. */
export const LEANING =
  /(?<!\p{L})(?:this|that|these|those|it|above|same|ceci|cela|ça|ce|cette|ces|dies\w*|jene\w*|es|esto|eso|est[ae]s?|es[ae]s?)(?!\p{L})/iu;

/** Words of every task, which say nothing of which one it is. */
export const MATERIAL = /\b(?:tests?|errors?|build|changes?|work|works|working|everything|anything)\b/giu;
