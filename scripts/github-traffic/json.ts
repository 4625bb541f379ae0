export type JsonObject = { readonly [name: string]: unknown };

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object itself; anything else counts as empty. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The text itself; anything else counts as empty. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
