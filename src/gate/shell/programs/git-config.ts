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
import { pathOf, reads } from '../roles.ts';
import { transport } from '../settings.ts';
import { constant, refWord, type Word } from '../word.ts';
import { mayHave, surelyHas } from './git-options.ts';

/** Subcommands that read or write settings of later git commands. */
export const gitConfig = (): readonly Subcommand[] => [
	verbs('config', {
		options: {
			...data('--type --default --comment --value --url -f --file'),
			...role('read', '--blob'),
		},
		also: config,
	}),
	verbs('remote', {
		verbFirst: true,
		options: data('-t -m'),
		also: remote,
	}),
	verbs('symbolic-ref', {
		options: data('-m'),
		lists: ({ operands }) => (operands.length === 1 ? [refWord] : undefined),
		also: (it) =>
			it.operands.length > 1 || mayHave(it, '-d --delete')
				? [configWrite('.git/HEAD')]
				: reads(constant('.'), it.scope),
	}),
	verbs('credential credential-cache credential-store credential-manager', {
		also: () => [secret('git credentials')],
	}),
	verbs('lfs', {
		also: (it) =>
			/^(ls-files|status|version)$/.test(it.operands[0]?.text ?? '')
				? reads(constant('.'), it.scope)
				: [opaque(`\`${it.name}\` runs configured programs`)],
	}),
	verbs('sparse-checkout', {
		also: (it) =>
			it.operands[0]?.text === 'list' ? reads(constant('.'), it.scope) : [opaque('takes files out of the checkout')],
	}),
	verbs('hook daemon instaweb gui citool gitk', {
		also: (it) => [opaque(`\`${it.name}\` runs configured programs`)],
	}),
];

const dump = secret('git configuration');

const verbsOfConfig = /^(list|get|set|unset|edit|rename-section|remove-section)$/;
const changing =
	'--unset --unset-all --add --append --replace-all --rename-section --remove-section -e --edit --set --set-all';

/**
 * Judges `git config`. Options or the first operand select the action. Without either, a
 * single key is read, and a key with a value is written.
 */
function config(it: Invocation): readonly Finding[] {
	const first = it.operands[0]?.text ?? '';
	const verb = verbsOfConfig.test(first) ? first : undefined;
	const keys = it.operands.slice(verb === undefined ? 0 : 1);
	const isReading = mayHave(it, '--get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool -l --list');
	const isSetting = verb === undefined ? !isReading && keys.length > 1 : !/^(list|get)$/.test(verb);
	if (isSetting || mayHave(it, changing)) return [written(it)];
	const [file] = it.values('-f', '--file');
	const isOwn = file === undefined || pathOf(file, it.scope) === '.git/config';
	const from = reads(isOwn ? constant('.') : file, it.scope);
	if (verb === 'list' || mayHave(it, '-l --list')) return [...from, ...listed(it, file)];
	const isPattern = (!it.has('--get') && mayHave(it, '--get-regexp')) || (verb === 'get' && mayHave(it, '--regexp'));
	return isOrdinaryFile(file, it) ? from : [...from, ...(isPattern ? matched(keys[0]) : shownKey(keys[0]))];
}

function written(it: Invocation): Finding {
	const [file] = it.values('-f', '--file');
	if (file === undefined)
		return configWrite(it.has('--global') ? '~/.gitconfig' : it.has('--system') ? '/etc/gitconfig' : '.git/config');
	const path = pathOf(file, it.scope);
	return path === undefined ? opaque('which configuration is written cannot be known') : configWrite(path);
}

/** Judges a list of all settings, or only of their names. */
function listed(it: Invocation, file: Word | undefined): readonly Finding[] {
	return surelyHas(it, '--name-only') || isOrdinaryFile(file, it) ? [] : [dump];
}

/** Returns whether the settings come only from a file of the checkout, such as `.gitmodules`. */
function isOrdinaryFile(file: Word | undefined, it: Invocation): boolean {
	const path = file === undefined ? undefined : pathOf(file, it.scope);
	return path !== undefined && !/^[/~]|^\.git\//.test(path) && !mayHave(it, '--includes');
}

/** The last part of keys whose values are credentials, or contain them. */
const credentialNames = /token|passw|pass$|secret|apikey|extraheader|cookie|^auth$/;

/**
 * Sections of git whose values only show how git works. An address in them may contain a user name. Countersign hides the password after
 * it.
 */
const plainSections =
	'advice am apply author blame branch browser checkout clean color column commit committer core diff difftool extensions feature fetch format gc gpg grep gui help i18n index init log maintenance man merge mergetool notes pack pager pull push rebase receive remote rerere revert safe sequence showbranch stash status submodule tag tar transfer url user versionsort worktree alias include includeif lfs filter trailer'.split(
		' ',
	);

/** Judges a key that is shown. A named key of `http` shows how git talks to hosts; `http` alone means all keys of that section. */
function shownKey(key: Word | undefined): readonly Finding[] {
	if (key === undefined) return [];
	if (!key.known) return [dump];
	const parts = key.text.toLowerCase().split('.');
	const [section = ''] = parts;
	if (section === 'credential' || key.text === 'http' || credentialNames.test(parts.at(-1) ?? '')) return [dump];
	return section === 'http' || plainSections.includes(section)
		? []
		: [opaque(`whether \`${key.text.slice(0, 120)}\` is a credential`)];
}

/** Judges a pattern of keys. It must begin with the name of a section, or with several names in parentheses. */
function matched(pattern: Word | undefined): readonly Finding[] {
	if (pattern === undefined || !pattern.known || /^[\^.*+?()|\\]*$/.test(pattern.text)) return [dump];
	const [, sections, rest = ''] = /^\^\(?([a-z|]+)\)?(.*)$/is.exec(pattern.text) ?? [];
	const isPlain =
		sections !== undefined &&
		/^(\\?\.[^|]*|\$|)$/.test(rest) &&
		sections.split('|').every((section) => plainSections.includes(section.toLowerCase()));
	if (isPlain && (!sections.includes('|') || pattern.text.startsWith('^('))) return [];
	if (/http|header|cred|tok|pass|secr|auth|url/i.test(pattern.text) || /(^|\|)[\^.*+?()\\]*($|\|)/.test(pattern.text))
		return [dump];
	return [opaque(`which settings \`${pattern.text.slice(0, 120)}\` shows`)];
}

function remote(it: Invocation): readonly Finding[] {
	const [verb, name] = it.operands.map(({ text }) => text);
	if (verb === undefined || verb === 'get-url' || (verb === 'show' && name === undefined))
		return reads(constant('.'), it.scope);
	if (/^(show|update|prune)$/.test(verb)) return [network('a remote')];
	return [configWrite('.git/config'), ...it.operands.flatMap((word) => transport(word.text))];
}
