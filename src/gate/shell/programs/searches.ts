import { isCredential, mayNameCredential } from '../../sensitive.ts';
import { credentialsAmong, credentialsBelow } from '../behind-links.ts';
import {
	data,
	type Finding,
	type Invocation,
	obeysIgnoreFiles,
	opaque,
	type Program,
	role,
	rows,
	type Scope,
	secret,
} from '../program.ts';
import { beyondIgnored, measures, searchesBelow } from '../roles.ts';
import { patternMatcher } from '../shell-pattern.ts';
import { constant, type Word } from '../word.ts';
import { seeksCredential } from './credential-search.ts';
import { ack, ag, globsOf, grep, pathsOf, patternsOf, rg, rgrep, type Search } from './search-kinds.ts';
import { chosenLines, found, isNumbered, searchesOne } from './search-output.ts';
import { typeOptions } from './search-types.ts';

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
			...typeOptions(),
			...role('read', '-p --path-to-ignore'),
			...data(
				'-G --file-search-regex --ignore --ignore-dir -m --max-count -A -B -C --after --before --context --depth -W',
			),
		},
		also: (it) => [...searched(it, ag), obeysIgnoreFiles],
	}),
	rows('ack', {
		input: 'data',
		freeSpelling: true,
		options: {
			...typeOptions(),
			...role('flag', '-a -c -f -g -h -H -i -I -l -L -n -o -p -Q -r -R -s -S -v -w -x -1'),
			...role('shell', '--pager'),
			...role('script', '--ackrc'),
			...role('list', '--files-from'),
			...data('--ignore-dir --ignore-file --type -t -T --output -m --max-count -A -B -C --type-set --type-add'),
		},
		also: (it) => [
			...(it.has('-x') ? [opaque('it searches the files whose names it is fed')] : []),
			// Threat: before version 3, ack evaluated this text as Perl.
			...(it.values('--output').some((word) => !word.known || /[@$]\W*[{([:]|\\/.test(word.text))
				? [opaque('a text with code of Perl')]
				: []),
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

/**
 * Judges a search. The first operand is the pattern, unless an option gives one. A
 * recursive search without files reads the current directory.
 */
function searched(it: Invocation, search: Search): readonly Finding[] {
	const { scope } = it;
	const paths = pathsOf(it);
	const isRecursive = search.isRecursive(it);
	const globs = globsOf(it, search);
	const wanted = globs.filter((word) => !word.text.startsWith('!') && isCredential(word.text));
	const isFed = paths.length === 0 && (!isRecursive || it.stdin !== undefined);
	const places = isFed ? [] : paths.length === 0 ? [constant('.')] : paths;
	const links = search.follows(it) ? 'followed' : undefined;
	const seeks = seeksCredentials(it, search);
	const shows = seeks && showsHidden(it, search);
	const beyond = places.flatMap((word) => (isRecursive || word.whole === true ? beyondIgnored(word, scope) : []));
	const among = shows ? places.flatMap((word) => (isRecursive ? credentialsBelow(word, scope) : [])) : [];
	return [
		...places.flatMap((word) => (isRecursive ? searchesBelow(word, scope, links) : measures(word, scope))),
		...among,
		...(seeks ? places.flatMap((word) => listedCredentials(word, scope)) : []),
		...(shows ? beyond : showsAll(it) && beyond.length > 0 ? [printsAll] : []),
		...(shows && isPersisted(it) && beyond.length > 0 ? [secret('.git/config')] : []),
		...wanted.map((word) => secret(word.text)),
	];
}

/**
 * Returns whether a pattern of names may match git's own settings. Their file is called `config`, and contains the token of the checkout.
 */
function mayBeConfig(glob: string): boolean {
	return patternMatcher(glob)?.('config') !== false;
}

/** Judges a search in the files of a list or a pattern. A file that is named is searched, even if it is hidden or ignored. */
function listedCredentials(word: Word, scope: Scope): readonly Finding[] {
	const among = word.pattern ? credentialsAmong(word, scope) : [];
	return word.whole === true ? [...among, ...beyondIgnored(word, scope)] : among;
}

/** Returns whether a search could show lines with a credential, if it reads such a file. */
function seeksCredentials(it: Invocation, search: Search): boolean {
	if (it.has(...search.names, ...search.quiet)) return false;
	return showsMost(it) || readsPatterns(it) || patternsOf(it).some((word) => seeksCredential(word, it));
}

/** Returns whether a search reads hidden or ignored files. False if its patterns choose only other files. */
function showsHidden(it: Invocation, search: Search): boolean {
	const chosen = globsOf(it, search).filter((word) => !word.text.startsWith('!'));
	const isNarrow = chosen.length > 0 && !chosen.some(({ text }) => mayNameCredential(text) || mayBeConfig(text));
	return !isNarrow && (!search.isRecursive(it) || search.isUnrestricted(it));
}

/** Returns whether a search also shows lines that do not match. */
function showsMost(it: Invocation): boolean {
	const around = it.values('-A', '-B', '-C', '--context', '--after-context', '--before-context', '--after', '--before');
	return showsAll(it) || it.has('-v', '--invert-match') || around.some(isMany) || isManyInAll(it);
}

const isMany = ({ text, known }: Word): boolean => !known || /\d\d/.test(text);

/** Returns whether `grep -50` shows many lines around each match. The digits of several words may form one number. */
function isManyInAll({ options }: Invocation): boolean {
	return options.filter(({ name }) => /^-\d$/.test(name)).length > 1;
}

/** Returns whether the patterns come from a file. They may match every line. */
function readsPatterns({ options }: Invocation): boolean {
	const isFile = (name: string) => name === '-f' || (name.length > 3 && '--file'.startsWith(name));
	return options.some(({ name, value }) => value !== undefined && isFile(name));
}

const printsAll = opaque('it prints all files that it searches');

/** Returns whether a search prints each searched file completely, as `rg`, `ack` and `ag` can. */
function showsAll(it: Invocation): boolean {
	return it.has('--passthru', '--passthrough');
}

/** Returns whether the pattern is the name of the setting in which a checkout stores its token. */
function isPersisted(it: Invocation): boolean {
	return patternsOf(it).some((word) => /extraheader/i.test(word.text));
}

/** Reports a search of all hidden and ignored files, because these may contain credentials. */
function unrestricted(it: Invocation): readonly Finding[] {
	const given = it.options.filter(({ name }) => name === '-u' || name === '--unrestricted').length;
	const isAll = given > 1 || (it.has('--hidden', '-.') && (given > 0 || it.has('--no-ignore', '--no-ignore-vcs')));
	const isNarrow = pathsOf(it).some((word) => word.known && !/^\.{0,2}\/?$/.test(word.text));
	return isAll && !isNarrow ? [opaque('a search of what is hidden and ignored')] : [];
}
