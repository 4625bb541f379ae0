import { z } from 'zod';

/** Returns the name that a field has in a journal: `baseBranch` becomes `base_branch`. */
export function storedName(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the name that a field of a journal has in code: `base_branch` becomes `baseBranch`. */
export function codeName(name: string): string {
	return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns a copy of an object in which `nameOf` renames the direct fields. */
export function withNames(value: object, nameOf: (name: string) => string): Record<string, unknown> {
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [nameOf(name), inner]));
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/**
 * Returns a schema whose fields have snake_case names in a journal and camelCase names in code. `parse` reads the names of a journal, and
 * `encode` writes them. `own` lists the journal names that differ from the code in more than the casing.
 */
export function storedObject<Shape extends z.ZodRawShape>(shape: Shape, own: Readonly<Record<string, string>> = {}) {
	const inJournal = new Map(Object.keys(shape).map((name) => [name, own[name] ?? storedName(name)]));
	const inCode = new Map([...inJournal].map(([name, stored]) => [stored, name]));
	const stored = z.object(withNames(shape, (name) => inJournal.get(name) ?? name) as z.ZodRawShape);
	return z
		.codec(stored, z.custom<z.output<z.ZodObject<Shape>>>(isObject), {
			decode: (value) => withNames(value, (name) => inCode.get(name) ?? name) as z.output<z.ZodObject<Shape>>,
			encode: (value) => withNames(value, (name) => inJournal.get(name) ?? name),
		})
		.readonly();
}
