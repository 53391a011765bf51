/** What people say when they turn to something else. English, French, German, Spanish, Portuguese, Italian. */
export const TURNING = new RegExp(
  `^\\W*(?:(?:ok|okay|great|good|perfect|nice|cool|thanks|thank you|done|super|merci|danke|gracias|vale|parfait|perfekt|perfecto|gut|bien)[\\s,.!;:-]+){0,3}(?:${[
    `new (?:task|topic|issue|feature|request|thing|question|subject)|(?:a )?(?:different|another|separate|unrelated|other) (?:task|topic|issue|thing|question|problem|bug|subject|matter)|something (?:else|different)(?: now)?|(?:on|onto) (?:a|another) (?:different|new|separate|unrelated)? ?(?:note|topic|subject)|unrelated(?:ly)?|separately|switching (?:gears|topics?|to)|changing (?:topics?|subjects?)|moving on|let(?:'|’)?s (?:move on|switch|turn to|start (?:on|with) (?:a|the) (?:new|next))|forget (?:about )?(?:that|this|it)(?: for now)?[,.;:]|next (?:task|topic|issue|up|feature|ticket|story)|next[,:]|now (?:let(?:'|’)?s|we (?:should|need|must|can|have to)|i (?:want|need|would like|'d like)|on to|for (?:the|a|something)|it(?:'|’)?s time)`,
    `nouvelle (?:tâche|tache|demande|question|fonctionnalité)|nouveau sujet|autre (?:chose|sujet|problème|question|tâche)|changeons de sujet|passons (?:à|au|aux|maintenant)|maintenant[,]? (?:on|nous|je (?:veux|voudrais)|il faut|passons)|ensuite[,:]|prochaine (?:tâche|étape)`,
    `neue (?:aufgabe|frage|funktion)|neues thema|anderes thema|(?:etwas|was) anderes|themenwechsel|nächste (?:aufgabe|frage)|nächstes[,:]? |als nächstes|jetzt (?:sollten|müssen|wollen|brauchen|lass uns|machen wir|kommen wir)|nun (?:sollten|müssen|lass uns|machen wir|kommen wir)|kommen wir zu`,
    `nueva (?:tarea|pregunta|función|funcionalidad)|nuevo tema|otra (?:cosa|tarea|pregunta)|otro (?:tema|problema|asunto)|cambiando de tema|cambiemos de tema|pasemos a|siguiente (?:tarea|tema)|lo siguiente[,:]|ahora (?:vamos|quiero|necesito|tenemos que|hay que|debemos|pasemos)`,
    `nova (?:tarefa|pergunta)|outro assunto|outra coisa|agora (?:vamos|quero|preciso)|próxima tarefa|nuovo (?:compito|argomento)|altra cosa|passiamo a|ora (?:vorrei|passiamo|dobbiamo)`,
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);

/**
 * What is done is praised, and something is to be made now: "Great. Now write…". A mere "ok, now" goes on as often as
 * not, and so does what is told rather than asked for ("great, now it fails in CI"). English, French, German, Spanish.
 */
export const PRAISED_AND_NOW = new RegExp(
  `^\\W*(?:(?:${[
    'great|good|perfect|nice|cool|excellent|awesome|brilliant|lgtm|looks good|(?:that |it )?works|thanks|thank you|thx|done|well done|good job',
    'super|merci|parfait|génial|bravo|bien|danke|perfekt|prima|toll|gracias|perfecto|genial',
  ].join(
    '|',
  )})[\\s,.!;:–-]{1,5}){1,3}(?:now|next|maintenant|ensuite|jetzt|nun|ahora)[\\s,:]{1,5}(?=(?:please |can you |could you |let(?:'|’)?s ){0,2}(?:${[
    'write|create|add|build|implement|make|generate|draft|prepare|design|plan|document|set ?up|configure|migrate|port|translate|investigate|examine|look (?:at|into)',
    'écris|rédige|crée|ajoute|prépare|fais|schreib|erstell|bau|füg|bereite|escribe|crea|añade|agrega|prepara',
  ].join('|')}))`,
  'iu',
);

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
