/** The two shapes of an item: a rough one, which many items share, and a more exact one. */
export type Shapes = readonly [rough: string, close: string];

/**
 * Returns at most `most` items, those with the rarest shapes first. Threat: many similar items may hide a different one. One item of each
 * shape is taken before a second item of any shape.
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

/** The number of characters that define the shape of a text. */
const looked = 200;

/** Returns the shape of a text, as both its rough and its close shape. */
export function shapesOfText(text: string): Shapes {
	const shape = shapeOf(text);
	return [shape, shape];
}

/** Returns the punctuation of a text. All names and numbers look alike. */
export function shapeOf(text: string): string {
	return text.slice(0, looked).replace(/\w+/g, 'w');
}
