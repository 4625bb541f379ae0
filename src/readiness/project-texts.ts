import { type ParseError, parse } from 'jsonc-parser';
import { z } from 'zod';
import type { ProjectFacts } from './stack-facts.ts';

/** The path of a project's file as a workflow at the top of the checkout names it. */
export function pathOf({ folder }: ProjectFacts, file: string): string {
	return folder === '' ? file : `${folder}/${file}`;
}

/** Reads JSON that may have comments and commas before closing brackets; undefined if it is no JSON. */
export function readJson(text: string): unknown {
	const errors: ParseError[] = [];
	const value: unknown = parse(text.replace(/^\ufeff/, ''), errors, { allowTrailingComma: true });
	return errors.length === 0 ? value : undefined;
}

const record = z.record(z.string(), z.unknown());

/** A field of a parsed JSON object that is an object itself; empty if it is not there. */
export function objectIn(value: unknown, ...path: readonly string[]): Readonly<Record<string, unknown>> {
	const found = path.reduce<unknown>((at, key) => record.safeParse(at).data?.[key], value);
	return record.safeParse(found).data ?? {};
}

/** A field of a parsed JSON object that is a text; undefined if it is not there. */
export function textIn(value: unknown, ...path: readonly string[]): string | undefined {
	const last = path.at(-1) ?? '';
	const found = objectIn(value, ...path.slice(0, -1))[last];
	return typeof found === 'string' ? found : undefined;
}

/** The names of the keys in one section of a TOML file. Values of several lines may add names that are none: compare with names you know. */
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

/** Whether a file of versions (asdf's) names a tool. */
export function namesTool({ text }: ProjectFacts, tool: string): boolean {
	return text('.tool-versions')
		.split('\n')
		.some((line) => line.startsWith(`${tool} `));
}
