import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { badPolicy } from './bad-policy.ts';

const maxAliases = 50;

/** A policy file as a value, with the lines of its places. */
export interface PolicySource {
	readonly file: string;
	readonly value: unknown;
	/** Returns `file:line` of a place in the document, or of a key in that place. */
	readonly at: (path: readonly PropertyKey[], key?: string) => string;
	readonly line: (path: readonly PropertyKey[]) => number;
}

/** Parses the YAML of a policy. @throws CountersignError `bad-policy` with the line. */
export function readPolicyYaml(text: string, file: string): PolicySource {
	const lines = new LineCounter();
	const document = parseDocument(text, {
		schema: 'core',
		version: '1.2',
		merge: false,
		uniqueKeys: true,
		strict: true,
		lineCounter: lines,
	});
	// For the parser, an unknown tag is only a warning, and it reads the value without the tag.
	const [error] = [...document.errors, ...document.warnings];
	if (error !== undefined) {
		const line = lines.linePos(error.pos[0]).line;
		const [message = ''] = error.message.split('\n');
		throw badPolicy(`${file}:${line} is no valid YAML: ${message}`, fixFor(message));
	}
	const line = (path: readonly PropertyKey[], key?: string) => lineOf(document, lines, path, key);
	return { file, value: toValue(document, file), line, at: (path, key) => `${file}:${line(path, key)}` };
}

function fixFor(message: string): string {
	if (message.startsWith('Unresolved tag')) return 'YAML tags are not supported. Write only the value.';
	if (message.includes('reserved character')) return "Put the value in quotes: '@octocat'.";
	return 'Correct the line. A key must not be repeated.';
}

function toValue(document: Document, file: string): unknown {
	try {
		return document.toJS({ maxAliasCount: maxAliases });
	} catch (cause) {
		throw badPolicy(`${file} uses too many YAML aliases`, 'Write the values out.', cause);
	}
}

function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[], key?: string): number {
	for (let depth = path.length; depth >= 0; depth--) {
		const node: unknown = document.getIn(path.slice(0, depth), true);
		const pair =
			key !== undefined && isMap(node)
				? node.items.find((item) => isScalar(item.key) && item.key.value === key)
				: undefined;
		const found = isScalar(pair?.key) ? pair.key : node;
		const range = typeof found === 'object' && found !== null && 'range' in found ? found.range : undefined;
		if (Array.isArray(range) && typeof range[0] === 'number') return lines.linePos(range[0]).line;
	}
	return 1;
}
