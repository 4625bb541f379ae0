import { isCredential } from '../../sensitive.ts';
import { nothing } from '../analysis.ts';
import { choosesHidden } from '../ignore-files.ts';
import { isFolder } from '../is-folder.ts';
import type { Invocation } from '../program.ts';
import { matchedWord } from '../regex-words.ts';
import { constant, isToken, numberWord, patternWord, type Word } from '../word.ts';
import { yieldsWhere } from '../yields.ts';
import { globsOf, pathsOf, patternsOf, type Search } from './search-kinds.ts';

// Words in capitals are names of variables. Any other pattern may match a part of a value.
export const chosenLines = yieldsWhere(
	[/^ (-[Eq]*[cq][Eq]*|--count) \^?[A-Z][A-Z\d_]*=?$/, 'number'],
	[/^( -[Ev]+)* \^?[A-Z][A-Z\d_]*=?$/, 'lines'],
	[/^( -[iEvw]+)* \^?\(?[A-Za-z]+(\\?\|[A-Za-z]+)*\)?$/, 'chosen'],
	// The database of make contains the environment as `NAME = value`, and its targets as `name:`.
	[/^( -[Eh]+)* \^\[[\w.-]+\][*+]:( |\$|\[\^=\])?$/, 'names'],
	[/^ -[oE]*o[oE]* \^(\[A-Z_\]|\[A-Za-z_\]|\[\^=\])(\[[\w-]+\])?[*+](=|\(\?==\))?$/, 'names'],
);

const numbering =
	/^(-[niEFPGwxvsho]*|-m ?\d*|--(line-number|ignore-case|extended-regexp|fixed-strings|word-regexp|max-count=\d+))$/;

/**
 * Returns whether each line begins with its number and a colon. Lines of context have a dash instead. With several files, a name comes
 * first.
 */
export function isNumbered(it: Invocation, search: Search): boolean {
	const options = it.words.filter(({ text }) => text.startsWith('-'));
	const isKnown = it.words.every(({ known, pattern }) => known && !pattern);
	return (
		isKnown &&
		it.has('-n', '--line-number') &&
		options.every(({ text }) => numbering.test(text)) &&
		searchesOne(it, search)
	);
}

/** Returns the files that a search names: the files below its paths, or the names in its input that match its pattern. */
export function found(it: Invocation, search: Search): readonly Word[] | undefined {
	if (it.has(...search.names)) {
		// These options print a given text next to a name, or in place of it.
		if (it.has('--label', '--hyperlink-format', '--path-separator')) return undefined;
		// A program that shows the found files shows all of their content.
		const globs = globsOf(it, search);
		const isWhole = (globs.length === 0 || choosesHidden(globs)) && search.isUnrestricted(it);
		const roots = pathsOf(it);
		return roots.length < 2 ? [everything(roots, isWhole)] : roots.map((root) => everything([root], isWhole));
	}
	if (it.has('-o', '--only-matching')) return matched(it, search);
	if (it.has('-c', '--count', '--count-matches'))
		return searchesOne(it, search) && !it.has('-H', '--with-filename') ? [numberWord] : undefined;
	if (it.has('-q', '--quiet', '--silent', '--json') || pathsOf(it).length > 0) return undefined;
	const names = it.stdin?.names;
	const [pattern] = [...it.values('-e', '--regexp'), ...it.operands];
	// A filter may drop a number completely. Then only the text next to the number is left as the word.
	if (names?.some(isToken) === true) return undefined;
	if (names === undefined || pattern === undefined || it.has('-v', '--invert-match')) return names;
	const kept = keptCredential(pattern.text);
	return kept === undefined ? names.map((name) => narrowed(name, pattern)) : [patternWord(kept)];
}

/**
 * Returns whether a single text is searched, so that no file name comes before a match. The text may be the one file of a loop: `"$f"`. Its
 * name begins with a folder, so it is not an option. Threat: a file may be called `1e id;`, which is a command for `sed`.
 */
export function searchesOne(it: Invocation, search: Search): boolean {
	const [path, ...others] = pathsOf(it);
	if (path === undefined) return !search.isRecursive(it) || (it.stdin !== undefined && it.stdin !== nothing);
	const isOne = others.length === 0 && path.known && path.many !== true;
	if (isOne && path.pattern) return /^\w[\w.-]*\//.test(path.text) && !search.isRecursive(it);
	return isOne && !(search.isRecursive(it) && (!/\.\w+$/.test(path.text) || isFolder(path, it.scope)));
}

/** Returns the matches, or the part that a replacement keeps. Returns undefined if names of files or numbers may come before them. */
function matched(it: Invocation, search: Search): readonly Word[] | undefined {
	const [pattern, ...others] = patternsOf(it);
	const isBare = it.has('--no-filename', it.name === 'rg' ? '-I' : '-h') || searchesOne(it, search);
	const isNamed = it.has(
		'-H',
		'--with-filename',
		'-n',
		'--line-number',
		'-b',
		'--column',
		'--vimgrep',
		'--json',
		'-A',
		'-B',
		'-C',
	);
	if (pattern?.known !== true || pattern.pattern || others.length > 0 || !isBare || isNamed) return undefined;
	const isFixed = it.has('-F', '--fixed-strings');
	const kept = keptGroup(pattern.text, it.values('-r', '--replace'));
	const word =
		isFixed || kept === undefined ? undefined : matchedWord(kept, it.name === 'rg' || it.has('-P', '--perl-regexp'));
	return word === undefined ? undefined : [{ ...word, many: true }];
}

/** Returns the part of the pattern that is printed: all of it, or with `-r '$1'` its only group. */
function keptGroup(regex: string, replaced: readonly Word[]): string | undefined {
	const [by, ...others] = replaced;
	if (by === undefined) return regex;
	const groups = [...regex.matchAll(/(?<!\\)\((?!\?)([^()]*)\)/g)];
	const isOnly = groups.length === 1 && others.length === 0;
	return isOnly && by.known && /^\$(1|\{1\})$/.test(by.text) ? groups[0]?.[1] : undefined;
}

/**
 * Returns a name after a filter. After a filter by a part of the names, the list no longer means all files. It still does if the part may
 * belong to a credential's name.
 */
function narrowed(name: Word, { text, known }: Word): Word {
	const { whole: _whole, ...rest } = name;
	const letters = text.replace(/\W/g, '');
	const isNarrow = known && letters.length > 2 && !/[|*]/.test(text) && !isCredential(`.${letters}`);
	return isNarrow ? rest : name;
}

/** Returns the credential that a filter of names keeps: `\.(pem|key)$`. */
function keptCredential(pattern: string): string | undefined {
	const plain = pattern.replace(/\\([.|()/_-])/g, '$1').replace(/[\^$]/g, '');
	const group = /^(.*?)\(([^()]*)\)(.*)$/.exec(plain);
	const texts =
		group === null ? plain.split('|') : (group[2] ?? '').split('|').map((one) => `${group[1]}${one}${group[3]}`);
	const spelled = texts
		.map((text) => text.replace(/\.?[*+]|[()?]/g, ''))
		.find((text) => isCredential(`x/${text}`) || isCredential(`x/a${text}`));
	return spelled === undefined ? undefined : `**/*${spelled}`;
}

/** Returns a word for all files below a path. With `isWhole`, it includes hidden and ignored files. */
function everything(roots: readonly Word[], isWhole: boolean): Word {
	const [root] = roots;
	const base = root === undefined || root.text === '.' ? '' : `${root.text.replace(/\/+$/, '')}/`;
	const known = roots.length < 2 && (root?.known ?? true);
	return { ...constant(`${base}**`), known, pattern: true, ...(isWhole && { whole: true }) };
}
