export interface TimeAsked {
  from: number;
  to: number;
  said: string;
}
export function timeAsked(_text: string, _now: number, _zone = 'UTC'): TimeAsked | undefined {
  return undefined;
}
