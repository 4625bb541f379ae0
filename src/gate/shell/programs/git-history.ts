import {
	configWrite,
	data,
	effect,
	type Finding,
	type Invocation,
	opaque,
	type Program,
	role,
	rows,
} from '../program.ts';
import { credentialsIn, deletes, pathOf, reads, writes } from '../roles.ts';
import { constant } from '../word.ts';
import { hasNoPaths, losesGuard, sweepsGuard } from './git-guard.ts';

const local = (what: string): Finding => effect({ kind: 'git.commit', what });
const rewrite = (what: string): Finding => effect({ kind: 'git.rewrite', what });

/** Subcommands that change the local repository: what can be undone is `git.commit`, what drops work is `git.rewrite`. */
export const gitHistory = (): readonly Program[] => [
	rows('add stage', {
		options: role('read', '--pathspec-from-file'),
		also: (it) => [local('stages'), ...credentialsIn(it.operands, it.scope)],
		examples: { 'git add .env': ['git.commit stages', 'secret.read .env'], 'git add -A': ['git.commit stages'] },
	}),
	rows('commit', {
		options: {
			...data('-m --message -C -c --author --date --fixup --squash --trailer --cleanup'),
			...role('read', '-F --file -t --template --pathspec-from-file'),
		},
		also: (it) => [
			it.has('--amend') ? rewrite('amends the last commit') : local('commit'),
			...credentialsIn(it.operands, it.scope),
		],
		examples: {
			"git commit -m 'rm -rf /'": ['git.commit commit'],
			'git commit --amend': ['git.rewrite amends the last commit'],
			'git commit -F .env': ['secret.read .env', 'git.commit commit'],
			'git commit -m x .env': ['secret.read .env', 'git.commit commit'],
		},
	}),
	rows('branch', {
		options: data('-u --set-upstream-to --sort --format --points-at'),
		also: branch,
		examples: {
			'git branch': ['read .'],
			'git branch -a': ['read .'],
			'git branch x': ['git.commit branch'],
			'git branch -D main': ['git.rewrite drops a branch'],
			'git branch --list -v': ['read .'],
		},
	}),
	rows('tag', {
		options: { ...data('-m --message -u --sort --format'), ...role('read', '-F --file') },
		also: (it) => {
			if (it.has('-d', '--delete', '-f', '--force')) return [rewrite('drops or moves a tag')];
			return it.operands.length === 0 || it.has('-l', '--list', '-n', '--contains', '--merged')
				? reads(constant('.'), it.scope)
				: [local('tag')];
		},
		examples: {
			'git tag': ['read .'],
			'git tag v1': ['git.commit tag'],
			'git tag -d v1': ['git.rewrite drops or moves a tag'],
		},
	}),
	rows('checkout', {
		options: data('-b -B --orphan --conflict'),
		also: (it) => [...checkout(it), ...losesGuard(it.operands, it)],
		examples: {
			'git checkout main -- .claude': ['git.rewrite discards changes', 'delete .claude recursive'],
			'git checkout -b x': ['git.commit new branch'],
			'git checkout main': ['git.commit switches branches'],
			'git checkout -- a': ['git.rewrite discards changes'],
			'git checkout .': ['git.rewrite discards changes'],
			'git checkout package.json': ['git.rewrite discards changes'],
		},
	}),
	rows('switch', {
		options: data('-c -C --create --force-create --orphan'),
		also: (it) => [
			it.has('-C', '--force-create', '-f', '--force', '--discard-changes')
				? rewrite('discards changes')
				: local('switches branches'),
		],
		examples: {
			'git switch -c x': ['git.commit switches branches'],
			'git switch -f main': ['git.rewrite discards changes'],
		},
	}),
	rows('restore', {
		options: data('-s --source'),
		also: (it) => [
			...(it.has('-S', '--staged') && !it.has('-W', '--worktree')
				? [local('unstages')]
				: [rewrite('discards changes'), ...losesGuard(it.operands, it)]),
		],
		examples: {
			'git restore a': ['git.rewrite discards changes'],
			'git restore --staged a': ['git.commit unstages'],
			'git restore .claude/settings.json': ['git.rewrite discards changes', 'delete .claude/settings.json recursive'],
		},
	}),
	rows('stash', {
		options: data('-m --message'),
		also: stash,
		examples: {
			'git stash': ['git.commit stash'],
			'git stash list': ['read .'],
			'git stash push -- .env': ['git.commit stash', 'secret.read .env'],
			'git stash drop': ['git.rewrite drops a stash'],
		},
	}),
	rows('reset', {
		also: (it) => [
			it.has('--hard', '--merge', '--keep')
				? rewrite('resets and drops changes')
				: it.operands.length === 0 || it.has('-q')
					? local('unstages')
					: rewrite('moves the branch'),
		],
		examples: {
			'git reset --hard': ['git.rewrite resets and drops changes'],
			'git reset': ['git.commit unstages'],
			'git reset HEAD~3': ['git.rewrite moves the branch'],
		},
	}),
	rows('merge cherry-pick revert', {
		options: data('-m -X -s --strategy'),
		also: (it) => [local(it.name.slice(4))],
		examples: { 'git merge x': ['git.commit merge'] },
	}),
	rows('rebase', {
		options: { ...data('--onto -s -X'), ...role('shell', '-x --exec') },
		also: () => [rewrite('rebases')],
		examples: {
			'git rebase main': ['git.rewrite rebases'],
			"git rebase -x 'rm a' main": ['git.rewrite rebases', 'delete a'],
		},
	}),
	rows('filter-branch', {
		options: role(
			'shell',
			'--env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter --setup',
		),
		also: () => [rewrite('rewrites history')],
		examples: { "git filter-branch --tree-filter 'rm a' HEAD": ['git.rewrite rewrites history', 'delete a'] },
	}),
	rows('filter-repo replace update-ref fast-import', {
		options: role(
			'code',
			'--filename-callback --message-callback --name-callback --email-callback --refname-callback --blob-callback --commit-callback --tag-callback --reset-callback --file-info-callback',
		),
		also: (it) => [rewrite(`${it.name.slice(4)} rewrites history`)],
		examples: { 'git update-ref -d refs/heads/main': ['git.rewrite update-ref rewrites history'] },
	}),
	rows('clean', {
		options: data('-e --exclude'),
		also: (it) =>
			it.options.some(({ name }) => /^(-n|--dry-run|-[a-z]*n[a-z]*)$/.test(name)) ||
			it.words.some((word) => /^-[a-df-z]*n[a-z]*$/.test(word.text))
				? reads(constant('.'), it.scope)
				: [rewrite('deletes untracked files'), ...cleaned(it)],
		examples: {
			'git clean -fdx .countersign': ['git.rewrite deletes untracked files', 'delete .countersign recursive'],
			'git clean -fdx': ['git.rewrite deletes untracked files'],
			'git clean -n': ['read .'],
		},
	}),
	rows('gc prune repack pack-refs maintenance', {
		also: (it) => [
			...(it.operands[0]?.text === 'start' ? [configWrite('/var/spool/cron')] : []),
			it.name === 'git prune' || it.options.some(({ name }) => name === '--prune')
				? rewrite('drops unreachable work')
				: local('housekeeping'),
		],
		examples: { 'git gc': ['git.commit housekeeping'], 'git gc --prune=now': ['git.rewrite drops unreachable work'] },
	}),
	rows('reflog', {
		also: (it) =>
			/^(expire|delete|drop)$/.test(it.operands[0]?.text ?? '')
				? [rewrite('drops the reflog')]
				: reads(constant('.'), it.scope),
		examples: { 'git reflog': ['read .'], 'git reflog expire --expire=now --all': ['git.rewrite drops the reflog'] },
	}),
	rows('rm', {
		also: (it) =>
			it.has('--cached') ? [local('unstages')] : it.operands.flatMap((word) => deletes(word, it.scope, it.has('-r'))),
		examples: { 'git rm -r src': ['delete src recursive'], 'git rm --cached a': ['git.commit unstages'] },
	}),
	rows('mv', {
		also: (it) => [
			...it.operands.slice(0, -1).flatMap((word) => deletes(word, it.scope, false)),
			...it.operands.slice(-1).flatMap((word) => writes(word, it.scope)),
		],
		examples: { 'git mv a b': ['delete a', 'write b'] },
	}),
	rows('apply am', {
		operands: 'read',
		also: (it) => (it.has('--check', '--stat') ? [] : [opaque('a patch that is not inspected')]),
		examples: { 'git apply x.patch': ['read x.patch', 'opaque'], 'git apply --check x.patch': ['read x.patch'] },
	}),
	rows('worktree', {
		options: data('-b -B --reason'),
		also: (it) => {
			const [verb, place] = it.operands;
			if (verb?.text === 'list') return reads(constant('.'), it.scope);
			if (verb?.text === 'remove' && place !== undefined) return deletes(place, it.scope, true);
			return place === undefined ? [local('worktrees')] : writes(place, it.scope);
		},
		examples: {
			'git worktree remove --force x': ['delete x recursive'],
			'git worktree add x': ['write x'],
			'git worktree list': ['read .'],
		},
	}),
	rows('init', {
		options: { ...role('code', '--template'), ...data('-b --initial-branch --separate-git-dir') },
		also: (it) => [local(it.name.slice(4))],
		examples: { 'git init': ['git.commit init'] },
	}),
	rows('notes', {
		options: { ...data('-m --message -C --reuse-message -c --ref --separator'), ...role('read', '-F --file') },
		also: () => [local('notes')],
		examples: {
			'git notes add -m x': ['git.commit notes'],
			'git notes add -F .env': ['secret.read .env', 'git.commit notes'],
		},
	}),
	rows('bisect', {
		also: (it) => [
			local('bisect'),
			...(it.operands[0]?.text === 'run' ? [{ find: 'command' as const, words: it.operands.slice(1) }] : []),
		],
		wraps: true,
		examples: { 'git bisect start': ['git.commit bisect'], 'git bisect run rm a': ['git.commit bisect', 'delete a'] },
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
