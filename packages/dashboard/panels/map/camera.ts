import type Sigma from 'sigma';
import type { MapSpot } from './at.ts';
import type { Disc } from './place.ts';

/** Takes the camera to where one is: the whole, a part, a file in its part, or all that an impact reaches. */
export function fly(
  sigma: Sigma,
  discs: readonly Disc[],
  { module, file, reach }: MapSpot & { reach?: readonly string[] | undefined },
): void {
  const home = discs.find(({ name }) => name === module);
  if (reach && reach.length > 1) flyTo(sigma, around(sigma, reach));
  else if (home && file !== undefined && sigma.getGraph().hasNode(file))
    flyTo(sigma, nearby(sigma, home, file));
  else flyTo(sigma, home);
}

/** Comes nearer or goes away, by buttons and keys. */
export function zoom(sigma: Sigma, by: number): void {
  const camera = sigma.getCamera();
  void camera.animate({ ratio: camera.getBoundedRatio(camera.ratio * by) }, { duration: duration() });
}

interface Circle {
  x: number;
  y: number;
  r: number;
}

/** A file is seen among its neighbours: the camera stays with the part, and only comes nearer in a large one. */
function nearby(sigma: Sigma, home: Disc, file: string): Circle {
  const { x, y } = sigma.getGraph().getNodeAttributes(file) as { x: number; y: number };
  const r = Math.min(home.r, 14);
  const pull = 1 - r / home.r;
  return { x: home.x + (x - home.x) * pull, y: home.y + (y - home.y) * pull, r };
}

function flyTo(sigma: Sigma, circle: Circle | undefined): void {
  const camera = sigma.getCamera();
  if (!circle) {
    void camera.animate({ x: 0.5, y: 0.5, ratio: 1, angle: 0 }, { duration: duration() });
    return;
  }
  const middle = sigma.graphToViewport(circle);
  const edge = sigma.graphToViewport({ x: circle.x + circle.r, y: circle.y });
  const { width, height } = sigma.getDimensions();
  // Names stand above the discs, so a little room is left.
  const wanted = Math.max(40, 0.36 * Math.min(width, height));
  const ratio = (camera.ratio * Math.hypot(edge.x - middle.x, edge.y - middle.y)) / wanted;
  const { x, y } = sigma.viewportToFramedGraph(middle);
  void camera.animate({ x, y, ratio: camera.getBoundedRatio(ratio), angle: 0 }, { duration: duration() });
}

function around(sigma: Sigma, files: readonly string[]): Circle {
  const graph = sigma.getGraph();
  const dots = files
    .filter((file) => graph.hasNode(file))
    .map((file) => graph.getNodeAttributes(file) as { x: number; y: number });
  const middle = (of: 'x' | 'y') => {
    const all = dots.map((dot) => dot[of]);
    return (Math.min(...all) + Math.max(...all)) / 2;
  };
  const [x, y] = [middle('x'), middle('y')];
  return { x, y, r: Math.max(12, ...dots.map((dot) => Math.hypot(dot.x - x, dot.y - y))) + 3 };
}

const duration = (): number => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : 380);
