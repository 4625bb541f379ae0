import { posix } from 'node:path';
import { isPublicFile } from '../public-files.ts';
import type { Analysis } from './analysis.ts';
import { payText } from './budget.ts';
import { type Finding, opaque, type Scope, secret } from './program.ts';
import { pathOf, reads } from './roles.ts';
import { matchesComponent } from './shell-pattern.ts';
import { isSecretName } from './state.ts';
import { takenIn } from './taken-in.ts';
import { constant, type Stream, type Word } from './word.ts';

type Compiles = Extract<Finding, { find: 'compiles' }>;

/** How many unchanged files of the project are followed. A text that the agent chose is always read. */
const mostFollowed = 40;

interface Search {
	readonly scope: Scope;
	readonly analysis: Analysis;
	readonly folders: readonly string[];
	readonly seen: Set<string>;
	readonly found: Finding[];
	followed: number;
}

/**
 * Replaces the sources of compilers in the findings by the files and variables that their texts include. Threat: a compiler shows each file
 * that a text includes, in its output or in error messages, and an agent can choose the text.
 */
export function withoutSources(findings: readonly Finding[], scope: Scope, analysis: Analysis): readonly Finding[] {
	if (!findings.some(({ find }) => find === 'compiles')) return findings;
	return findings.flatMap((one) => (one.find === 'compiles' ? readSources(one, scope, analysis) : [one]));
}

function readSources(
	{ sources, folders: named, stdin }: Compiles,
	scope: Scope,
	analysis: Analysis,
): readonly Finding[] {
	const folders = named.map((word) => inFolder(word.text, scope));
	const search: Search = { scope, analysis, folders, seen: new Set(), found: [], followed: 0 };
	for (const word of sources) readSource(word, stdin, search);
	return search.found;
}

const inFolder = (path: string, { cwd, facts }: Scope): string => posix.resolve(cwd ?? facts.root, path);

function readSource(word: Word, stdin: Compiles['stdin'], search: Search): void {
	const { scope, found } = search;
	if (/^(-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(word.text)) readStream(stdin, search);
	else if (word.stream !== undefined) readStream(word.stream, search);
	else if (/^\/(dev|proc)\/(?!null$)/.test(word.text)) found.push(opaque(`the text in \`${word.text}\``));
	else if (word.pattern) readMatches(word, search);
	else {
		const path = pathOf(word, scope);
		if (path !== undefined) readFile(path, search);
	}
}

function readStream(stream: Stream | undefined, search: Search): void {
	if (stream === undefined) return;
	if (stream.file !== undefined) readFile(stream.file, search);
	else if (stream.text === undefined) search.found.push(opaque('the text that it compiles cannot be known'));
	else readText(stream.text, { folder: inFolder('.', search.scope), isChosen: true }, search);
}

function readMatches(word: Word, search: Search): void {
	const { scope, analysis, found } = search;
	const pattern = pathOf(word, scope) ?? '/';
	const folder = posix.dirname(pattern);
	const entries = /[*?[{(]/.test(folder)
		? undefined
		: scope.facts.entries?.(inFolder(folder, { ...scope, cwd: scope.facts.root }));
	if (entries === undefined) {
		found.push(opaque(`the texts in \`${word.text.slice(0, 120)}\` cannot be known`));
		return;
	}
	const names = [
		...entries.map(({ name }) => name),
		...[...analysis.written.keys()].map((path) => posix.basename(path)),
	];
	const matched = names.filter((name) => matchesComponent(posix.basename(pattern), name));
	for (const name of new Set(matched)) readFile(posix.join(folder, name), search);
}

const binary = /\.(o|obj|lo|a|so|lib|dylib|rlib|rmeta|gch|pch|pcm|bc)(\.\d+)*$/;

/** The names of sources in the checkout. Any other file is not meant for a compiler. */
const isSource =
	/^[^/].*\.(c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|h\+\+|inc|inl|ipp|tpp|def|m|mm|cu|cuh|s|asm|i|ii|f|for|f\d\d|fpp|rs|[cm]?[jt]sx?|json|css)$/i;

/** Reads a file, by its path as in effects. */
function readFile(path: string, search: Search): void {
	const { scope, analysis, seen, found } = search;
	if (seen.has(path) || path === '/dev/null') return;
	seen.add(path);
	const { facts } = scope;
	const text = facts.readText(path);
	// A name without an ending is a folder, as in `cppcheck src`.
	const isText = !binary.test(path) && /\.[^./]+$/.test(path);
	found.push({ find: 'source', path, isMissing: text === undefined && isText });
	const isChosen = analysis.written.has(path) || !isSource.test(path) || facts.changedInRun(path);
	if (text === undefined) {
		if (path.startsWith('/') && !isPublicFile(path)) found.push(opaque(`the text of \`${path}\` cannot be known`));
	} else if (!binary.test(path) && (isChosen || search.followed++ < mostFollowed))
		readText(text, { folder: posix.dirname(posix.resolve(facts.root, path)), isChosen }, search);
}

interface Text {
	readonly folder: string;
	/** The agent may have chosen the text. */
	readonly isChosen: boolean;
}

function readText(text: string, { folder, isChosen }: Text, search: Search): void {
	const { scope, analysis, found, folders } = search;
	if (!payText(analysis.budget, text.length)) return;
	const { files, shown, variables, isUnclear } = takenIn(text);
	if (isUnclear && isChosen) found.push(opaque('what a source text takes in cannot be known'));
	found.push(...variables.filter(isSecretName).map((name) => secret(`$${name}`)));
	for (const name of shown) found.push(...readings(inFolder(name, scope), search));
	for (const name of new Set(files))
		for (const base of new Set([folder, ...folders])) follow(posix.resolve(base, name), search);
}

function follow(absolute: string, search: Search): void {
	const { scope, found } = search;
	found.push(...readings(absolute, search));
	const path = pathOf(constant(absolute), scope);
	if (path === undefined || path.startsWith('/')) return;
	if (scope.facts.isFile?.(path) ?? scope.facts.readText(path) !== undefined) readFile(path, search);
	else found.push({ find: 'source', path });
}

/** Returns the findings for reading a path, if it is a credential or an existing file outside. */
function readings(absolute: string, { scope }: Search): readonly Finding[] {
	return reads(constant(absolute), scope).filter((finding) => {
		if (finding.find !== 'effect' || finding.effect.kind !== 'read') return true;
		return finding.effect.path.startsWith('/') && scope.facts.isThere?.(absolute) !== false;
	});
}
