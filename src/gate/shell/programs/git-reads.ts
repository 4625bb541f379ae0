import { data, type Finding, type Invocation, opaque, role, type Subcommand, secret, verbs } from '../program.ts';
import { credentialsIn, reads, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';
import { remote } from './git-remotes.ts';

/** Options of git's log and diff family that write or execute. */
const diffOptions = {
	...role('write', '--output'),
	...data('-S -G -L -n --since --until --after --before --author --committer --grep --max-count --skip'),
};

/** Subcommands that only read the repository. */
export const gitReads = (): readonly Subcommand[] => [
	verbs(
		'status ls-files ls-tree describe rev-parse rev-list merge-base name-rev for-each-ref show-ref count-objects check-ignore check-attr cherry whatchanged version fsck verify-commit verify-tag diff-tree diff-index diff-files show-branch',
		{
			options: diffOptions,
			also: repository,
			lists: (it) => {
				if (it.name === 'git ls-files') return listedFiles(it);
				return /^git diff-(tree|index|files)$/.test(it.name) ? changedFiles(it) : undefined;
			},
			printsToken: (it) =>
				/^git (rev-parse|merge-base|describe|rev-list)$/.test(it.name) && ownFolder(it) === undefined,
			prints: ownFolder,
		},
	),
	verbs('shortlog', {
		options: { ...role('write', '--output'), ...data('--group --format --since --until --author --max-count') },
		also: repository,
	}),
	verbs('log diff show blame annotate range-diff', {
		options: { ...diffOptions, ...role('read', '--contents --ignore-revs-file') },
		also: shown,
		lists: (it) => (/ (diff|show)$/.test(it.name) ? changedFiles(it) : undefined),
	}),
	verbs('cat-file archive', {
		options: {
			...role('write', '-o --output'),
			...role('shell', '--exec'),
			...data('--format --prefix --remote --path'),
		},
		also: (it) => [
			...shown(it),
			...it.values('--remote').flatMap((word) => remote(word, it)),
			...(it.has('--textconv', '--filters') ? [opaque('runs a configured filter')] : []),
			...batched(it),
		],
	}),
	verbs('grep', {
		options: {
			...data('-e -A -B -C -m --max-depth --threads'),
			...role('read', '-f'),
			...role('shell', '-O --open-files-in-pager'),
		},
		also: (it) => [
			...repository(it),
			...(it.has('-O', '--open-files-in-pager') ? [opaque('opens files in a program')] : []),
			...(it.has('--no-index') ? it.operands.slice(1).flatMap((word) => reads(word, it.scope)) : []),
			...credentialsIn(it.operands.slice(it.has('-e') ? 0 : 1), it.scope),
		],
		lists: (it) => listedFiles({ ...it, operands: [] }),
	}),
	verbs('hash-object', {
		options: data('-t --path'),
		operands: 'read',
	}),
	verbs('var', {
		also: (it) => (it.has('-l') ? [secret('git configuration')] : repository(it)),
	}),
	verbs('bundle', {
		also: (it) => [
			...repository(it),
			...(it.operands[0]?.text === 'create' ? it.operands.slice(1, 2).flatMap((word) => writes(word, it.scope)) : []),
		],
	}),
	verbs('format-patch', {
		options: role('write', '-o --output-directory --output'),
		also: (it) => [
			...repository(it),
			...(it.has('--stdout', '-o', '--output-directory') ? [] : writes(constant('0001.patch'), it.scope)),
		],
	}),
];

function repository({ scope }: Invocation): readonly Finding[] {
	return reads(constant('.'), scope);
}

/** `rev:path` prints a file of a commit: a credential stays one. `--no-index` compares any two files. */
function shown(it: Invocation): readonly Finding[] {
	if (it.has('--no-index')) return it.operands.flatMap((word) => reads(word, it.scope));
	const files = it.words.flatMap((word) => {
		const path = /^[^:]*:([^:]+)$/.exec(word.text)?.[1];
		const found = path === undefined ? [] : reads({ ...word, ...constant(path), known: word.known }, it.scope);
		return found.filter((finding) => finding.find === 'effect' && finding.effect.kind !== 'read');
	});
	// A path outside the repository is compared as a plain file.
	const outside = it.operands
		.filter((word) => /^(\/|\.\.\/)|\/\.\.\//.test(word.text))
		.flatMap((word) => reads(word, it.scope));
	const runs = it.has('--ext-diff', '--textconv') ? [opaque('runs a configured diff program')] : [];
	return [
		...repository(it),
		...files,
		...outside,
		...(showsContent(it)
			? credentialsIn(
					it.operands.filter((word) => !word.text.includes(':')),
					it.scope,
				)
			: []),
		...runs,
	];
}

/** `git log -- file` tells who changed it and when; what it holds only with a patch. */
function showsContent({ name, options }: Invocation): boolean {
	return (
		name !== 'git log' ||
		options.some((one) =>
			/^(-[a-z]*[puLcm]\w*|--patch.*|--cc|--unified.*|--full-diff|--word-diff.*|-[SG])$/.test(one.name),
		)
	);
}

/** The folder of the checkout or of git itself, which `rev-parse` prints; also where git would spell it another way. */
function ownFolder(it: Invocation): string | undefined {
	const { root } = it.scope.facts;
	if (it.name !== 'git rev-parse') return undefined;
	if (it.has('--show-toplevel')) return `${root}\n`;
	if (it.has('--git-path')) return it.operands.map(({ text }) => `${root}/.git/${text}\n`).join('');
	return it.has('--git-dir', '--absolute-git-dir', '--git-common-dir') ? `${root}/.git\n` : undefined;
}

/** `--name-only` tells the files of the checkout that differ; behind `--` stands which of them. */
function changedFiles(it: Invocation): readonly Word[] | undefined {
	const isNames =
		it.has('--name-only') &&
		it.options.every(({ name }) =>
			/^(-[zMCRr]\w*|--(name-only|no-commit-id|root|relative|diff-filter|cached|staged|merge-base|no-renames|find-renames|format|pretty|no-pager))$/.test(
				name,
			),
		);
	const isSilent =
		it.name !== 'git show' || it.words.some((word) => /^--(format|pretty)=(tformat:|format:)?$/.test(word.text));
	if (!isNames || !isSilent) return undefined;
	const dashes = it.words.findIndex((word) => word.known && word.text === '--');
	return listedFiles({ operands: dashes < 0 ? [] : it.words.slice(dashes + 1) });
}

function listedFiles({ operands }: Pick<Invocation, 'operands'>): readonly Word[] {
	if (operands.length === 0) return [{ ...constant('**'), pattern: true }];
	return operands.map((word) => ({
		...word,
		text: word.text.includes('/') ? word.text : `**/${word.text}`,
		pattern: true,
	}));
}

/** `--batch` shows every object that it is fed by name. */
function batched(it: Invocation): readonly Finding[] {
	if (!it.options.some(({ name }) => /^--batch(-command)?$/.test(name))) return [];
	const text = it.stdin?.text;
	if (text === undefined) return [opaque('which objects are shown cannot be known')];
	const paths = text
		.split('\n')
		.flatMap((line) => (line.includes(':') ? [constant(line.slice(line.indexOf(':') + 1))] : []));
	return credentialsIn(paths, it.scope);
}
