import {
	configWrite,
	data,
	type Finding,
	type Invocation,
	network,
	opaque,
	role,
	type Subcommand,
	secret,
	verbs,
} from '../program.ts';
import { reads } from '../roles.ts';
import { transport } from '../settings.ts';
import { constant } from '../word.ts';

/** Subcommands that read or write what later git commands obey. */
export const gitConfig = (): readonly Subcommand[] => [
	verbs('config', {
		options: {
			...data(
				'--get --get-all --get-regexp --get-urlmatch --type --default --comment --unset --unset-all --add --replace-all --value --rename-section --remove-section',
			),
			...role('read', '--blob'),
			...role('data', '-f --file'),
		},
		also: config,
	}),
	verbs('remote', {
		options: data('-t -m'),
		also: remote,
	}),
	verbs('symbolic-ref', {
		also: (it) =>
			it.operands.length > 1 || it.has('-d', '--delete') ? [configWrite('.git/HEAD')] : reads(constant('.'), it.scope),
	}),
	verbs('credential credential-cache credential-store credential-manager', {
		also: () => [secret('git credentials')],
	}),
	verbs('hook daemon instaweb gui citool gitk sparse-checkout lfs', {
		also: (it) => [opaque(`\`${it.name}\` runs configured programs`)],
	}),
];

/** Keys that never hold a token; `url.*`, `http.*` and remotes may. */
const plainKeys =
	/^(user\.(name|email)|core\.(bare|editor|autocrlf|filemode|ignorecase|quotepath|hookspath|pager)|init\.defaultbranch|branch\..*|pull\.\w+|merge\.\w+|diff\.\w+|color\..*|alias\..*)$/i;

function config(it: Invocation): readonly Finding[] {
	const file = it.values('-f', '--file')[0]?.text;
	const target = file ?? (it.has('--global') ? '~/.gitconfig' : it.has('--system') ? '/etc/gitconfig' : '.git/config');
	const verbs = it.operands.filter((word) =>
		/^(list|get|set|unset|edit|rename-section|remove-section)$/.test(word.text),
	);
	const isNewStyle = it.operands[0] === verbs[0] && verbs[0] !== undefined;
	const verb = isNewStyle ? verbs[0]?.text : undefined;
	const writesOption = it.has(
		'--unset',
		'--unset-all',
		'--add',
		'--replace-all',
		'--rename-section',
		'--remove-section',
		'-e',
		'--edit',
	);
	if (writesOption || (verb !== undefined && !/^(list|get)$/.test(verb))) return [configWrite(target)];
	const given = [...it.values('--get', '--get-all'), ...it.operands.slice(isNewStyle ? 1 : 0)];
	if (
		verb === undefined &&
		!it.has('--get', '--get-all', '--get-regexp', '--get-urlmatch', '-l', '--list') &&
		given.length > 1
	)
		return [configWrite(target)];
	const [key] = given;
	if (key?.known && plainKeys.test(key.text) && !it.has('--get-regexp', '--get-urlmatch'))
		return reads(constant('.'), it.scope);
	return [secret('git configuration')];
}

function remote(it: Invocation): readonly Finding[] {
	const verb = it.operands[0]?.text;
	if (verb === undefined || verb === 'get-url') return reads(constant('.'), it.scope);
	if (/^(show|update|prune)$/.test(verb)) return [network('a remote')];
	return [configWrite('.git/config'), ...it.operands.flatMap((word) => transport(word.text))];
}
