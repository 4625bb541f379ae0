import matter from 'gray-matter';
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';

/** The place of a value in the front matter: keys and indices from the top. */
export type FieldPath = readonly PropertyKey[];

export interface FrontMatterProblem {
	readonly line: number;
	readonly message: string;
	readonly fix: string;
}

export type FrontMatter =
	| {
			readonly ok: true;
			readonly data: unknown;
			readonly body: string;
			/** The 1-based line of a field. If the field is missing, the line of the nearest field above it. */
			readonly lineOf: (path: FieldPath) => number;
	  }
	| { readonly ok: false; readonly problems: readonly FrontMatterProblem[] };

const maxBytes = 256 * 1024;
const maxAliases = 20;

/**
 * Splits a SKILL.md into its front matter and body (Wolffish, SKILL.md Reference). Only this function calls gray-matter, which evaluates
 * `---js` front matter by default. The library gets only files that begin with a bare `---`, and it gets only a YAML parser.
 */
export function readFrontMatter(text: string): FrontMatter {
	const lines = text.replaceAll('\r\n', '\n').split('\n');
	const problem = openingProblem(text, lines) ?? closingProblem(lines);
	if (problem !== undefined) return { ok: false, problems: [problem] };
	const yaml = guardedYaml();
	try {
		// Threat: without an options object gray-matter keeps every file, broken ones as `{}`, in a global cache.
		const file = matter(lines.join('\n'), { language: 'yaml', delimiters: '---', engines: yaml.engines });
		const problems = yaml.problems();
		if (problems.length > 0) return { ok: false, problems };
		return { ok: true, data: file.data, body: file.content.trim(), lineOf: yaml.lineOf };
	} catch (thrown) {
		return { ok: false, problems: [unreadable(thrown)] };
	}
}

/**
 * Checks the size and the first line. Threat: a word after the dashes selects an engine, and two of gray-matter's engines execute the front
 * matter.
 */
function openingProblem(text: string, lines: readonly string[]): FrontMatterProblem | undefined {
	if (Buffer.byteLength(text) > maxBytes)
		return {
			line: 1,
			message: `The file is larger than ${maxBytes / 1024} KB.`,
			fix: 'Keep instructions short; move long material into files that the agent can read.',
		};
	if (lines[0] === '---') return undefined;
	return {
		line: 1,
		message: `The first line must be exactly \`---\`; it is ${JSON.stringify((lines[0] ?? '').slice(0, 40))}.`,
		fix: 'Begin the file with a line of three dashes and nothing else: no byte order mark, no language name, no spaces.',
	};
}

function closingProblem(lines: readonly string[]): FrontMatterProblem | undefined {
	const index = lines.findIndex((line, at) => at > 0 && line.startsWith('---'));
	if (lines[index] === '---') return undefined;
	return {
		line: index === -1 ? lines.length : index + 1,
		message:
			index === -1 ? 'The front matter is never closed.' : 'The front matter is not closed by a bare `---` line.',
		fix: 'Put a line of exactly three dashes between the fields and the instructions.',
	};
}

function guardedYaml() {
	const lineCounter = new LineCounter();
	let document: Document | undefined;
	const parse = (source: string): object => {
		document = parseDocument(source, {
			version: '1.2',
			schema: 'core',
			merge: false,
			uniqueKeys: true,
			lineCounter,
			prettyErrors: false,
		});
		if (documentProblems(document, lineCounter).length > 0) return {};
		const data: unknown = document.toJS({ maxAliasCount: maxAliases });
		// gray-matter needs the type object. The schema checks the real type later.
		return data as object;
	};
	const refuse = (): never => {
		throw new Error('only YAML front matter is read');
	};
	return {
		// A second guard, in case a future spelling passes the first. Every built-in engine and alias throws.
		engines: { yaml: { parse }, json: refuse, js: refuse, javascript: refuse, coffee: refuse, toml: refuse },
		problems: () => (document === undefined ? [] : documentProblems(document, lineCounter)),
		lineOf: (path: FieldPath) => (document === undefined ? 1 : lineOf(document, lineCounter, path)),
	};
}

function documentProblems(document: Document, lineCounter: LineCounter): FrontMatterProblem[] {
	const problems = [...document.errors, ...document.warnings].map((issue) => ({
		line: lineCounter.linePos(issue.pos[0]).line,
		message: `The front matter is not plain YAML: ${issue.message}`,
		fix: 'Correct the YAML of this line; tags, duplicate keys and several documents are not accepted.',
	}));
	visit(document, {
		Pair(_, pair) {
			// Threat: `__proto__` as a key of a plain object would replace the prototype.
			if (isScalar(pair.key) && pair.key.value === '__proto__')
				problems.push({
					line: lineCounter.linePos(pair.key.range?.[0] ?? 0).line,
					message: 'A key must not be `__proto__`.',
					fix: 'Remove the line.',
				});
		},
	});
	return problems;
}

function lineOf(document: Document, lineCounter: LineCounter, path: FieldPath): number {
	let node: unknown = document.contents;
	let offset = 0;
	for (const step of path) {
		if (isAlias(node)) node = node.resolve(document);
		if (isMap(node)) {
			const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
			if (pair === undefined) break;
			offset = isScalar(pair.key) ? (pair.key.range?.[0] ?? offset) : offset;
			node = pair.value;
		} else if (isSeq(node)) {
			node = node.items[Number(step)];
			offset = rangeStart(node) ?? offset;
		} else break;
	}
	return lineCounter.linePos(offset).line;
}

function rangeStart(node: unknown): number | undefined {
	return isMap(node) || isSeq(node) || isScalar(node) || isAlias(node) ? node.range?.[0] : undefined;
}

function unreadable(thrown: unknown): FrontMatterProblem {
	const message = thrown instanceof Error ? thrown.message : String(thrown);
	return {
		line: 1,
		message: `The front matter cannot be read: ${message}.`,
		fix: 'Write plain YAML fields without anchors that expand into many copies.',
	};
}
