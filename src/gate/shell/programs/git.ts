import { posix } from 'node:path';
import { locate } from '../../locate.ts';
import {
	data,
	effect,
	type Finding,
	type Invocation,
	opaque,
	type Program,
	role,
	rows,
	type Scope,
} from '../program.ts';
import { deletes } from '../roles.ts';
import { gitSetting } from '../settings.ts';
import { gitConfig } from './git-config.ts';
import { gitHistory } from './git-history.ts';
import { withHelp } from './git-options.ts';
import { gitPush } from './git-push.ts';
import { gitReads } from './git-reads.ts';
import { gitRemotes } from './git-remotes.ts';
import { otherRepository } from './git-repository.ts';
import { gitWorkTree } from './git-work-tree.ts';

/** `git`: its options before the subcommand, and one table for each kind of subcommand. */
export const git = (): readonly Program[] => [
	rows('git', {
		input: 'data',
		options: {
			...data('-C -c --config-env --git-dir --work-tree --namespace --super-prefix --list-cmds --attr-source'),
			...role('code', '--exec-path'),
		},
		wraps: true,
		also: globalOptions,
		scopeFor: movedBy,
		subcommands: [gitReads, gitWorkTree, gitHistory, gitRemotes, gitPush, gitConfig].flatMap((kind) =>
			kind().map(withHelp),
		),
	}),
];

function movedBy({ values, scope }: Invocation): Scope {
	let cwd = scope.cwd;
	for (const word of values('-C')) {
		if (!word.known || word.pattern) return { ...scope, cwd: undefined };
		if (word.text.startsWith('/')) cwd = word.text;
		else cwd = cwd === undefined ? undefined : posix.join(cwd, word.text);
	}
	return { ...scope, cwd };
}

/** Settings that only change how git prints or signs its work. */
const harmlessKeys =
	/^(user\.(name|email)|color\..*|advice\..*|core\.(quotepath|autocrlf|abbrev|longpaths|ignorecase|precomposeunicode)|log\.(date|decorate|abbrevcommit|showsignature)|diff\.(renames|algorithm|context|mnemonicprefix|noprefix)|init\.defaultbranch|commit\.gpgsign|tag\.gpgsign|pull\.(rebase|ff)|merge\.(ff|conflictstyle)|rebase\.(autostash|autosquash)|column\..*|status\..*|grep\.(linenumber|patterntype)|blame\.(?!ignorerevsfile).*|core\.hookspath=\/dev\/null|core\.fsmonitor=false|safe\.directory|gc\.auto)$/;

function globalOptions(it: Invocation): readonly Finding[] {
	const settings = it.values('-c').flatMap((word) => {
		const [key = '', ...rest] = word.text.split('=');
		const value = rest.join('=');
		const lower = key.toLowerCase();
		if (word.known && (harmlessKeys.test(lower) || harmlessKeys.test(`${lower}=${value}`))) return [];
		if (word.known && /pager$|editor$/.test(lower) && /^(cat|less|more|true|:|)$/.test(value)) return [];
		return [
			opaque(`sets \`${key}\` for git, which may run the value as a program`),
			...gitSetting(key, value),
			...pushedBy(lower, value, it),
		];
	});
	const cleaned = isCleaning(it) ? it.values('--work-tree').flatMap((word) => deletes(word, movedBy(it), true)) : [];
	const moved = ['--git-dir', '--work-tree', '--config-env', '--namespace', '--bare'].filter(
		(name) => it.has(name) && !isUsual(name, it),
	);
	return [
		...settings,
		...cleaned.filter(
			(finding) => finding.find === 'effect' && finding.effect.kind === 'delete' && finding.effect.path.startsWith('/'),
		),
		...moved.map((name) => opaque(`\`git ${name}\` changes what git works on`)),
		...(it.operands.length === 0 ? [] : otherRepository(movedBy(it))),
	];
}

/** Returns whether the call cleans a whole work tree: `git --work-tree=~ clean -fdx` empties another folder. */
function isCleaning({ operands: [verb, ...rest] }: Invocation): boolean {
	const texts = rest.map(({ text }) => text);
	const isDry = texts.some((text) => /^(-[a-z]*n|--dry)/.test(text));
	const hasPaths = texts.some((text) => !text.startsWith('-'));
	return verb?.text === 'clean' && !isDry && !hasPaths && texts.some((text) => /^(-[a-z]*f|--force)/.test(text));
}

/** Returns whether an option only names the repository or the files of the checkout. */
function isUsual(name: string, it: Invocation): boolean {
	const usual = name === '--git-dir' ? '.git' : name === '--work-tree' ? '.' : undefined;
	const { facts, cwd } = movedBy(it);
	return (
		usual !== undefined &&
		cwd !== undefined &&
		it.values(name).every((word) => word.known && !word.pattern && locate(facts, word.text, cwd)?.path === usual)
	);
}

/** Judges settings of a remote that select which refs a push without refs sends. */
function pushedBy(key: string, value: string, it: Invocation): readonly Finding[] {
	if (it.operands[0]?.text !== 'push') return [];
	const isForced = it.words.some((word) => /^(-f|--force.*)$/.test(word.text));
	const pushed = (ref: string, force: boolean) => [effect({ kind: 'git.push', remote: 'a remote', ref, force })];
	if (/^remote\..*\.mirror$/.test(key) && value !== 'false') return pushed('*', true);
	if (key === 'push.default') return pushed('*', isForced);
	if (!/^remote\..*\.push$/.test(key)) return [];
	const [source = '', target = source] = value.replace(/^\+/, '').split(':');
	const ref = target.replace(/^refs\/heads\//, '');
	const isDeleting = source === '';
	return pushed(isDeleting ? `:${ref}` : ref, isForced || isDeleting || value.startsWith('+'));
}
