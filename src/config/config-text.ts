import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { CountersignError, nearestWord } from '../core/index.ts';
import { configKeys } from './config-schema.ts';

/** A parsed configuration: its value, and the line of each part. */
export interface ConfigText {
	readonly file: string;
	readonly value: unknown;
	/** The line of a key or of a list item. The value of a key may be on the next line. */
	readonly line: (path: readonly PropertyKey[]) => number;
	/** Makes an error with line and name from a problem of the schema. */
	readonly explain: (issue: z.core.$ZodIssue | undefined) => CountersignError;
}

type KnownKeys = Readonly<Record<string, readonly string[]>>;

/**
 * Parses a configuration. `keys` are the known keys, for suggestions about misspelled ones. @throws CountersignError `bad-config` if it is
 * not plain YAML.
 */
export function parseConfig(text: string, file: string, keys: KnownKeys = configKeys): ConfigText {
	const lines = new LineCounter();
	const document = parseDocument(text, { schema: 'core', merge: false, uniqueKeys: true, lineCounter: lines });
	// For the parser, an unknown tag is only a warning, and it ignores the tag.
	const [fault] = [...document.errors, ...document.warnings];
	if (fault !== undefined) throw badConfig(file, fault.linePos?.[0].line ?? 1, faultWords(fault.message));
	const line = (path: readonly PropertyKey[]): number => lineOf(document, path, lines);
	const value = contentsOf(document, file);
	return { file, value, line, explain: (issue) => explain(issue, { file, line, known: keys }) };
}

function faultWords(message: string): string {
	const [first = 'malformed YAML'] = message.split('\n');
	const [, tag] = /^Unresolved tag: (\S+)/.exec(first) ?? [];
	return tag === undefined ? first : `\`${tag}\` is a YAML tag, which is not supported; write only the value`;
}

/** The contents of a document. The parser checks aliases only here, and throws for an unknown alias or too many of them. */
function contentsOf(document: Document, file: string): unknown {
	try {
		return document.toJS({ maxAliasCount: 10 });
	} catch (error) {
		throw badConfig(file, 1, error instanceof Error ? error.message : 'malformed YAML');
	}
}

function explain(
	issue: z.core.$ZodIssue | undefined,
	{ file, line, known }: Pick<ConfigText, 'file' | 'line'> & { readonly known: KnownKeys },
): CountersignError {
	if (issue === undefined) return badConfig(file, 1, 'malformed');
	const place = issue.path.join('.');
	if (issue.code !== 'unrecognized_keys') {
		const message = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
		return badConfig(file, line(issue.path), `\`${place || 'the file'}\`: ${message}`);
	}
	const [key = ''] = issue.keys;
	const keys = issue.path.filter((step) => typeof step === 'string').join('.');
	const near = nearestWord(key, known[keys] ?? known[keys.replace(/[^.]+$/, '*')] ?? []);
	const what = place === '' ? 'the configuration' : `\`${place}\``;
	const meant = near === undefined ? '' : `; did you mean \`${near}\`?`;
	return badConfig(file, line([...issue.path, key]), `\`${key}\` is not a key of ${what}${meant}`);
}

function lineOf(document: Document, path: readonly PropertyKey[], lines: LineCounter): number {
	const last = path.at(-1);
	const parent = path.length < 2 ? document.contents : document.getIn(path.slice(0, -1), true);
	const key = isMap(parent)
		? parent.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === last)?.key
		: undefined;
	const node = key ?? document.getIn(path, true);
	if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
	// A short form has no node for its key.
	return path.length < 2 ? 1 : lineOf(document, path.slice(0, -1), lines);
}

/** The error for a configuration that stops every run. */
export function badConfig(file: string, line: number, what: string): CountersignError {
	return new CountersignError({
		code: 'bad-config',
		message: `${file}:${line}: ${what}.`,
		fix: 'Correct the file on the default branch; no run starts until it is right.',
	});
}
