const deepest = 100;

/** The size of a parsed line of a journal. */
export interface Weight {
	/** True if it is nested so deeply that recursive code could fail. */
	readonly isDeep: boolean;
	/** The number of values in it. */
	readonly values: number;
}

/** Weighs a value. It does not call itself, because a hostile value can be nested a million times. */
export function weigh(value: unknown): Weight {
	let values = 0;
	let level = [value];
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > deepest) return { isDeep: true, values };
		const inner: unknown[] = [];
		for (const one of level) {
			if (typeof one !== 'object' || one === null) continue;
			for (const part of Object.values(one)) inner.push(part);
		}
		values += level.length;
		level = inner;
	}
	return { isDeep: false, values };
}
