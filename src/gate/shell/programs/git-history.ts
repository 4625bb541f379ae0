import { isFolder } from '../is-folder.ts';
import {
	configWrite,
	data,
	effect,
	type Finding,
	type Invocation,
	network,
	obeysIgnoreFiles,
	opaque,
	role,
	type Subcommand,
	verbs,
} from '../program.ts';
import { beyondIgnored, credentialsIn, reads, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';
import { housekeeping } from './git-housekeeping.ts';
import { listedBranches, listedTags } from './git-names.ts';
import { diffOptions, mayHave, surelyHas } from './git-options.ts';
import { included, pathspec } from './git-pathspec.ts';
import { appliedByGit } from './patch-files.ts';

const local = (what: string): Finding => effect({ kind: 'git.commit', what });
const rewrite = (what: string): Finding => effect({ kind: 'git.rewrite', what });
const looks = (it: Invocation): readonly Finding[] => reads(constant('.'), it.scope);

/**
 * Reports ignored files that are staged. Threat: a file such as `.env` is then in the next
 * commit, and any diff of the staged files shows it.
 */
function addsIgnored(it: Invocation): readonly Finding[] {
	const isAll = it.operands.length === 0 || mayHave(it, '-A --all --no-ignore-removal');
	// `:/` and `:(top)` begin at the top of the checkout.
	const places = it.operands.map((word) => (word.text.startsWith(':') ? constant('.') : word));
	return (isAll ? [constant('.')] : places).flatMap((word) => beyondIgnored({ ...word, whole: true }, it.scope));
}

/**
 * Returns whether a command stages a folder or the matches of a pattern, without ignored files. `-u` stages only files that git already
 * knows.
 */
function addsFolder(it: Invocation): boolean {
	if (surelyHas(it, '-u --update')) return false;
	const places = it.operands.map((word) => pathspec(word, it.scope));
	const mayHold = (word: Word) => word.pattern || /[*?[]/.test(word.text) || !/\.\w+$/.test(word.text);
	return places.length === 0 || places.some((word) => mayHold(word) || isFolder(word, it.scope));
}

/** Subcommands that change the local repository. A change that can be undone is `git.commit`; a change that drops work is `git.rewrite`. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const gitHistory = (): readonly Subcommand[] => [
	verbs('add stage', {
		options: { ...role('list', '--pathspec-from-file'), ...data('--chmod -U --unified --inter-hunk-context') },
		also: (it) => [
			local('stages'),
			...credentialsIn(included(it.operands), it.scope),
			...(mayHave(it, '-f --force') ? addsIgnored(it) : []),
			...(addsFolder(it) ? [obeysIgnoreFiles] : []),
		],
	}),
	verbs('commit', {
		options: {
			...data(
				'-m --message -C --reuse-message -c --reedit-message --author --date --fixup --squash --trailer --cleanup',
			),
			...role('read', '-F --file -t --template'),
			...role('list', '--pathspec-from-file'),
		},
		also: (it) => [
			mayHave(it, '--amend') ? rewrite('amends the last commit') : local('commit'),
			...credentialsIn(included(it.operands), it.scope),
		],
	}),
	verbs('branch', {
		options: data('-u --set-upstream-to --sort --format --points-at'),
		also: branch,
		lists: listedBranches,
	}),
	verbs('tag', {
		options: {
			...data('-m --message -u --local-user --sort --format --cleanup --trailer --points-at'),
			...role('read', '-F --file'),
		},
		also: tag,
		lists: listedTags,
	}),
	combining('merge', '-m -X --strategy-option -s --strategy --cleanup --into-name'),
	// For these two, `-s` signs off, and takes no value.
	combining('cherry-pick', '-m --mainline -X --strategy-option --strategy --cleanup'),
	combining('revert', '-m --mainline -X --strategy-option --strategy --cleanup'),
	verbs('rebase', {
		options: {
			...data('--onto -s --strategy -X --strategy-option --whitespace -C --empty'),
			...role('shell', '-x --exec'),
		},
		also: (it) => (surelyHas(it, '--show-current-patch') ? looks(it) : [rewrite('rebases')]),
	}),
	verbs('filter-branch', {
		options: role(
			'shell',
			'--env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter --setup',
		),
		also: () => [rewrite('rewrites history')],
	}),
	verbs('filter-repo', {
		options: {
			...role(
				'code:python',
				'--filename-callback --message-callback --name-callback --email-callback --refname-callback --blob-callback --commit-callback --tag-callback --reset-callback --file-info-callback',
			),
			...role('read', '--mailmap --replace-text --replace-message --paths-from-file --strip-blobs-with-ids'),
			...data(
				'--path --path-glob --path-regex --path-rename --subdirectory-filter --to-subdirectory-filter --strip-blobs-bigger-than --tag-rename --refs --source --target --state-branch --date-format',
			),
		},
		also: () => [rewrite('filter-repo rewrites history')],
	}),
	verbs('replace', {
		also: (it) => [
			surelyHas(it, '-l --list') || it.operands.length === 0
				? local('replacements')
				: rewrite('replace rewrites history'),
		],
	}),
	verbs('update-ref', { also: () => [rewrite('update-ref rewrites history')] }),
	verbs('fast-import', {
		options: {
			...role('write', '--export-marks --export-pack-edges'),
			...role('read', '--import-marks --import-marks-if-exists'),
			...data('--date-format --max-pack-size --big-file-threshold --depth --active-branches'),
		},
		also: () => [rewrite('fast-import rewrites history')],
	}),
	verbs('update-index', {
		also: (it) => {
			const isLooking = it.options.every(({ name }) =>
				/^(-q|--((really-)?refresh|unmerged|ignore-missing|verbose))$/.test(name),
			);
			return isLooking && it.operands.length === 0 ? [local('refreshes the index')] : [rewrite('changes the index')];
		},
	}),
	verbs('gc repack pack-refs', {
		options: {
			...role('write', '--expire-to --filter-to'),
			...role('flag', '--cruft'),
			...data(
				'--filter --cruft-expiration --window --window-memory --depth --threads --max-pack-size --max-cruft-size',
			),
		},
		also: housekeeping,
	}),
	verbs('prune', {
		options: data('--expire'),
		also: (it) => (surelyHas(it, '-n --dry-run') ? looks(it) : [rewrite('drops unreachable work')]),
	}),
	verbs('maintenance', {
		verbFirst: true,
		also: (it) => {
			const verb = it.operands[0]?.text ?? '';
			const scheduled = verb === 'start' ? [configWrite('/var/spool/cron')] : [];
			const registered = /^(start|stop|register|unregister)$/.test(verb) ? [configWrite('~/.gitconfig')] : [];
			return [...scheduled, ...registered, ...(prefetches(it) ? [network('the remotes')] : []), ...housekeeping(it)];
		},
	}),
	verbs('reflog', {
		verbFirst: true,
		options: { ...diffOptions, ...data('--expire --expire-unreachable') },
		also: (it) =>
			/^(expire|delete|drop)$/.test(it.operands[0]?.text ?? '') ? [rewrite('drops the reflog')] : looks(it),
	}),
	verbs('rerere', {
		verbFirst: true,
		also: (it) =>
			/^(status|diff|remaining)$/.test(it.operands[0]?.text ?? '')
				? looks(it)
				: [rewrite('drops recorded resolutions')],
	}),
	verbs('apply', {
		options: {
			...role('write', '--build-fake-ancestor'),
			...data('-p -C --whitespace --exclude --include --directory'),
		},
		operands: 'read',
		also: (it) =>
			surelyHas(it, '--check --stat --numstat --summary') && !mayHave(it, '--apply') ? looks(it) : appliedByGit(it),
	}),
	verbs('am', {
		options: data('-p -C --whitespace --exclude --include --directory --patch-format --empty'),
		operands: 'read',
		also: am,
	}),
	verbs('merge-file', {
		options: data('-L --marker-size --diff-algorithm'),
		operands: 'read',
		also: (it) => (it.has('-p', '--stdout') ? [] : it.operands.slice(0, 1).flatMap((word) => writes(word, it.scope))),
	}),
	verbs('notes', {
		verbFirst: true,
		options: { ...data('-m --message -C --reuse-message -c --ref --separator'), ...role('read', '-F --file') },
		also: (it) => (/^(list|show|get-ref|)$/.test(it.operands[0]?.text ?? '') ? looks(it) : [local('notes')]),
	}),
	verbs('bisect', {
		verbFirst: true,
		also: (it) => {
			const [verb, ...rest] = it.operands;
			if (/^(log|terms|help)$/.test(verb?.text ?? '')) return looks(it);
			if (/^(view|visualize)$/.test(verb?.text ?? '')) return viewed(rest, it);
			const replayed = verb?.text === 'replay' ? rest.flatMap((word) => reads(word, it.scope)) : [];
			return [
				local('bisect'),
				// bisect checks out other commits, and `run` runs its command on each of them.
				{ find: 'trait', trait: 'brings-files' },
				...replayed,
				...(verb?.text === 'run' ? [{ find: 'command' as const, words: rest }] : []),
			];
		},
		wraps: true,
	}),
];

/** Judges `git bisect view`. With an option it shows the log; without options it may open a window. */
function viewed(words: readonly Word[], it: Invocation): readonly Finding[] {
	const [first] = words;
	if (first?.prefix.startsWith('-') !== true) return [opaque('starts a viewer')];
	return [{ find: 'command', words: [constant('git'), constant('log'), ...words] }, ...looks(it)];
}

/** A subcommand that adds commits to the branch. Aborting it halfway drops the resolved conflicts. */
function combining(name: string, texts: string): Subcommand {
	return verbs(name, {
		options: { ...data(texts), ...role('read', '-F --file') },
		also: (it) => [
			mayHave(it, '--abort --skip') ? rewrite(`gives up a ${name}`) : local(name),
			...otherStrategies(it),
			{ find: 'trait', trait: 'brings-files' },
		],
	});
}

/** Merge strategies of git itself. */
const ownStrategy = /^(ort|recursive|resolve|octopus|ours|subtree)$/;

/**
 * Reports merge strategies that are not git's own. Threat: `--strategy=a/x` runs `git-merge-a/x`. Because of the slash, this program need
 * not be in one of the usual folders for programs.
 */
function otherStrategies({ options }: Invocation): readonly Finding[] {
	const isStrategy = (name: string) => name === '-s' || (name.length > 3 && '--strategy'.startsWith(name));
	return options.flatMap(({ name, value }) =>
		isStrategy(name) && value !== undefined && !(value.known && ownStrategy.test(value.text))
			? [opaque(`a program \`git-merge-${value.text.slice(0, 80)}\``)]
			: [],
	);
}

/**
 * Returns whether maintenance contacts the remotes. The task `prefetch` does, and the tasks of a schedule may. Git accepts abbreviated task
 * names.
 */
function prefetches({ words }: Invocation): boolean {
	return words.some(({ known, text }) => !known || /^(--t[a-z]*=)?p/i.test(text) || /^--s/.test(text));
}

function branch(it: Invocation): readonly Finding[] {
	if (mayHave(it, '-D -M -C -f --force')) return [rewrite('drops a branch')];
	if (mayHave(it, '-d --delete -m --move -c --copy -u --set-upstream-to --unset-upstream --edit-description'))
		return [local('branch')];
	const isListing = it.has(
		...'-l --list --contains --no-contains --merged --no-merged --points-at --show-current'.split(' '),
	);
	return it.operands.length === 0 || isListing ? looks(it) : [local('branch')];
}

function tag(it: Invocation): readonly Finding[] {
	if (mayHave(it, '-d --delete -f --force')) return [rewrite('drops or moves a tag')];
	const isListing = it.has(
		...'-l --list -n -v --verify --contains --no-contains --merged --no-merged --points-at'.split(' '),
	);
	return it.operands.length === 0 || isListing ? looks(it) : [local('tag')];
}

function am(it: Invocation): readonly Finding[] {
	if (mayHave(it, '--abort --skip')) return [rewrite('gives up patches')];
	if (it.operands.length === 0 && surelyHas(it, '--show-current-patch')) return looks(it);
	return [opaque('a patch that is not inspected')];
}
