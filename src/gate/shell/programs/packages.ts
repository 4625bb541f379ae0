import { exec, type Finding, type Invocation, network, type Program, rows } from '../program.ts';

/** Installers of the system's packages, and of languages that the project's own tables do not know. */
export const packages = (): readonly Program[] => [
	rows('pip pip3 pipx gem brew conda mamba', {
		wraps: true,
		also: installer,
		examples: {
			'pip install x': ['network the package registry', 'exec pip install'],
			'pip list': [],
			'pip --version': [],
			'pip freeze': [],
			'gem install x': ['network the package registry', 'exec gem install'],
			'pipx run black': ['network the package registry', 'exec pipx run'],
		},
	}),
	rows('apt apt-get yum dnf apk pacman zypper snap dpkg rpm', {
		wraps: true,
		also: installer,
		examples: {
			'apt-get install -y x': ['network the package registry', 'exec apt-get install'],
			'apt list': [],
			'pacman -Syu': ['exec pacman'],
		},
	}),
];

const fetching =
	/^(i|install|add|update|up|upgrade|publish|search|login|logout|whoami|owner|pack|fetch|download|sync|dist-upgrade|full-upgrade|require|outdated|run|push|wheel|create|reinstall|inject|runpip)$/;
const printing = /^(list|show|freeze|check|info|policy|help|environment|contents|which|leaves|deps)$/;

function installer(it: Invocation): readonly Finding[] {
	const [verb] = it.operands;
	if (verb === undefined) return it.words.length === 0 || it.has('--version', '-V', '--help', '-h') ? [] : [exec(it)];
	if (verb.known && printing.test(verb.text)) return [];
	const program = `${it.name} ${verb.text}`;
	return fetching.test(verb.text) ? [network('the package registry'), exec(it, program)] : [exec(it, program)];
}
