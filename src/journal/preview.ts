import type { JsonObject, JsonValue } from '../core/index.ts';

const limit = 500;
const mark = '...[truncated]';

/** Returns the text, or its first 500 characters and `...[truncated]` (leashd, Audit Logger). */
export function preview(text: string): string {
	return text.length > limit ? text.slice(0, limit) + mark : text;
}

/** Shortens arguments for a journal line. It cuts every long string, including nested ones. */
export function previewArgs(args: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, previewValue(value)]));
}

function previewValue(value: JsonValue): JsonValue {
	if (typeof value === 'string') return preview(value);
	if (value === null || typeof value !== 'object') return value;
	if (Array.isArray(value)) return value.map(previewValue);
	return previewArgs(value as JsonObject);
}
