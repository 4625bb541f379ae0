import { shellOf, shellText } from '../carried.ts';
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
	rows,
	secret,
} from '../program.ts';
import { deletes, reads, runsFile, writes } from '../roles.ts';
import { isSecretName } from '../state.ts';
import { constant } from '../word.ts';

/** Ansible: what its modules are told is done on many machines, and on this one. */
export const ansible = (): readonly Program[] => [
	rows('ansible ansible-console', {
		input: 'data',
		options: data(
			'-m --module-name -a --args -i --inventory -u --user -l --limit -f --forks -e --extra-vars --become-user --private-key',
		),
		also: adHoc,
	}),
	rows('ansible-pull', {
		input: 'data',
		also: (it) => [network('many hosts'), exec(it), opaque('fetched code: a playbook of another machine is played')],
	}),
];

/** Ansible's default module is `command`; `raw`, `shell` and `command` take a command line. */
function adHoc(it: Invocation): readonly Finding[] {
	const [given] = it.values('-m', '--module-name');
	const module = given?.text.replace(/^ansible\.(builtin|legacy)\./, '');
	const takesCommand = module === undefined || /^(shell|command|raw|expect)$/.test(module);
	const lines = takesCommand ? it.values('-a', '--args').map((word) => shellOf([word])) : [];
	const rises = it.has('-b', '--become', '-K', '--become-user') ? [privilege('ansible')] : [];
	const told = it.values('-a', '--args', '-e', '--extra-vars').map((word) => word.text);
	return [
		network('many hosts'),
		exec(it),
		...rises,
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

/** `{{ lookup("file", "x") }}` reads here, whichever machine is meant. */
function lookups(text: string, it: Invocation): readonly Finding[] {
	const calls = [...text.matchAll(/\b(?:lookup|query|q)\(\s*['"]([\w.]+)['"]\s*,\s*['"]([^'"]*)['"]/g)];
	return calls.flatMap(([, kind = '', argument = '']): readonly Finding[] => {
		if (/pipe$|lines$/.test(kind)) return [shellText(argument)];
		if (/env$/.test(kind)) return isSecretName(argument) ? [secret(`$${argument}`)] : [];
		return /file|template|csv|ini|url/.test(kind) ? reads(constant(argument), it.scope) : [];
	});
}
