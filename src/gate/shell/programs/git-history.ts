import {
	configWrite,
	data,
	effect,
	type Finding,
	type Invocation,
	opaque,
	role,
	type Subcommand,
	verbs,
} from '../program.ts';
import { credentialsIn, deletes, pathOf, reads, writes } from '../roles.ts';
import { constant } from '../word.ts';
import { hasNoPaths, losesGuard, sweepsGuard } from './git-guard.ts';

const local = (what: string): Finding => effect({ kind: 'git.commit', what });
const rewrite = (what: string): Finding => effect({ kind: 'git.rewrite', what });

/** Subcommands that change the local repository: what can be undone is `git.commit`, what drops work is `git.rewrite`. */
export const gitHistory = (): readonly Subcommand[] => [
	verbs('add stage', {
		options: role('read', '--pathspec-from-file'),
		also: (it) => [local('stages'), ...credentialsIn(it.operands, it.scope)],
	}),
	verbs('commit', {
		options: {
			...data('-m --message -C -c --author --date --fixup --squash --trailer --cleanup'),
			...role('read', '-F --file -t --template --pathspec-from-file'),
		},
		also: (it) => [
			it.has('--amend') ? rewrite('amends the last commit') : local('commit'),
			...credentialsIn(it.operands, it.scope),
		],
	}),
	verbs('branch', {
		options: data('-u --set-upstream-to --sort --format --points-at'),
		also: branch,
	}),
	verbs('tag', {
		options: { ...data('-m --message -u --sort --format'), ...role('read', '-F --file') },
		also: (it) => {
			if (it.has('-d', '--delete', '-f', '--force')) return [rewrite('drops or moves a tag')];
			return it.operands.length === 0 || it.has('-l', '--list', '-n', '--contains', '--merged')
				? reads(constant('.'), it.scope)
				: [local('tag')];
		},
	}),
	verbs('checkout', {
		options: data('-b -B --orphan --conflict'),
		also: (it) => [...checkout(it), ...losesGuard(it.operands, it)],
	}),
	verbs('switch', {
		options: data('-c -C --create --force-create --orphan'),
		also: (it) => [
			it.has('-C', '--force-create', '-f', '--force', '--discard-changes')
				? rewrite('discards changes')
				: local('switches branches'),
		],
	}),
	verbs('restore', {
		options: data('-s --source'),
		also: (it) => [
			...(it.has('-S', '--staged') && !it.has('-W', '--worktree')
				? [local('unstages')]
				: [rewrite('discards changes'), ...losesGuard(it.operands, it)]),
		],
	}),
	verbs('stash', {
		options: data('-m --message'),
		also: stash,
	}),
	verbs('reset', {
		also: (it) => [
			it.has('--hard', '--merge', '--keep')
				? rewrite('resets and drops changes')
				: it.operands.length === 0 || it.has('-q')
					? local('unstages')
					: rewrite('moves the branch'),
		],
	}),
	verbs('merge cherry-pick revert', {
		options: data('-m -X -s --strategy'),
		also: (it) => [local(it.name.slice(4))],
	}),
	verbs('rebase', {
		options: { ...data('--onto -s -X'), ...role('shell', '-x --exec') },
		also: () => [rewrite('rebases')],
	}),
	verbs('filter-branch', {
		options: role(
			'shell',
			'--env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter --setup',
		),
		also: () => [rewrite('rewrites history')],
	}),
	verbs('filter-repo replace update-ref fast-import', {
		options: role(
			'code',
			'--filename-callback --message-callback --name-callback --email-callback --refname-callback --blob-callback --commit-callback --tag-callback --reset-callback --file-info-callback',
		),
		also: (it) => [rewrite(`${it.name.slice(4)} rewrites history`)],
	}),
	verbs('clean', {
		options: data('-e --exclude'),
		also: (it) =>
			it.options.some(({ name }) => /^(-n|--dry-run|-[a-z]*n[a-z]*)$/.test(name)) ||
			it.words.some((word) => /^-[a-df-z]*n[a-z]*$/.test(word.text))
				? reads(constant('.'), it.scope)
				: [rewrite('deletes untracked files'), ...cleaned(it)],
	}),
	verbs('gc prune repack pack-refs maintenance', {
		also: (it) => [
			...(it.operands[0]?.text === 'start' ? [configWrite('/var/spool/cron')] : []),
			it.name === 'git prune' || it.options.some(({ name }) => name === '--prune')
				? rewrite('drops unreachable work')
				: local('housekeeping'),
		],
	}),
	verbs('reflog', {
		also: (it) =>
			/^(expire|delete|drop)$/.test(it.operands[0]?.text ?? '')
				? [rewrite('drops the reflog')]
				: reads(constant('.'), it.scope),
	}),
	verbs('rm', {
		also: (it) =>
			it.has('--cached') ? [local('unstages')] : it.operands.flatMap((word) => deletes(word, it.scope, it.has('-r'))),
	}),
	verbs('mv', {
		also: (it) => [
			...it.operands.slice(0, -1).flatMap((word) => deletes(word, it.scope, false)),
			...it.operands.slice(-1).flatMap((word) => writes(word, it.scope)),
		],
	}),
	verbs('apply am', {
		operands: 'read',
		also: (it) => (it.has('--check', '--stat') ? [] : [opaque('a patch that is not inspected')]),
	}),
	verbs('worktree', {
		options: data('-b -B --reason'),
		also: (it) => {
			const [verb, place] = it.operands;
			if (verb?.text === 'list') return reads(constant('.'), it.scope);
			if (verb?.text === 'remove' && place !== undefined) return deletes(place, it.scope, true);
			return place === undefined ? [local('worktrees')] : writes(place, it.scope);
		},
	}),
	verbs('init', {
		options: { ...role('code', '--template'), ...data('-b --initial-branch --separate-git-dir') },
		also: (it) => [local(it.name.slice(4))],
	}),
	verbs('notes', {
		options: { ...data('-m --message -C --reuse-message -c --ref --separator'), ...role('read', '-F --file') },
		also: () => [local('notes')],
	}),
	verbs('bisect', {
		also: (it) => [
			local('bisect'),
			...(it.operands[0]?.text === 'run' ? [{ find: 'command' as const, words: it.operands.slice(1) }] : []),
		],
		wraps: true,
	}),
];

function branch(it: Invocation): readonly Finding[] {
	if (
		it.options.some(
			({ name }) => name === '-D' || name === '-M' || name === '-C' || name === '-f' || name === '--force',
		)
	)
		return [rewrite('drops a branch')];
	if (it.has('-d', '--delete', '-m', '--move', '-c', '--copy', '-u', '--set-upstream-to', '--edit-description'))
		return [local('branch')];
	return it.operands.length === 0 || it.has('-l', '--list', '--contains', '--merged', '--show-current')
		? reads(constant('.'), it.scope)
		: [local('branch')];
}

/** A lone name is a branch, unless a file of that name is there: then its changes are discarded. */
function checkout(it: Invocation): readonly Finding[] {
	if (it.has('-f', '--force', '-B', '--ours', '--theirs', '-p')) return [rewrite('discards changes')];
	if (it.has('-b', '--orphan')) return [local('new branch')];
	const [only] = it.operands;
	const path = only === undefined ? undefined : pathOf(only, it.scope);
	const isFile = path === '.' || (path !== undefined && it.scope.facts.readText(path) !== undefined);
	const takesPaths = it.operands.length > 1 || it.words.some((word) => word.text === '--') || only?.known === false;
	return [takesPaths || isFile || only?.pattern === true ? rewrite('discards changes') : local('switches branches')];
}

function stash(it: Invocation): readonly Finding[] {
	const verb = it.operands[0]?.text ?? 'push';
	if (/^(drop|clear)$/.test(verb)) return [rewrite('drops a stash')];
	const kept = credentialsIn(it.operands.slice(1), it.scope);
	if (/^(list|show)$/.test(verb)) return reads(constant('.'), it.scope);
	const untracked = sweepsGuard(it, /^(-[a-z]*[ua][a-z]*|--all|--include-untracked)$/, '.claude/settings.json');
	return [local('stash'), ...kept, ...losesGuard(it.operands, it), ...untracked];
}

function cleaned(it: Invocation): readonly Finding[] {
	const all = hasNoPaths(it) ? sweepsGuard(it, /^-[a-z]*x[a-z]*$/i, '.countersign/hooks/safety-guard.sh') : [];
	return [...losesGuard(it.operands, it), ...all];
}
