import type { NodeDisplayData } from 'sigma/types';
import { type LabelBox, overlaps, write } from './discs.ts';
import type { Palette } from './palette.ts';

type LabelData = Pick<NodeDisplayData, 'x' | 'y' | 'size'> & { label?: string | null };

const FONT = "500 11px 'Inter', ui-sans-serif, system-ui, sans-serif";

/** The name of a file below its dot; one that would lie on a name in `taken` is left out. */
export function drawLabel(
  context: CanvasRenderingContext2D,
  data: LabelData,
  { palette, taken }: { palette: Palette; taken: LabelBox[] },
): void {
  if (!data.label) return;
  context.font = FONT;
  context.textAlign = 'center';
  context.lineJoin = 'round';
  const y = data.y + data.size + 13;
  const half = context.measureText(data.label).width / 2 + 2;
  const box: LabelBox = [data.x - half, y - 12, data.x + half, y + 3];
  if (taken.some((other) => overlaps(box, other))) return;
  taken.push(box);
  write(context, data.label, { x: data.x, y, color: palette['ink-2'], palette });
}

/** The whole path of the file that is pointed at, on a ground of its own. */
export function drawHover(context: CanvasRenderingContext2D, data: LabelData, palette: Palette): void {
  if (!data.label || data.size < 4) return;
  context.font = FONT;
  context.textAlign = 'center';
  const half = context.measureText(data.label).width / 2 + 7;
  const top = data.y + data.size + 5;
  context.beginPath();
  context.roundRect(data.x - half, top, half * 2, 20, 5);
  context.fillStyle = palette.ink;
  context.fill();
  context.fillStyle = palette.surface;
  context.fillText(data.label, data.x, top + 14);
}
