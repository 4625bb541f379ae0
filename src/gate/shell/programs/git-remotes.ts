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

/** Subcommands that fetch from remotes, and those that run programs that are not git's. */
export const gitRemotes = (): readonly Subcommand[] => [
	verbs('submodule', {
		options: data('-b --branch --name --reference --depth -j --jobs'),
		wraps: true,
		also: submodule,
	}),
	verbs('clone', {
		options: {
			...data(
				'-b --branch --depth -o --origin --filter -j --jobs --reference --separate-git-dir -c --config --server-option',
			),
			...role('shell', '-u --upload-pack'),
			...role('code', '--template'),
		},
		also: (it) => [
			...it.operands.slice(0, 1).flatMap((word) => remote(word, it)),
			...writes(it.operands[1] ?? constant(repositoryName(it.operands[0]?.text ?? '')), it.scope),
			...it.values('-c', '--config').flatMap(configured),
		],
	}),
	verbs('fetch pull ls-remote fetch-pack', {
		options: {
			...data('--depth --deepen -j --filter -o --server-option -X -s --strategy'),
			...role('shell', '--upload-pack -u --exec'),
		},
		also: (it) => [
			...it.operands.slice(0, 1).flatMap((word) => remote(word, it)),
			...(it.operands.length === 0 ? [network('a remote')] : []),
			...(it.name === 'git pull' ? [effect({ kind: 'git.commit', what: 'pull' })] : []),
		],
	}),
	verbs('difftool mergetool', {
		options: { ...role('shell', '-x --extcmd'), ...data('-t --tool') },
		also: (it) => [opaque(`\`${it.name}\` runs configured programs`)],
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

function configured(word: Word): readonly Finding[] {
	const at = word.text.indexOf('=');
	const key = at < 0 ? word.text : word.text.slice(0, at);
	return [
		opaque(`sets \`${key}\` for git, which may execute what it names`),
		...gitSetting(key, at < 0 ? '' : word.text.slice(at + 1)),
	];
}

/** A remote is a name, an address, a path, or a program that speaks git's protocol. */
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

/** `foreach` hands one word to a shell, and several to a command. */
function submodule(it: Invocation): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	if (verb === undefined || /^(status|summary)$/.test(verb.text)) return reads(constant('.'), it.scope);
	if (verb.text !== 'foreach')
		return [...rest.flatMap((word) => transport(word.text)), network('a remote'), opaque('changes submodules')];
	const first = rest.findIndex((word) => !/^(--recursive|--quiet|-q|--)$/.test(word.text));
	const command = first < 0 ? [] : rest.slice(first);
	const root = constant(`toplevel='${it.scope.facts.root}'; `);
	return command.length === 1 ? [shellOf([root, ...command])] : commandOf(command);
}
