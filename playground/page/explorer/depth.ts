const deepest = 100;

/** Returns whether a value is nested so deeply that code which walks through it could fail. */
export function isDeep(value: unknown, depth = 0): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return depth >= deepest || Object.values(value).some((one) => isDeep(one, depth + 1));
}
