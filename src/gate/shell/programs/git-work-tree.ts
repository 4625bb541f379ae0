import {
	configWrite,
	data,
	effect,
	type Finding,
	type Invocation,
	obeysIgnoreFiles,
	opaque,
	role,
	type Subcommand,
	verbs,
} from '../program.ts';
import { credentialsIn, deletes, pathOf, reads, writes } from '../roles.ts';
import { constant, isNumberWord, isRefName, isToken, type Word } from '../word.ts';
import { movedFrom } from './copies.ts';
import { hasNoPaths, losesGuard, sweepsGuard } from './git-guard.ts';
import { diffOptions, mayHave, surelyHas } from './git-options.ts';
import { included, isThere, mayBePath, pathspec } from './git-pathspec.ts';

const local = (what: string): Finding => effect({ kind: 'git.commit', what });
const rewrite = (what: string): Finding => effect({ kind: 'git.rewrite', what });
const discards = rewrite('discards changes');
const switches: readonly Finding[] = [local('switches branches'), { find: 'trait', trait: 'brings-files' }];

const pathspecFile = role('list', '--pathspec-from-file');

/** Subcommands that change the files of the checkout. A command that drops uncommitted work is `git.rewrite`. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const gitWorkTree = (): readonly Subcommand[] => [
	verbs('checkout', {
		options: { ...data('-b -B --orphan --conflict -U --unified --inter-hunk-context'), ...pathspecFile },
		also: (it) => [...checkout(it), ...losesGuard(it.operands, it)],
	}),
	verbs('switch', {
		options: data('-c -C --create --force-create --orphan --conflict'),
		also: (it) => {
			if (mayHave(it, '-C --force-create -f --force --discard-changes')) return [discards];
			return it.operands.length === 0 ? [local('switches branches')] : switches;
		},
	}),
	verbs('restore', {
		options: { ...data('-s --source --conflict -U --unified --inter-hunk-context'), ...pathspecFile },
		also: (it) =>
			surelyHas(it, '-S --staged') && !mayHave(it, '-W --worktree')
				? [local('unstages')]
				: [discards, ...losesGuard(it.operands, it)],
	}),
	verbs('reset', {
		options: { ...data('-U --unified --inter-hunk-context'), ...pathspecFile },
		also: (it) => [reset(it)],
	}),
	verbs('stash', {
		verbFirst: true,
		options: { ...diffOptions, ...data('-m --message --unified'), ...pathspecFile },
		also: stash,
	}),
	verbs('clean', {
		options: data('-e --exclude'),
		also: (it) =>
			surelyHas(it, '-n --dry-run')
				? reads(constant('.'), it.scope)
				: [rewrite('deletes untracked files'), ...cleaned(it)],
	}),
	verbs('rm', {
		options: pathspecFile,
		also: (it) => {
			if (surelyHas(it, '-n --dry-run')) return reads(constant('.'), it.scope);
			if (surelyHas(it, '--cached')) return [local('unstages')];
			return it.operands.flatMap((word) => deletes(pathspec(word, it.scope), it.scope, it.has('-r')));
		},
	}),
	verbs('mv', {
		also: (it) =>
			surelyHas(it, '-n --dry-run')
				? reads(constant('.'), it.scope)
				: [
						...it.operands.slice(0, -1).flatMap(movedFrom(it)),
						...it.operands.slice(-1).flatMap((word) => writes(word, it.scope)),
					],
	}),
	verbs('read-tree', {
		options: { ...role('write', '--index-output'), ...data('--prefix --exclude-per-directory') },
		also: (it) => [
			surelyHas(it, '-n --dry-run') ? local('reads a tree') : rewrite('replaces the index, and files with it'),
		],
	}),
	verbs('checkout-index', {
		options: role('write', '--prefix'),
		also: (it) => [
			...(mayHave(it, '-f --force') && !it.has('--prefix') ? [discards] : [local('copies files out of the index')]),
			...losesGuard(it.operands, it),
			// git puts the prefix before each name: with `.vs`, the file `code/tasks.json` is written into `.vscode`.
			...it
				.values('--prefix')
				.flatMap(({ text }) => (text.endsWith('/') ? [] : [opaque('names that are put together')])),
		],
	}),
	verbs('worktree', {
		verbFirst: true,
		options: data('-b -B --reason --expire'),
		also: worktree,
	}),
	verbs('init', {
		options: {
			...role('code', '--template'),
			...role('write', '--separate-git-dir'),
			...data('-b --initial-branch --object-format --ref-format'),
		},
		also: init,
	}),
];

/** Judges `git checkout`. A single name that cannot be a path is a branch. Changes of a path are discarded. */
function checkout(it: Invocation): readonly Finding[] {
	const discarding =
		'-f --force -B --ours --theirs -2 -3 -p --patch --overlay --no-overlay --pathspec-from-file --pathspec-file-nul --ignore-skip-worktree-bits';
	if (mayHave(it, discarding)) return [discards];
	if (it.has('-b', '--orphan')) return it.operands.length === 0 ? [local('new branch')] : switches;
	const [only, ...others] = it.operands;
	const isRevision = (word: Word) => isRefName(word) || (isToken(word) && !isNumberWord(word));
	if (only === undefined) return [local('switches branches')];
	if (others.length === 0 && isRevision(only)) return switches;
	const dashes = it.words.findIndex((word) => word.known && word.text === '--');
	// Words after `--` are paths; a word before it is a branch.
	const isBranch = dashes < 0 ? !mayBePath(only, it.scope) : dashes === it.words.length - 1 && only.known;
	return isBranch && others.length === 0 ? switches : [discards];
}

/** Judges `git reset`. Without a commit, with `HEAD`, or with paths it only unstages changes. */
function reset(it: Invocation): Finding {
	if (mayHave(it, '--hard --merge --keep --recurse-submodules')) return rewrite('resets and drops changes');
	const [first] = it.operands;
	const isHead = first === undefined || (first.known && /^(HEAD|@)$/.test(first.text));
	const isPath = it.words[0]?.text === '--' || (first?.known === true && isThere(first, it.scope));
	return isHead || isPath ? local('unstages') : rewrite('moves the branch');
}

function stash(it: Invocation): readonly Finding[] {
	const verb = it.operands[0]?.text ?? 'push';
	if (/^(drop|clear)$/.test(verb)) return [rewrite('drops a stash')];
	if (verb === 'export' && mayHave(it, '--to-ref')) return [rewrite('moves a reference')];
	if (/^(list|show)$/.test(verb)) return reads(constant('.'), it.scope);
	const kept = credentialsIn(included(it.operands.slice(1)), it.scope);
	const untracked = sweepsGuard(it, /^(-[a-z]*[ua][a-z]*|--al*|--in[a-z-]*)$/, '.claude/settings.json');
	const what = mayHave(it, '-a --all') ? rewrite('puts away what git ignores, too') : local('stash');
	const brought: readonly Finding[] = /^(push|save|create|store)$/.test(verb)
		? []
		: [{ find: 'trait', trait: 'brings-files' }];
	const swept = mayHave(it, '-u --include-untracked') ? [obeysIgnoreFiles] : [];
	return [what, ...brought, ...swept, ...kept, ...losesGuard(it.operands, it), ...untracked];
}

function cleaned(it: Invocation): readonly Finding[] {
	const all = hasNoPaths(it) ? sweepsGuard(it, /^-[a-z]*x[a-z]*$/i, '.countersign/hooks/safety-guard.sh') : [];
	const place = pathOf(constant('.'), it.scope);
	const isWide = place === it.scope.facts.home || /^\/(home|root|etc|var|usr)?$/.test(place ?? 'x');
	const lost = isWide && hasNoPaths(it) && it.has('-f', '--force') ? deletes(constant('.'), it.scope, true) : [];
	return [...losesGuard(it.operands, it), ...all, ...lost];
}

function worktree(it: Invocation): readonly Finding[] {
	const [verb, place, target] = it.operands;
	if (verb?.text === 'list') return reads(constant('.'), it.scope);
	// `repair` writes into the work trees that it is given.
	if (verb?.text === 'repair')
		return [local('worktrees'), ...it.operands.slice(1).flatMap((word) => writes(word, it.scope))];
	if (place === undefined || verb === undefined || /^(lock|unlock|prune)$/.test(verb.text)) return [local('worktrees')];
	if (verb.text === 'remove') return deletes(place, it.scope, true);
	if (verb.text === 'move' && target !== undefined)
		return [...deletes(place, it.scope, true), ...writes(target, it.scope)];
	const forced = mayHave(it, '-B -f --force') ? [rewrite('moves a branch')] : [];
	// A work tree contains all files of a commit, and a link to the settings of the checkout.
	const away = /^[/~]/.test(pathOf(place, it.scope) ?? '/') ? [opaque('a work tree outside of the checkout')] : [];
	return [...forced, ...away, ...writes(place, it.scope)];
}

/**
 * Judges the folder of a bare repository. Threat: its files are plain files of the checkout. A write to its `config` can name programs that
 * git runs there.
 */
function looseRepository(word: Word, { scope }: Invocation): readonly Finding[] {
	const path = pathOf(word, scope);
	return path === undefined || /^[/~]/.test(path) ? [] : [configWrite(path === '.' ? 'HEAD' : `${path}/HEAD`)];
}

/** Judges `git init`. An existing repository keeps its content, unless its folder is moved. */
function init(it: Invocation): readonly Finding[] {
	const place = it.operands[0] ?? constant('.');
	const path = pathOf(place, it.scope);
	const moved = it.has('--separate-git-dir')
		? [configWrite(path === undefined || path === '.' ? '.git' : `${path}/.git`)]
		: [];
	// This gives other users the right to change the repository.
	const shared = mayHave(it, '--shared')
		? [path === '.' ? configWrite('.git/config') : opaque('a repository that others change')]
		: [];
	const bare = mayHave(it, '--bare') ? [place] : [];
	const made = [...bare, ...it.values('--separate-git-dir')].flatMap((word) => looseRepository(word, it));
	return [local('init'), ...made, ...moved, ...shared, ...(path === '.' ? [] : writes(place, it.scope))];
}
