import { exec, type Finding, type Invocation, network, type Program, rows } from '../program.ts';
import { fetches, type PackageWorld } from './registries.ts';

/** Installers of the system's packages, and of languages that the project's own tables do not know. */
export const packages = (): readonly Program[] => [
	rows('pip pip3 pipx gem brew conda mamba', { input: 'data', wraps: true, also: installer }),
	rows('apt apt-get yum dnf apk pacman zypper snap dpkg rpm', { input: 'data', wraps: true, also: installer }),
];

/** The others install for the whole system, which no sandbox lets them; their registries are many. */
const worlds: Readonly<Record<string, PackageWorld>> = { pip: 'python', pip3: 'python', pipx: 'python', gem: 'ruby' };

const fetching =
	/^(i|install|add|update|up|upgrade|publish|search|login|logout|whoami|owner|pack|fetch|download|sync|dist-upgrade|full-upgrade|require|outdated|run|push|wheel|create|reinstall|inject|runpip)$/;
const printing = /^(list|show|freeze|check|info|policy|help|environment|contents|which|leaves|deps)$/;

function installer(it: Invocation): readonly Finding[] {
	const [verb] = it.operands;
	if (verb === undefined) return it.words.length === 0 || it.has('--version', '-V', '--help', '-h') ? [] : [exec(it)];
	if (verb.known && printing.test(verb.text)) return [];
	const program = `${it.name} ${verb.text}`;
	if (!fetching.test(verb.text)) return [exec(it, program)];
	const world = worlds[it.name];
	return [...(world === undefined ? [network('the package registry')] : fetches(world, it)), exec(it, program)];
}
