export type JsonObject = { readonly [name: string]: unknown };

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an object unchanged, and an empty object for anything else. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Returns a text unchanged, and an empty text for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
