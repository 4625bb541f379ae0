import { shellOf, shellText, wordAfter } from '../carried.ts';
import {
	data,
	environmentShown,
	exec,
	type Finding,
	type Invocation,
	network,
	opaque,
	type Program,
	privilege,
	role,
	rows,
	secret,
} from '../program.ts';
import { deletes, reads, runsFile, writes } from '../roles.ts';
import { isSecretName } from '../state.ts';
import { constant } from '../word.ts';

const shared = {
	...data('-u --user -l --limit -f --forks -e --extra-vars --become-user --become-method -c --connection -T --timeout'),
	...data('-P --poll -B --background --vault-id --scp-extra-args --ssh-common-args --ssh-extra-args --sftp-extra-args'),
	...data('-t --tags --skip-tags --start-at-task'),
	...role('script', '-i --inventory -M --module-path --playbook-dir --vault-password-file'),
	...role('read', '--private-key --key-file --become-password-file --connection-password-file'),
};

/** Ansible runs its modules on many machines, and also on this one. */
export const ansible = (): readonly Program[] => [
	rows('ansible', {
		input: 'ignored',
		options: { ...shared, ...data('-m --module-name -a --args'), ...role('write', '-t --tree') },
		also: adHoc,
	}),
	rows('ansible-console', {
		input: 'code',
		options: { ...shared, ...data('-m --module-name') },
		also: (it) => [network('many hosts'), exec(it)],
	}),
	rows('ansible-playbook', {
		input: 'ignored',
		options: shared,
		operands: 'script',
		also: (it) => [network('a cloud'), exec(it), ...variableFiles(it)],
	}),
	rows('ansible-pull', {
		input: 'ignored',
		options: { ...shared, ...role('url', '-U --url'), ...role('write', '-d --directory') },
		also: (it) => [network('many hosts'), exec(it), opaque('fetched code: it runs a playbook from another machine')],
	}),
	rows('ansible-inventory', {
		input: 'ignored',
		options: { ...shared, ...role('write', '--output') },
		also: (it) => [exec(it), ...variableFiles(it)],
	}),
];

function rises(it: Invocation): readonly Finding[] {
	return it.has('-b', '--become', '-K', '--ask-become-pass', '--become-user') ? [privilege('ansible')] : [];
}

/** Judges `-e @file`, which reads variables, and options for ssh. */
function variableFiles(it: Invocation): readonly Finding[] {
	const files = it.values('-e', '--extra-vars').filter((word) => word.text.startsWith('@'));
	const told = it.values('--ssh-common-args', '--ssh-extra-args', '--scp-extra-args', '--sftp-extra-args');
	return [
		...files.flatMap((word) => reads(wordAfter(word, 1), it.scope)),
		...(told.length > 0 ? [opaque('options for ssh')] : []),
	];
}

/** Judges a call of one module. The default module is `command`; `raw`, `shell` and `command` take a command line. */
function adHoc(it: Invocation): readonly Finding[] {
	const [given] = it.values('-m', '--module-name');
	const module = given?.text.replace(/^ansible\.(builtin|legacy)\./, '');
	const takesCommand = module === undefined || /^(shell|command|raw|expect)$/.test(module);
	const lines = takesCommand ? it.values('-a', '--args').map((word) => shellOf([word])) : [];
	const told = it.values('-a', '--args', '-e', '--extra-vars').map((word) => word.text);
	return [
		network('many hosts'),
		exec(it),
		...rises(it),
		...variableFiles(it),
		...lines,
		...(module === undefined ? [] : moduleFindings(module, told.join('\n'), it)),
		...told.flatMap((text) => lookups(text, it)),
	];
}

function moduleFindings(module: string, told: string, it: Invocation): readonly Finding[] {
	const value = (name: string) =>
		[...told.matchAll(new RegExp(`(?:^|\\s)(?:${name})=(\\S+)`, 'g'))].map((one) => constant(one[1] ?? ''));
	if (/^(setup|gather_facts)$/.test(module)) {
		const subset = /gather_subset=(\S+)/.exec(told)?.[1]?.split(',') ?? ['all'];
		return subset.some((one) => /^(all|env)$/.test(one)) || !subset.includes('!all') ? [environmentShown] : [];
	}
	if (/^(slurp|fetch|copy|template|script)$/.test(module)) {
		const sources = value('src').flatMap((word) => reads(word, it.scope));
		const targets = module === 'fetch' || module === 'slurp' ? [] : value('dest');
		const run = module === 'script' ? runsFile(constant(told.split(/\s/)[0] ?? ''), it.scope) : [];
		return [...sources, ...targets.flatMap((word) => writes(word, it.scope)), ...run];
	}
	if (module === 'file' && /\bstate=absent\b/.test(told))
		return value('path|dest|name').flatMap((word) => deletes(word, it.scope, true));
	if (/^(lineinfile|blockinfile|replace)$/.test(module))
		return value('path|dest|name').flatMap((word) => writes(word, it.scope));
	return /^(reboot|user|group|service|systemd|mount|cron|apt|yum|package|sysctl|iptables|authorized_key)$/.test(module)
		? [privilege('changes the machine by ansible')]
		: [];
}

/** Judges `{{ lookup("file", "x") }}`. A lookup reads on this machine, even if the module runs on another one. */
function lookups(text: string, it: Invocation): readonly Finding[] {
	const calls = [...text.matchAll(/\b(?:lookup|query|q)\(\s*['"]([\w.]+)['"]\s*,\s*['"]([^'"]*)['"]/g)];
	return calls.flatMap(([, kind = '', argument = '']): readonly Finding[] => {
		if (/pipe$|lines$/.test(kind)) return [shellText(argument)];
		if (/env$/.test(kind)) return isSecretName(argument) ? [secret(`$${argument}`)] : [];
		return /file|template|csv|ini|url/.test(kind) ? reads(constant(argument), it.scope) : [];
	});
}
