import { posix } from 'node:path';
import { isFolder } from '../../emptied.ts';
import type { Finding, Invocation, Scope } from '../../program.ts';
import { pathOf, reads, runsFile } from '../../roles.ts';
import { meantBy } from '../../tool-patterns.ts';
import { constant, type Word } from '../../word.ts';

/** Returns reads of the paths that lead out of the project, or to a credential. */
export function outside(paths: readonly Word[], it: Invocation): readonly Finding[] {
	return paths
		.filter((word) => word.known && !word.text.includes('://'))
		.flatMap(meantBy)
		.flatMap((word) => reads(word, it.scope))
		.filter(
			(finding) => finding.find === 'effect' && !(finding.effect.kind === 'read' && isInside(finding.effect.path)),
		);
}

function isInside(path: string): boolean {
	return !path.startsWith('/');
}

/**
 * Judges paths that a tool tests or builds. The tool executes them, and obeys configuration files next to them. Threat: anybody can put
 * files into `/tmp` or next to the checkout, and such files are not tests of the project.
 */
export function foreign(paths: readonly Word[], it: Invocation): readonly Finding[] {
	const out = paths.flatMap(meantBy).filter((word) => leadsOut(word, it.scope));
	// If the same command line wrote the file, its text is judged.
	return [...outside(paths, it), ...out.flatMap((word) => runsFile(bare(word), it.scope, { words: [] }))];
}

/** Returns whether a word names a path outside of the checkout. Devices are excluded, because they keep no code. */
export function leadsOut(word: Word, scope: Scope): boolean {
	if (word.text.includes('://')) return false;
	const path = pathOf(word, scope);
	if (path === undefined || !path.startsWith('/') || /^\/dev\/(null|stdin|stdout|stderr|fd\/\d+)$/.test(path))
		return false;
	return scope.facts.roots?.some((root) => path === root || path.startsWith(`${root}/`)) !== true;
}

const code = /\.([cm]?[jt]sx?|py|rb|php|exs?|sh|dart|cr)$/;
const tests = /(^|[/_.-])(tests?|spec|specs|__tests__|e2e|features|unit|integration)([/_.-]|$)|[a-z](Test|Spec)\./;
const lines = /(:\d+)+$|(?<=\.\w+)\[[\d:,]+\]$|::.*$/s;

/** Judges the files that a test runner gets, because it executes each of them. A deploy script or a text file is not a test. */
export function executed(paths: readonly Word[], it: Invocation, endings = code): readonly Finding[] {
	const wrong = paths.filter((word) => meantBy(word).some((one) => isNoTest(one, it.scope, endings)));
	return wrong.flatMap((word) => runsFile(bare(word), it.scope));
}

/** Returns whether a path looks like a path of tests. */
export function namesTests(text: string): boolean {
	return tests.test(text);
}

/** Returns whether a word is a file of tests in the checkout. Test runners execute such files without asking. */
export function isTestFile({ text, known, pattern }: Word, scope: Scope): boolean {
	return (
		known &&
		!pattern &&
		code.test(text) &&
		tests.test(text) &&
		!/^[~-]|\.\./.test(text) &&
		!leadsOut(constant(text), scope)
	);
}

/** Returns the word without the line or the test that is named at its end. */
function bare(word: Word): Word {
	const text = word.text.replace(lines, '');
	return text === word.text || !word.known ? word : { ...word, text, prefix: text };
}

function isNoTest(word: Word, scope: Scope, endings: RegExp): boolean {
	const { text: written, pattern } = bare(word);
	const text = written.includes('..') ? posix.normalize(written) : written;
	if (code.test(text) && !tests.test(text)) return true;
	if (endings.test(text) || !word.known || text.endsWith('/')) return false;
	const name = text.slice(text.lastIndexOf('/') + 1);
	if (pattern || /[*?]/.test(text))
		return /\.\w+$/.test(name) || !tests.test(text) || holdsOthers(text, scope, endings);
	if (isFile(text, scope)) return true;
	if (/[^.]\.[a-z]\w*$/i.test(name)) return !isFolder(pathOf(word, scope) ?? text, scope);
	return !tests.test(text) && scriptEndings.some((ending) => isFile(`${text}.${ending}`, scope));
}

/**
 * Returns whether the folder of a pattern contains files with other endings. Threat: if the pattern matches them, the runner executes even
 * text files.
 */
function holdsOthers(pattern: string, scope: Scope, endings: RegExp): boolean {
	const path = pathOf(constant(/^(.*\/)?(?=[^/]*[*?[{])/.exec(pattern)?.[0] || '.'), scope);
	const entries = path === undefined ? undefined : scope.facts.entries?.(`${scope.facts.root}/${path}`);
	return entries?.some(({ name, kind }) => kind === 'file' && !endings.test(name)) === true;
}

/** Endings that Node tries if it does not find a name. */
const scriptEndings = ['js', 'cjs', 'mjs', 'ts', 'cts', 'mts'];

/** Returns whether the checkout has a file of this name, relative to the directory of the command. */
export function isFile(name: string, scope: Scope): boolean {
	const path = pathOf(constant(name), scope);
	if (path === undefined || path.startsWith('/')) return false;
	return scope.facts.isFile?.(path) ?? scope.facts.readText(path) !== undefined;
}
