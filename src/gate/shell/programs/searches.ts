import { isCredential } from '../../sensitive.ts';
import { data, type Finding, type Invocation, opaque, type Program, role, rows, secret } from '../program.ts';
import { reads, readsBelow } from '../roles.ts';
import { constant, patternWord, type Word } from '../word.ts';

/** Programs that search the content of files. */
export const searches = (): readonly Program[] => [
	rows('grep egrep fgrep zgrep rgrep', {
		input: 'data',
		options: {
			...data(
				'-e --regexp -m --max-count -A -B -C --after-context --before-context --context --include --exclude --exclude-dir --label -d --directories -D --devices --binary-files',
			),
			...role('read', '-f --file --exclude-from'),
		},
		also: searched,
		lists: found,
		printsToken: (it) => it.has('-c', '--count') && !isRecursive(it) && pathsOf(it).length < 2,
	}),
	rows('ag ack', {
		input: 'data',
		options: { ...role('shell', '--pager'), ...data('-G --file-search-regex --ignore --ignore-dir --type') },
		also: searched,
	}),
	rows('rg', {
		input: 'data',
		options: {
			...data(
				'-e --regexp -g --glob --iglob -t --type -T --type-not -m --max-count -A -B -C --context --after-context --before-context -M --max-columns --sort --sortr -r --replace -d --max-depth -j --threads --color --colors -E --encoding --engine --path-separator --max-filesize',
			),
			...role('read', '-f --file --ignore-file'),
			...role('shell', '--pre --hostname-bin --pager'),
		},
		also: (it) => [...searched(it), ...beyondIgnored(it)],
		lists: (it) => (it.has('--files') ? [everything(it.operands)] : found(it)),
	}),
];

/** The first operand is the pattern unless an option gave one; a recursive search without files reads the directory. */
function searched(it: Invocation): readonly Finding[] {
	const { scope } = it;
	const paths = pathsOf(it);
	const globs = it.values('--include', '-g', '--glob', '--iglob', '-G', '--file-search-regex');
	const wanted = globs.filter((word) => !word.text.startsWith('!') && isCredential(word.text));
	const isFed = paths.length === 0 && (!isRecursive(it) || it.stdin !== undefined);
	const read = isRecursive(it) ? readsBelow : reads;
	return [
		...(isFed ? [] : (paths.length === 0 ? [constant('.')] : paths).flatMap((word) => read(word, scope))),
		...wanted.map((word) => secret(word.text)),
	];
}

function isRecursive(it: Invocation): boolean {
	return (
		!it.name.includes('grep') || it.name === 'rgrep' || it.has('-r', '-R', '--recursive', '--dereference-recursive')
	);
}

function pathsOf(it: Invocation): readonly Word[] {
	// GNU takes `--reg=x`, too.
	const isCutShort = it.options.some(({ name, value }) => value && name.length > 3 && '--regexp'.startsWith(name));
	const hasPattern = isCutShort || it.values('-e', '--regexp', '-f', '--file').length > 0 || it.has('--files');
	return hasPattern ? it.operands : it.operands.slice(1);
}

/** What is hidden and ignored is where credentials lie. */
function beyondIgnored(it: Invocation): readonly Finding[] {
	const unrestricted = it.options.filter(({ name }) => name === '-u' || name === '--unrestricted').length;
	const isAll =
		unrestricted > 1 || (it.has('--hidden', '-.') && (unrestricted > 0 || it.has('--no-ignore', '--no-ignore-vcs')));
	const isNarrow = pathsOf(it).some((word) => word.known && !/^\.{0,2}\/?$/.test(word.text));
	return isAll && !isNarrow ? [opaque('a search of what is hidden and ignored')] : [];
}

/** The files that a search names: those below its paths, or of the names that it is fed, those that its pattern keeps. */
function found(it: Invocation): readonly Word[] | undefined {
	if (it.has('-l', '-L', '--files-with-matches', '--files-without-match')) return [everything(pathsOf(it))];
	if (pathsOf(it).length > 0) return undefined;
	const names = it.stdin?.names;
	const [pattern] = [...it.values('-e', '--regexp'), ...it.operands];
	if (names === undefined || pattern === undefined || it.has('-v', '--invert-match')) return names;
	const kept = keptCredential(pattern.text);
	return kept === undefined ? names : [patternWord(kept)];
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

function everything(roots: readonly Word[]): Word {
	const [root] = roots;
	const base = root === undefined || root.text === '.' ? '' : `${root.text.replace(/\/+$/, '')}/`;
	return { ...constant(`${base}**`), known: roots.length < 2 && (root?.known ?? true), pattern: true };
}
