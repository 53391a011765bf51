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
