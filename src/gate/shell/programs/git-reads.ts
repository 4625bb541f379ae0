import { credentialsAmong } from '../behind-links.ts';
import { isFolder } from '../is-folder.ts';
import {
	data,
	type Finding,
	type Invocation,
	obeysIgnoreFiles,
	opaque,
	role,
	type Scope,
	type Subcommand,
	secret,
	verbs,
} from '../program.ts';
import { beyondIgnored, credentialsIn, reads, readsBelow, writes } from '../roles.ts';
import { constant, isRefName, isToken, numberWord, refWord, type Word } from '../word.ts';
import { packsCommit } from './committed-archive.ts';
import { seeksCredential } from './credential-search.ts';
import { batched, fedPaths } from './git-fed.ts';
import {
	behindDashes,
	changedFiles,
	changedSince,
	listedFiles,
	listedRefs,
	namesRefs,
	printsCommits,
	printsPlace,
	printsRevision,
	trackedFiles,
} from './git-names.ts';
import { diffOptions, mayHave } from './git-options.ts';
import { included, mayNameHidden, pathspec } from './git-pathspec.ts';
import { remote } from './git-remotes.ts';

/** Subcommands that only read the repository. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const gitReads = (): readonly Subcommand[] => [
	verbs(
		'status ls-tree show-ref count-objects check-ignore check-attr cherry version fsck verify-commit verify-tag verify-pack show-branch merge-tree check-mailmap get-tar-commit-id patch-id',
		{
			options: { ...diffOptions, ...data('--format --sort --count') },
			also: (it) => [
				...repository(it),
				...(mayHave(it, '--lost-found') ? [opaque('writes unreachable objects to files')] : []),
			],
		},
	),
	verbs('name-rev', { also: repository, lists: (it) => (it.has('--name-only') ? [refWord] : undefined) }),
	verbs('for-each-ref', {
		options: { ...diffOptions, ...data('--format --sort --count') },
		also: repository,
		lists: listedRefs,
	}),
	verbs('check-ref-format stripspace column', { onlyText: true }),
	verbs('ls-files', {
		options: {
			...data('-x --exclude --with-tree --format'),
			...role('read', '-X --exclude-from'),
			...role('flag', '--error-unmatch'),
		},
		also: (it) => [...repository(it), ...(mayHave(it, '-o --others') ? [obeysIgnoreFiles] : [])],
		lists: listedFiles,
	}),
	verbs('rev-parse', {
		also: repository,
		prints: printsPlace,
		lists: (it) => (printsRevision(it) && namesRefs(it) ? [refWord] : undefined),
		printsToken: printsRevision,
	}),
	verbs('merge-base', { also: repository, printsToken: () => true }),
	verbs('describe', {
		options: data('--match --exclude --candidates'),
		also: repository,
		lists: (it) =>
			it.options.every(({ value }) => value === undefined || /^[\w.*-]*$/.test(value.text)) ? [refWord] : undefined,
	}),
	verbs('rev-list', {
		options: diffOptions,
		also: repository,
		lists: (it) => (it.has('--count') && !it.has('--left-right', '--cherry-mark') ? [numberWord] : undefined),
		printsToken: (it) => !it.options.some(({ name }) => /^--(obj|form|pret|head|filter|disk|use)/.test(name)),
	}),
	verbs('diff-tree diff-index diff-files', {
		options: diffOptions,
		also: (it) => (showsPatch(it) ? shown(it) : told(it)),
		lists: changedFiles,
	}),
	verbs('whatchanged', { options: diffOptions, also: shown }),
	verbs('shortlog', {
		options: { ...role('write', '--output'), ...data('--group --format --since --until --author --max-count') },
		also: repository,
	}),
	verbs('log', {
		options: diffOptions,
		also: (it) => (showsPatch(it) ? shown(it) : told(it)),
		printsToken: printsCommits,
		lists: changedSince,
	}),
	verbs('range-diff', { options: { ...diffOptions, ...data('--creation-factor') }, also: shown }),
	verbs('diff', {
		options: diffOptions,
		also: (it) => (mayHave(it, '--no-index') ? compared(it) : shown(it)),
		lists: changedFiles,
	}),
	verbs('show', {
		options: diffOptions,
		also: shown,
		lists: (it) =>
			it.words.some((word) => /^--(format|pretty)=(tformat:|format:)?$/.test(word.text)) ? changedFiles(it) : undefined,
	}),
	// If a line of a file with revisions names no commit, git shows the line in its error.
	verbs('blame annotate', {
		options: { ...diffOptions, ...role('read', '--contents --ignore-revs-file -S'), ...data('--ignore-rev --date') },
		also: (it) => [...shown(it), ...it.operands.flatMap((word) => listedCredentials(word, it.scope))],
	}),
	verbs('cat-file', {
		options: data('--path'),
		also: (it) => [
			...shown(it),
			...(it.has('--textconv', '--filters') ? [opaque('runs a configured filter')] : []),
			...batched(it),
		],
	}),
	verbs('archive', {
		options: {
			...role('write', '-o --output'),
			...role('shell', '--exec'),
			...role('read', '--add-file'),
			...data('--format --prefix --remote --add-virtual-file --mtime'),
		},
		also: (it) => [...shown(it), ...it.values('--remote').flatMap((word) => remote(word, it))],
		yields: (it) => (packsCommit(it) ? 'archive' : undefined),
	}),
	verbs('fast-export', {
		options: {
			...role('write', '--export-marks'),
			...role('read', '--import-marks --import-marks-if-exists'),
			...data('--refspec --anonymize-map'),
		},
		also: shown,
	}),
	verbs('grep', {
		options: {
			...data('-e -A -B -C -m --max-count --max-depth --threads --parent-basename'),
			...role('read', '-f'),
			...role('shell', '-O --open-files-in-pager'),
		},
		also: searched,
		lists: searchedFiles,
	}),
	verbs('hash-object', {
		options: data('-t --path'),
		operands: 'read',
		also: (it) => (it.has('--stdin-paths') ? fedPaths(it) : []),
	}),
	verbs('var', {
		also: (it) => (it.has('-l') ? [secret('git configuration')] : repository(it)),
	}),
	verbs('interpret-trailers', {
		options: data('--where --if-exists --if-missing --trailer'),
		operands: 'read',
		also: (it) => (mayHave(it, '--in-place') ? it.operands.flatMap((word) => writes(word, it.scope)) : []),
	}),
	verbs('fmt-merge-msg', { options: { ...data('-m --message --into-name'), ...role('read', '-F --file') } }),
	verbs('bundle', {
		verbFirst: true,
		options: data('--version'),
		also: (it) => [
			...repository(it),
			...it.operands
				.slice(1, 2)
				.flatMap((word) => (it.operands[0]?.text === 'create' ? writes : reads)(word, it.scope)),
		],
	}),
	verbs('format-patch', {
		options: {
			...diffOptions,
			...role('write', '-o --output-directory --output'),
			...role('read', '--signature-file --description-file'),
			...data(
				'--start-number --in-reply-to --to --cc --from --subject-prefix --suffix --signature --base --reroll-count -v --cover-from-description --range-diff --interdiff --creation-factor --filename-max-length',
			),
		},
		also: (it) => [
			...shown(it),
			...(it.has('--stdout', '-o', '--output-directory') ? [] : writes(constant('0001.patch'), it.scope)),
			...it.values('--suffix').flatMap((word) => suffixed(word, it)),
		],
	}),
	// These options open a browser, or a reader that the configuration names.
	verbs('help', {
		also: (it) =>
			it.has('-w', '--web', '-i', '--info') ? [opaque('opens a program that the configuration names')] : [],
	}),
];

function repository({ scope }: Invocation): readonly Finding[] {
	return reads(constant('.'), scope);
}

/** Returns whether a command shows the content of files. Without a patch, `git log -- file` shows only who changed the file, and when. */
function showsPatch({ options }: Invocation): boolean {
	return options.some(({ name }) =>
		/^(-[a-z]*[puLcm]\w*|--patch.*|--cc|--unified.*|--full-diff|--word-diff.*|-[SG])$/.test(name),
	);
}

const summaries = /^--(name-only|name-status|stat|numstat|shortstat|dirstat|summary|raw|quiet|no-patch)$/;

/** Judges a command that shows the repository. It shows the content of files, unless only a summary is requested. */
function shown(it: Invocation): readonly Finding[] {
	if (it.options.some(({ name }) => summaries.test(name)) && !showsPatch(it)) return told(it);
	const files = included(it.operands).filter(({ text }) => text.startsWith(':(') || !text.includes(':'));
	return [...told(it), ...tracked(files, it)];
}

/** Judges the files that a pathspec names. Its wildcards also match a leading dot, so `*env*` matches a committed `.env`. */
function tracked(files: readonly Word[], { scope }: Invocation): readonly Finding[] {
	const plain = files.filter((word) => !isRefName(word) && !isToken(word)).map((word) => pathspec(word, scope));
	const hidden = plain.filter(({ text }) => mayNameHidden(text));
	const doubts = hidden.map(({ text }) => opaque(`may match a file with credentials: ${text.slice(0, 120)}`));
	return [...credentialsIn(plain, scope), ...doubts];
}

/** Judges a pattern, which is written in the command or comes from a list of files. The files that match it may contain credentials. */
function listedCredentials(word: Word, scope: Scope): readonly Finding[] {
	if (!word.pattern || isRefName(word) || isToken(word)) return [];
	return [...credentialsAmong(word, scope), ...(word.whole === true ? beyondIgnored(word, scope) : [])];
}

/**
 * Judges a command that shows the repository without the content of files. But `rev:path` prints a file of a commit, which may contain a
 * credential.
 */
function told(it: Invocation): readonly Finding[] {
	// git compares a path outside of the repository as a plain file.
	const outside = it.operands
		.filter((word) => /^(\/|\.\.\/)|\/\.\.\//.test(word.text))
		.flatMap((word) => reads(word, it.scope));
	const runs = it.has('--ext-diff', '--textconv') ? [opaque('runs a configured diff program')] : [];
	return [...repository(it), ...committedCredentials(it), ...outside, ...runs];
}

/** Reports credentials in commits. The path comes after the last colon: `HEAD:.env`, `:.env`, `:2:.env`, `-L:name:.env`. */
function committedCredentials({ words, scope }: Invocation): readonly Finding[] {
	return included(words).flatMap((word) => {
		const path = /:([^:]+)$/.exec(word.text)?.[1];
		const found = path === undefined ? [] : reads({ ...word, text: path, prefix: path }, scope);
		return found.filter((finding) => finding.find === 'effect' && finding.effect.kind !== 'read');
	});
}

/** Judges `--no-index`, which compares any two files or folders, including ignored files. */
function compared(it: Invocation): readonly Finding[] {
	return it.operands.flatMap((word) => everythingIn(word, it));
}

/** Judges a read of a file, or of all files below a folder, including those that git ignores. */
function everythingIn(word: Word, it: Invocation): readonly Finding[] {
	const isFile = word.known && !isFolder(word, it.scope);
	return [...readsBelow(word, it.scope), ...(isFile ? [] : [opaque('shows files that git ignores, as `.env` is')])];
}

function searchesIgnored(it: Invocation): boolean {
	return (mayHave(it, '--no-index') && !it.has('--exclude-standard')) || mayHave(it, '--no-exclude-standard');
}

/** Returns the files whose names a search prints. Threat: any other output may be arbitrary text, such as the path of a key. */
function searchedFiles(it: Invocation): readonly Word[] | undefined {
	const namesOnly = it.has('-l', '--files-with-matches', '--name-only', '-L', '--files-without-match');
	return namesOnly && !searchesIgnored(it) ? trackedFiles(behindDashes(it), it.scope) : undefined;
}

function searched(it: Invocation): readonly Finding[] {
	const paths = it.operands.slice(it.has('-e', '-f') ? 0 : 1);
	const found = [...repository(it), ...committedCredentials(it), ...tracked(included(paths), it)];
	const opened = it.has('-O', '--open-files-in-pager') ? [opaque('opens files in a program')] : [];
	const named = mayHave(it, '--no-index') ? paths.flatMap((word) => reads(word, it.scope)) : [];
	const places = paths.length === 0 ? [constant('.')] : paths;
	const ignored = searchesIgnored(it) ? places.flatMap((word) => everythingIn(word, it)) : [];
	return [...found, ...opened, ...named, ...ignored, ...(mayHave(it, '--untracked') ? untracked(it, places) : [])];
}

/** Judges a search in untracked files. Threat: it leaves out a file with credentials only if the checkout ignores that file. */
function untracked(it: Invocation, places: readonly Word[]): readonly Finding[] {
	const patterns = it.has('-e') ? it.values('-e') : it.operands.slice(0, 1);
	const seeks =
		patterns.some((word) => seeksCredential(word, it)) && !it.has('-l', '-c', '-q', '--count', '--quiet', ...namesOnly);
	return [obeysIgnoreFiles, ...(seeks ? places.flatMap((word) => beyondIgnored(word, it.scope)) : [])];
}

const namesOnly = ['-L', '--files-with-matches', '--name-only', '--files-without-match'];

/** Judges a suffix of patch names. Threat: a slash makes the name a folder, so `/../../x` leads out of the folder of the patches. */
function suffixed(word: Word, it: Invocation): readonly Finding[] {
	if (word.known && !word.text.includes('/')) return [];
	const path = { ...word, ...constant(`0001${word.text}`), known: word.known };
	return [opaque('a suffix that is a path'), ...writes(path, it.scope)];
}
