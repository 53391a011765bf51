import { fileURLToPath } from 'node:url';

/** A SCIP index that scip-typescript 0.4.0 made of the two files below, as `src/cart.ts` and `src/order.ts`. */
export const SHOP_INDEX = fileURLToPath(new URL('./shop.scip', import.meta.url));

/** What is ordered from. */
export const CART = `export interface Line {
  price: number;
}

export class Cart {
  lines: Line[] = [];
  add(line: Line): this {
    this.lines.push(line);
    return this;
  }
  total(): number {
    return sum(this.lines);
  }
}

export function sum(lines: Line[]): number {
  return lines.reduce((all, { price }) => all + price, 0);
}
`;

/** What follows from it by an import, by types, and by what only a type checker knows. */
export const ORDER = `import { Cart, sum as add } from '${'./cart.js'}';

export class Order extends Cart {
  pay(): number {
    const total = [this].map((cart) => cart.total())[0]!;
    return total + add([]);
  }
}

export const order = new Order().add({ price: 1 });
const later = add;
`;
