/** Any value that JSON can hold. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A JSON object. The arguments of a tool call have this form. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** Returns whether a value is a JSON object, and not an array or null. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
