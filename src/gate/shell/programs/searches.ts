import { isCredential, mayNameCredential } from '../../sensitive.ts';
import { nothing } from '../analysis.ts';
import { choosesHidden, revealsHidden, unbraced } from '../ignore-files.ts';
import { isFolder } from '../is-folder.ts';
import {
	data,
	type Finding,
	type Invocation,
	obeysIgnoreFiles,
	opaque,
	type Program,
	role,
	rows,
	secret,
} from '../program.ts';
import { matchedWord } from '../regex-words.ts';
import { beyondIgnored, measures, searchesBelow } from '../roles.ts';
import { patternMatcher } from '../shell-pattern.ts';
import { constant, isToken, numberWord, patternWord, type Word } from '../word.ts';
import { yieldsWhere } from '../yields.ts';
import { seeksCredential } from './credential-search.ts';

/** How a program searches. */
interface Search {
	/** Whether it goes down into folders. */
	readonly isRecursive: (it: Invocation) => boolean;
	/** Whether it then reads hidden or ignored files, too. */
	readonly isUnrestricted: (it: Invocation) => boolean;
	/** Whether it goes through links on its way down. */
	readonly follows: (it: Invocation) => boolean;
	/** Options that choose files by patterns of their names. */
	readonly globs: readonly string[];
	/** Options that make it print the names of files alone. */
	readonly names: readonly string[];
	/** Options that make it print numbers, or nothing. */
	readonly quiet: readonly string[];
}

const always = () => true;

const grep: Search = {
	isRecursive: (it) => it.has('-r', '-R', '--recursive', '--dereference-recursive') || recursesByAction(it),
	follows: (it) => it.has('-R', '--dereference-recursive'),
	isUnrestricted: (it) => !it.values('--exclude').some(({ text }) => text.startsWith('.*')),
	globs: ['--include'],
	names: ['-l', '-L', '--files-with-matches', '--files-without-match'],
	quiet: ['-c', '-q', '--count', '--quiet', '--silent'],
};

/** What it does with a folder: `-d recurse` is `-r`. Threat: both the option and its value are understood when they are cut short. */
function recursesByAction({ options }: Invocation): boolean {
	const isAction = (name: string) => name === '-d' || (name.length > 3 && '--directories'.startsWith(name));
	return options.some(({ name, value }) => isAction(name) && value !== undefined && !/^(s|rea)/.test(value.text));
}

const rgrep: Search = { ...grep, isRecursive: always };

const rg: Search = {
	isRecursive: always,
	isUnrestricted: (it) =>
		it.has('--hidden', '-.', '-u', '-uu', '-uuu', '--unrestricted', '--no-ignore', '--no-ignore-vcs') ||
		choosesHidden(globsOf(it, rg)) ||
		choosesHidden(it.values('--type-add').map(globOfType)) ||
		revealsHidden(it.scope, it.values('--ignore-file')),
	follows: (it) => it.has('-L', '--follow'),
	globs: ['-g', '--glob', '--iglob'],
	// Its `-L` follows links.
	names: ['-l', '--files', '--files-with-matches', '--files-without-match'],
	quiet: [...grep.quiet, '--count-matches'],
};

/** `x:*.foo`, and `x:include:a,b`, which adds what other types have. */
function globOfType(word: Word): Word {
	return { ...word, text: word.text.replace(/^[^:]*:/, '') };
}

const ag: Search = {
	isRecursive: always,
	isUnrestricted: (it) =>
		it.has('-u', '--unrestricted', '--hidden', '-a', '--all-types', '-t', '--all-text', '-U') ||
		revealsHidden(it.scope, it.values('-p', '--path-to-ignore')),
	follows: (it) => it.has('-f', '--follow'),
	globs: ['-G', '--file-search-regex'],
	names: [...grep.names, '-g'],
	quiet: grep.quiet,
};

const ack: Search = {
	...ag,
	isUnrestricted: always,
	follows: (it) => it.has('--follow'),
	globs: [],
	names: [...grep.names, '-f', '-g'],
};

const grepOptions = {
	...data(
		'-e --regexp -m --max-count -A -B -C --after-context --before-context --context --include --exclude --exclude-dir --label -d --directories -D --devices --binary-files --group-separator',
	),
	...role('read', '-f --file --exclude-from'),
} as const;

/** Programs that search the content of files. */
export const searches = (): readonly Program[] => [
	grepping('grep egrep fgrep zgrep', grep),
	grepping('rgrep', rgrep),
	rows('ag', {
		input: 'data',
		options: {
			...role('shell', '--pager'),
			...role('read', '-p --path-to-ignore'),
			...data(
				'-G --file-search-regex --ignore --ignore-dir -m --max-count -A -B -C --after --before --context --depth -W',
			),
		},
		also: (it) => [...searched(it, ag), obeysIgnoreFiles],
	}),
	rows('ack', {
		input: 'data',
		options: {
			...role('shell', '--pager'),
			...role('script', '--ackrc'),
			...role('list', '--files-from'),
			...data('--ignore-dir --ignore-file --type -t -T --output -m --max-count -A -B -C --type-set --type-add'),
		},
		also: (it) => [
			...(it.has('-x') ? [opaque('it searches the files whose names it is fed')] : []),
			...searched(it, ack),
		],
	}),
	rows('rg', {
		input: 'data',
		options: {
			...data(
				'-e --regexp -g --glob --iglob -t --type -T --type-not -m --max-count -A -B -C --context --after-context --before-context -M --max-columns --sort --sortr -r --replace -d --max-depth -j --threads --color --colors -E --encoding --engine --path-separator --max-filesize --type-add --type-clear --pre-glob --context-separator --field-match-separator --dfa-size-limit --regex-size-limit --generate --hyperlink-format',
			),
			...role('read', '-f --file --ignore-file'),
			...role('shell', '--pre --hostname-bin --pager'),
		},
		also: (it) => [...searched(it, rg), ...unrestricted(it), obeysIgnoreFiles],
		lists: (it) => found(it, rg),
	}),
];

function grepping(names: string, search: Search): Program {
	return rows(names, {
		input: 'data',
		onlyReads: true,
		options: grepOptions,
		also: (it) => searched(it, search),
		lists: (it) => found(it, search),
		yields: (it) => (isNumbered(it, search) ? 'numbered' : chosenLines(it)),
		printsToken: (it) => it.has('-c', '--count') && searchesOne(it, search) && !it.has('-H', '--with-filename'),
	});
}

// Words in capitals are names; what else is searched for may be part of a value.
const chosenLines = yieldsWhere(
	[/^ (-[Eq]*[cq][Eq]*|--count) \^?[A-Z][A-Z\d_]*=?$/, 'number'],
	[/^( -[Ev]+)* \^?[A-Z][A-Z\d_]*=?$/, 'lines'],
	[/^( -[iEvw]+)* \^?\(?[A-Za-z]+(\\?\|[A-Za-z]+)*\)?$/, 'chosen'],
	[/^ -[oE]*o[oE]* \^(\[A-Z_\]|\[A-Za-z_\]|\[\^=\])(\[[\w-]+\])?[*+](=|\(\?==\))?$/, 'names'],
);

const numbering =
	/^(-[niEFPGwxvsho]*|-m ?\d*|--(line-number|ignore-case|extended-regexp|fixed-strings|word-regexp|max-count=\d+))$/;

/** Whether each line begins with its number and a colon: with lines around them, a dash stands there, and with several files a name. */
function isNumbered(it: Invocation, search: Search): boolean {
	const options = it.words.filter(({ text }) => text.startsWith('-'));
	const isKnown = it.words.every(({ known, pattern }) => known && !pattern);
	return (
		isKnown &&
		it.has('-n', '--line-number') &&
		options.every(({ text }) => numbering.test(text)) &&
		searchesOne(it, search)
	);
}

/** The patterns of names by which files are chosen, one for each alternative. */
function globsOf(it: Invocation, { globs }: Search): readonly Word[] {
	return it.values(...globs).flatMap((word) => unbraced(word.text).map((text) => ({ ...word, text })));
}

/** The first operand is the pattern unless an option gave one; a recursive search without files reads the directory. */
function searched(it: Invocation, search: Search): readonly Finding[] {
	const { scope } = it;
	const paths = pathsOf(it);
	const isRecursive = search.isRecursive(it);
	const globs = globsOf(it, search);
	const wanted = globs.filter((word) => !word.text.startsWith('!') && isCredential(word.text));
	const isFed = paths.length === 0 && (!isRecursive || it.stdin !== undefined);
	const places = isFed ? [] : paths.length === 0 ? [constant('.')] : paths;
	const links = search.follows(it) ? 'followed' : undefined;
	const shows = showsCredentials(it, search);
	const beyond = places.flatMap((word) => (isRecursive || word.whole === true ? beyondIgnored(word, scope) : []));
	return [
		...places.flatMap((word) => (isRecursive ? searchesBelow(word, scope, links) : measures(word, scope))),
		...(shows ? beyond : showsAll(it) && beyond.length > 0 ? [printsAll] : []),
		...(shows && isPersisted(it) && beyond.length > 0 ? [secret('.git/config')] : []),
		...wanted.map((word) => secret(word.text)),
	];
}

/** Git keeps its own settings, with the token of the checkout, in a file of that name. */
function mayBeConfig(glob: string): boolean {
	return patternMatcher(glob)?.('config') !== false;
}

/** Whether lines of hidden or ignored files could be shown that hold a credential. A choice of other files by name keeps them out. */
function showsCredentials(it: Invocation, search: Search): boolean {
	if (it.has(...search.names, ...search.quiet)) return false;
	const chosen = globsOf(it, search).filter((word) => !word.text.startsWith('!'));
	const isNarrow = chosen.length > 0 && !chosen.some(({ text }) => mayNameCredential(text) || mayBeConfig(text));
	if (isNarrow || !(showsMost(it) || patternsOf(it).some(seeksCredential))) return false;
	return !search.isRecursive(it) || search.isUnrestricted(it);
}

/** It shows lines that do not match, too. */
function showsMost(it: Invocation): boolean {
	const around = it.values('-A', '-B', '-C', '--context', '--after-context', '--before-context', '--after', '--before');
	return showsAll(it) || it.has('-v', '--invert-match') || around.some(({ text }) => /^\d{3,}$/.test(text));
}

const printsAll = opaque('it prints all files that it searches');

/** `rg`, `ack` and `ag` print each file that they search as a whole. */
function showsAll(it: Invocation): boolean {
	return it.has('--passthru', '--passthrough');
}

/** The name of the setting in which a checkout keeps the token that it was made with. */
function isPersisted(it: Invocation): boolean {
	return patternsOf(it).some((word) => /extraheader/i.test(word.text));
}

function hasOption(it: Invocation): boolean {
	// GNU takes `--reg=x`, too.
	const isCutShort = it.options.some(({ name, value }) => value && name.length > 3 && '--regexp'.startsWith(name));
	return isCutShort || it.values('-e', '--regexp', '-f', '--file').length > 0 || it.has('--files');
}

function pathsOf(it: Invocation): readonly Word[] {
	return hasOption(it) ? it.operands : it.operands.slice(1);
}

function patternsOf(it: Invocation): readonly Word[] {
	const given = it.options.flatMap(({ name, value }) =>
		value !== undefined && (name === '-e' || (name.length > 3 && '--regexp'.startsWith(name))) ? [value] : [],
	);
	return hasOption(it) ? given : it.operands.slice(0, 1);
}

/** What is hidden and ignored is where credentials lie. */
function unrestricted(it: Invocation): readonly Finding[] {
	const given = it.options.filter(({ name }) => name === '-u' || name === '--unrestricted').length;
	const isAll = given > 1 || (it.has('--hidden', '-.') && (given > 0 || it.has('--no-ignore', '--no-ignore-vcs')));
	const isNarrow = pathsOf(it).some((word) => word.known && !/^\.{0,2}\/?$/.test(word.text));
	return isAll && !isNarrow ? [opaque('a search of what is hidden and ignored')] : [];
}

/** The files that a search names: those below its paths, or of the names that it is fed, those that its pattern keeps. */
function found(it: Invocation, search: Search): readonly Word[] | undefined {
	if (it.has(...search.names)) {
		// Beside a name, or in place of one, these print a text that was given.
		if (it.has('--label', '--hyperlink-format', '--path-separator')) return undefined;
		// Whoever shows what the search found shows all of it.
		const globs = globsOf(it, search);
		const isWhole = (globs.length === 0 || choosesHidden(globs)) && search.isUnrestricted(it);
		const roots = pathsOf(it);
		return roots.length < 2 ? [everything(roots, isWhole)] : roots.map((root) => everything([root], isWhole));
	}
	if (it.has('-o', '--only-matching')) return matched(it, search);
	if (it.has('-c', '--count', '--count-matches')) return searchesOne(it, search) ? [numberWord] : undefined;
	if (it.has('-q', '--quiet', '--silent', '--json') || pathsOf(it).length > 0) return undefined;
	const names = it.stdin?.names;
	const [pattern] = [...it.values('-e', '--regexp'), ...it.operands];
	// A filter may leave nothing of a number. Then what stands beside it is the whole word.
	if (names?.some(isToken) === true) return undefined;
	if (names === undefined || pattern === undefined || it.has('-v', '--invert-match')) return names;
	const kept = keptCredential(pattern.text);
	return kept === undefined ? names.map((name) => narrowed(name, pattern)) : [patternWord(kept)];
}

/**
 * Whether one text is searched, so that no name stands before what is found. Threat: a file may be called `1e id;`, which is a command to
 * `sed`.
 */
function searchesOne(it: Invocation, search: Search): boolean {
	const [path, ...others] = pathsOf(it);
	if (path === undefined) return !search.isRecursive(it) || (it.stdin !== undefined && it.stdin !== nothing);
	const isOne = others.length === 0 && path.known && !path.pattern && path.many !== true;
	return isOne && !(search.isRecursive(it) && (!/\.\w+$/.test(path.text) || isFolder(path, it.scope)));
}

/** What matches, or of that what a replacement keeps; names of files and numbers may stand before it. */
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

/** `-r '$1'` of a search with one group. */
function keptGroup(regex: string, replaced: readonly Word[]): string | undefined {
	const [by, ...others] = replaced;
	if (by === undefined) return regex;
	const groups = [...regex.matchAll(/(?<!\\)\((?!\?)([^()]*)\)/g)];
	const isOnly = groups.length === 1 && others.length === 0;
	return isOnly && by.known && /^\$(1|\{1\})$/.test(by.text) ? groups[0]?.[1] : undefined;
}

/** A list that is filtered by a part of names is no longer one of all files, unless that part may be one of a credential's name. */
function narrowed(name: Word, { text, known }: Word): Word {
	const { whole: _whole, ...rest } = name;
	const letters = text.replace(/\W/g, '');
	const isNarrow = known && letters.length > 2 && !/[|*]/.test(text) && !isCredential(`.${letters}`);
	return isNarrow ? rest : name;
}

/** The credential that a filter of names keeps: `\.(pem|key)$`. */
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

/** All files below a path; `isWhole`: hidden and ignored ones, too. */
function everything(roots: readonly Word[], isWhole: boolean): Word {
	const [root] = roots;
	const base = root === undefined || root.text === '.' ? '' : `${root.text.replace(/\/+$/, '')}/`;
	const known = roots.length < 2 && (root?.known ?? true);
	return { ...constant(`${base}**`), known, pattern: true, ...(isWhole && { whole: true }) };
}
