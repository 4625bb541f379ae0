import { type ParseError, parse } from 'jsonc-parser';
import { z } from 'zod';
import type { ProjectFacts } from './stack-facts.ts';

/** The path of a project's file from the top of the checkout, as a workflow names it. */
export function pathOf({ folder }: ProjectFacts, file: string): string {
	return folder === '' ? file : `${folder}/${file}`;
}

/** Parses JSON that may have comments and trailing commas. Undefined if it is not JSON. */
export function readJson(text: string): unknown {
	const errors: ParseError[] = [];
	const value: unknown = parse(text.replace(/^\ufeff/, ''), errors, { allowTrailingComma: true });
	return errors.length === 0 ? value : undefined;
}

const record = z.record(z.string(), z.unknown());

/** An object inside a parsed JSON object. Empty if it does not exist. */
export function objectIn(value: unknown, ...path: readonly string[]): Readonly<Record<string, unknown>> {
	const found = path.reduce<unknown>((at, key) => record.safeParse(at).data?.[key], value);
	return record.safeParse(found).data ?? {};
}

/** A string inside a parsed JSON object. Undefined if it does not exist. */
export function textIn(value: unknown, ...path: readonly string[]): string | undefined {
	const last = path.at(-1) ?? '';
	const found = objectIn(value, ...path.slice(0, -1))[last];
	return typeof found === 'string' ? found : undefined;
}

/**
 * The names of the keys in one section of a TOML file. Values of several lines may add false names, so compare the result only with known
 * names.
 */
export function tomlKeys(text: string, section: string): ReadonlySet<string> {
	const keys = new Set<string>();
	let isInside = false;
	for (const line of text.split('\n')) {
		const header = /^\s*\[+([^\]]{1,200})\]/.exec(line)?.[1];
		if (header !== undefined) isInside = header.trim() === section;
		const key = isInside ? /^\s*"?([\w-]{1,60})"?\s*=/.exec(line)?.[1] : undefined;
		if (key !== undefined) keys.add(key);
	}
	return keys;
}

/** Whether a version file (of asdf) names a tool. */
export function namesTool({ text }: ProjectFacts, tool: string): boolean {
	return text('.tool-versions')
		.split('\n')
		.some((line) => line.startsWith(`${tool} `));
}
