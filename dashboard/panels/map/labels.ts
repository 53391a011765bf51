import type { NodeDisplayData } from 'sigma/types';
import { write } from './discs.ts';
import type { Palette } from './palette.ts';

type LabelData = Pick<NodeDisplayData, 'x' | 'y' | 'size'> & { label?: string | null };

const FONT = "500 11px 'Inter', ui-sans-serif, system-ui, sans-serif";

/** The name of a file below its dot. */
export function drawLabel(context: CanvasRenderingContext2D, data: LabelData, palette: Palette): void {
  if (!data.label) return;
  context.font = FONT;
  context.textAlign = 'center';
  context.lineJoin = 'round';
  write(context, data.label, {
    x: data.x,
    y: data.y + data.size + 13,
    color: palette['ink-2'],
    palette,
  });
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
