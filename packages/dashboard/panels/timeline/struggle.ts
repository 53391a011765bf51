/** How hard something was, in four steps. */
export const levelOf = (score: number): 'calm' | 'some' | 'hard' | 'very' =>
  score < 0.05 ? 'calm' : score < 0.4 ? 'some' : score < 0.7 ? 'hard' : 'very';
