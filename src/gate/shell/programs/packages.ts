import { invocationOf, optionRoles, readArguments } from '../arguments.ts';
import { data, exec, type Finding, type Invocation, network, type Program, type Row, role, rows } from '../program.ts';
import { findingsBy } from '../row-findings.ts';
import { databases } from './package-databases.ts';
import { fetches, type PackageWorld } from './registries.ts';

/** Installers of packages for the system, and for languages without a separate table. */
export const packages = (): readonly Program[] => [
	installer('pip pip3 pipx', 'python', {
		...role('read', '-r --requirement -c --constraint'),
		...role('output', '--log --log-file --cache-dir --report'),
		...role('script', '--python'),
		...role('url', '-i --index-url --extra-index-url --pypi-url'),
		...data(
			'--format --path --exclude -e --proxy --timeout --retries --cert --client-cert --trusted-host -f --find-links',
		),
		...role('flag', '-o --outdated -u --uptodate'),
	}),
	installer('gem', 'ruby', {
		...role('url', '-s --source --clear-sources -p --http-proxy'),
		...data('-v --version --format'),
		...role('script', '--config-file'),
		...role('flag', '-r --remote -b --both'),
	}),
	// These install for the whole system, which no sandbox allows. They have many registries.
	installer('brew conda mamba'),
	installer('apt apt-get yum dnf apk pacman zypper snap'),
	...databases(),
];

const fetching =
	/^(i|install|add|update|up|upgrade|publish|search|login|logout|whoami|owner|pack|fetch|download|sync|dist-upgrade|full-upgrade|require|outdated|run|push|wheel|create|reinstall|inject|runpip)$/;
const printing =
	/^(list|show|freeze|check|info|policy|help|environment|contents|which|leaves|deps|inspect|debug|rdepends|depends)$/;

function installer(names: string, world?: PackageWorld, options?: Program['options']): Program {
	const row = options === undefined ? { wraps: true } : { options };
	return rows(names, { ...row, input: 'data', also: (it) => installs(it, world) });
}

/** Options that make a list of installed packages contact a registry. */
const asking = ['-o', '--outdated', '-u', '--uptodate', '-r', '--remote', '-b', '--both'];

function installs(it: Invocation, world: PackageWorld | undefined): readonly Finding[] {
	const [verb, what] = it.operands;
	if (verb === undefined) return it.words.length === 0 || it.has('--version', '-V', '--help', '-h') ? [] : [exec(it)];
	const isCache = verb.text === 'cache' && /^(dir|info|list)$/.test(what?.text ?? '');
	const isEnvironments = verb.text === 'env' && what?.text === 'list';
	// For pip, `-r` names a file.
	const asks = world !== undefined && asking.some((name) => it.has(name) && it.values(name).length === 0);
	if (verb.known && (printing.test(verb.text) || isCache || isEnvironments))
		return [...(asks ? fetches(world, it) : []), ...shownBy(it)];
	const program = `${it.name} ${verb.text}`;
	if (!fetching.test(verb.text)) return [exec(it, program)];
	return [...(world === undefined ? [network('the package registry')] : fetches(world, it)), exec(it, program)];
}

/** Judges the words after a verb that only shows something. They can still write: `pip list --log=x`. */
function shownBy(it: Invocation): readonly Finding[] {
	const words = it.operands.slice(1);
	const read = readArguments(words, optionRoles(shown), false);
	return findingsBy(shown, invocationOf(it.name, words, read, { scope: it.scope, stdin: it.stdin }), {
		read,
		input: 'ignored',
	});
}

const shown: Row = {
	names: ['show'],
	options: {
		...role('write', '--log'),
		...role('read', '-r --requirement --path --python --cert --client-cert'),
		...role('script', '-c --config-file'),
		...role('url', '-i --index-url --extra-index-url -f --find-links --proxy'),
	},
};
