/** What an item looks like, roughly and more closely. */
export type Shapes = readonly [rough: string, close: string];

/**
 * Some of a list, those first whose shape is the rarest: what is repeated again and again may hide something else. Of each shape one
 * is taken before any gets a second.
 */
export function rarest<T>(items: readonly T[], most: number, shapesOf: (item: T) => Shapes): readonly T[] {
	const roughly = new Map<string, number>();
	const groups = new Map<string, { readonly rough: string; readonly items: T[] }>();
	for (const item of items) {
		const [rough, close] = shapesOf(item);
		roughly.set(rough, (roughly.get(rough) ?? 0) + 1);
		const group = groups.get(close);
		if (group === undefined) groups.set(close, { rough, items: [item] });
		else group.items.push(item);
	}
	const many = (rough: string) => roughly.get(rough) ?? 0;
	let left = [...groups.values()].sort((a, b) => many(a.rough) - many(b.rough) || a.items.length - b.items.length);
	const chosen: T[] = [];
	for (let turn = 0; left.length > 0 && chosen.length < most; turn++) {
		chosen.push(...left.slice(0, most - chosen.length).flatMap((group) => group.items.slice(turn, turn + 1)));
		left = left.filter((group) => group.items.length > turn + 1);
	}
	return chosen;
}

/** How much of a text tells its shape. */
const looked = 200;

/** A text that stands alone, as both shapes. */
export function shapesOfText(text: string): Shapes {
	const shape = shapeOf(text);
	return [shape, shape];
}

/** The signs of a text: one name or number is like another. */
export function shapeOf(text: string): string {
	return text.slice(0, looked).replace(/\w+/g, 'w');
}
