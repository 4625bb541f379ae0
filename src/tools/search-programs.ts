/** The pattern, the path and the filters of a search. */
export interface Search {
	readonly pattern: string;
	/** The path relative to the root of the checkout. */
	readonly path: string;
	readonly glob?: string | undefined;
	/** Files to leave out. */
	readonly without: readonly string[];
}

/** The programs that can search. */
export type Searcher = 'rg' | 'git';

/** The command line of a search. A call cannot add options, because its arguments come only after `--`, `-e` or `--glob=`. */
export const commandLines: Readonly<Record<Searcher, (search: Search) => readonly string[]>> = {
	rg: ({ pattern, path, glob, without }) => [
		'rg',
		'--no-config',
		'--no-ignore-dot',
		'--no-ignore-global',
		'--no-ignore-parent',
		'--no-messages',
		'--null',
		'--line-number',
		'--with-filename',
		'--no-heading',
		'--color=never',
		'--hidden',
		'--max-filesize=4M',
		'--max-columns=2000',
		'--max-columns-preview',
		...(glob === undefined ? [] : [`--glob=${glob}`]),
		'--glob=!.git',
		...without.map((file) => `--glob=!/${literalGlob(file)}`),
		'--',
		pattern,
		path === '.' ? './' : path,
	],
	git: ({ pattern, path, glob, without }) => [
		'git',
		'grep',
		'--untracked',
		'--null',
		'--line-number',
		'-I',
		'--no-color',
		'--full-name',
		'--perl-regexp',
		'-e',
		pattern,
		'--',
		...pathspecs(path, glob),
		...without.map((file) => `:(top,exclude,literal)${file}`),
	],
};

function literalGlob(path: string): string {
	return path.replace(/[*?[\]{}\\! ]/g, '\\$&');
}

/** Converts a ripgrep glob to git pathspecs. A glob without a slash matches at any depth, and `!` excludes. */
function pathspecs(path: string, glob: string | undefined): readonly string[] {
	const literal = `:(top,literal)${path === '.' ? '' : path}`;
	if (glob === undefined) return [literal];
	const bare = glob.replace(/^!/, '').replace(/^\//, '');
	const deep = bare.includes('/') ? bare : `**/${bare}`;
	if (glob.startsWith('!')) return [literal, `:(top,exclude,glob)${deep}`];
	if (path === '.') return [`:(top,glob)${deep}`];
	// Git treats several pathspecs as alternatives, so the folder and the glob must be one pathspec.
	const folder = path.replace(/[*?[\]\\]/g, '\\$&');
	return [`:(top,glob)${deep.startsWith(`${path}/`) ? deep : `${folder}/${deep}`}`];
}
