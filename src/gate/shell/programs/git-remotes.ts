import { commandOf, shellOf } from '../carried.ts';
import {
	data,
	effect,
	type Finding,
	type Invocation,
	network,
	opaque,
	role,
	type Subcommand,
	verbs,
} from '../program.ts';
import { contacts, reads, runsFile, talksTo, writes } from '../roles.ts';
import { gitSetting, transport } from '../settings.ts';
import { constant, type Word } from '../word.ts';
import { mayHave } from './git-options.ts';

/** Subcommands that fetch from remotes, and subcommands that run programs other than git. */
export const gitRemotes = (): readonly Subcommand[] => [
	verbs('submodule', {
		verbFirst: true,
		options: data('-b --branch --name --reference --depth -j --jobs'),
		wraps: true,
		also: submodule,
	}),
	verbs('clone', {
		options: {
			...data(
				'-b --branch --revision --depth -o --origin --filter -j --jobs -c --config --server-option --shallow-since --shallow-exclude --ref-format',
			),
			...role('read', '--reference --reference-if-able'),
			...role('write', '--separate-git-dir'),
			...role('url', '--bundle-uri'),
			...role('shell', '-u --upload-pack'),
			...role('code', '--template'),
		},
		also: (it) => [
			...it.operands.slice(0, 1).flatMap((word) => remote(word, it)),
			...writes(it.operands[1] ?? constant(repositoryName(it.operands[0]?.text ?? '')), it.scope),
			...it.values('-c', '--config').flatMap(configured),
		],
	}),
	fetching('fetch', (it) => (moves(it) ? [rewrite('moves a branch to what is fetched')] : [])),
	fetching('pull', (it) => [
		effect({ kind: 'git.commit', what: 'pull' }),
		...(moves(it) ? [rewrite('moves a branch to what is fetched')] : []),
	]),
	fetching('ls-remote', () => []),
	fetching('fetch-pack', () => []),
	verbs('difftool mergetool', {
		options: { ...role('shell', '-x --extcmd'), ...data('-t --tool') },
		also: (it) =>
			it.words.length === 1 && it.has('--tool-help') ? [] : [opaque(`\`${it.name}\` runs configured programs`)],
	}),
	verbs('send-email imap-send', {
		options: {
			...data('--to --cc --bcc --from --subject --smtp-user --smtp-pass --smtp-server-port --in-reply-to'),
			...role('shell', '--sendmail-cmd --to-cmd --cc-cmd --header-cmd'),
			...role('data', '--smtp-server'),
		},
		also: (it) => [
			network('mail'),
			...it
				.values('--smtp-server')
				.filter((word) => /^[/~]/.test(word.text))
				.flatMap((word) => runsFile(word, it.scope)),
			...it.operands
				.flatMap((word) => reads(word, it.scope))
				.filter((found) => found.find === 'effect' && found.effect.kind === 'secret.read'),
		],
	}),
];

const rewrite = (what: string): Finding => effect({ kind: 'git.rewrite', what });

/** A subcommand that contacts a named remote, or else the usual one. */
function fetching(name: string, changes: (it: Invocation) => readonly Finding[]): Subcommand {
	return verbs(name, {
		options: {
			...data(
				'--depth --deepen --shallow-since --shallow-exclude -j --jobs --filter -o --server-option --refmap --negotiation-tip -X --strategy-option -s --strategy --cleanup',
			),
			...role('shell', '--upload-pack -u --exec'),
		},
		also: (it) => [
			...(it.operands.length === 0 ? [network('a remote')] : []),
			...it.operands.slice(0, 1).flatMap((word) => remote(word, it)),
			...changes(it),
		],
	});
}

/** Returns whether a fetch moves a local branch. `+a:b` and `--force a:b` replace the local branch `b`, whatever it contained. */
function moves(it: Invocation): boolean {
	const isForced = mayHave(it, '-f --force');
	return it.operands.slice(1).some(({ text }) => text.includes(':') && (isForced || text.startsWith('+')));
}

function configured(word: Word): readonly Finding[] {
	const at = word.text.indexOf('=');
	const key = at < 0 ? word.text : word.text.slice(0, at);
	return [
		opaque(`sets \`${key}\` for git, which may run the value as a program`),
		...gitSetting(key, at < 0 ? '' : word.text.slice(at + 1)),
	];
}

/** Judges a remote. It is a name, an address, a path, or a program that speaks git's protocol. */
export function remote(word: Word, it: Invocation): readonly Finding[] {
	const ran = transport(word.text);
	if (ran.length > 0) return ran;
	if (/^\w+::/.test(word.text)) return [opaque('a remote that is a command')];
	if (/^[a-z+]+:\/\//.test(word.prefix)) return contacts(word, it.scope);
	const ssh = /^(?:[^@/]+@)?([^/:]+):(?!\/\/)/.exec(word.text)?.[1];
	return ssh === undefined ? [network('a remote')] : talksTo(ssh);
}

function repositoryName(url: string): string {
	return (
		url
			.replace(/\/+$/, '')
			.replace(/\.git$/, '')
			.replace(/^.*[/:]/, '') || '.'
	);
}

/** Judges commands for submodules. `foreach` passes a single word to a shell, and several words to a command. */
function submodule(it: Invocation): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	if (verb === undefined || /^(status|summary)$/.test(verb.text)) return reads(constant('.'), it.scope);
	if (verb.text !== 'foreach')
		return [...rest.flatMap((word) => transport(word.text)), network('a remote'), opaque('changes submodules')];
	const first = rest.findIndex((word) => !/^(--recursive|--quiet|-q|--)$/.test(word.text));
	const command = first < 0 ? [] : rest.slice(first);
	const root = constant(`toplevel='${it.scope.facts.root}'; `);
	const elsewhere = opaque('runs in the folders of submodules, and with their settings');
	return [elsewhere, ...(command.length === 1 ? [shellOf([root, ...command])] : commandOf(command))];
}
