import { definitionOf } from '../declared.ts';
import { data, environmentShown, exec, type Finding, type Invocation, type Program, role, rows } from '../program.ts';
import { reads, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';
import { bunModes } from './bun.ts';
import { evaluating, script } from './interpreters.ts';
import { nodeRunModes } from './node-packages.ts';
import { nodeModes } from './project/node-runners.ts';
import { phpToolNames } from './project/php.ts';
import { pythonModes } from './project/python.ts';
import { handedOn } from './project/tool.ts';
import { ownTool } from './project-script.ts';

const first = (pattern: RegExp) => (words: readonly Word[]) => words[0]?.known === true && pattern.test(words[0].text);

/** Ways of using a program in which it does less, or something else, than its own row says; the first that holds is taken. */
export const modes = (): readonly Program[] => [
	...nodeModes(),
	...nodeRunModes(),
	...pythonModes(),
	...bunModes(),
	rows('deno', {
		when: first(/^(test|lint|check|fmt|info|bench|doc|types|coverage)$/),
		options: {
			...data('--filter --reporter --ignore -j --parallel --location --seed'),
			...data('--env-file --env -c --config --import-map --cert --preload --require --junit-path --output'),
		},
		also: deno,
		examples: {
			'deno test -A': ['exec.project deno test'],
			'deno lint': ['exec.project deno lint'],
			'deno fmt --check': ['exec.project deno fmt'],
			'deno fmt': ['exec.project deno fmt', 'write .'],
			'deno test --config ./x.ts': ['exec x.ts', 'exec.project deno test'],
			'deno check https://e.example/x.ts': ['exec deno check'],
		},
	}),
	rows('ruby', {
		when: (words) => first(/^-(c|wc|cw)$/)(words) && !words.slice(1).some((word) => word.prefix.startsWith('-')),
		also: (it) => it.words.slice(1).flatMap((word) => reads(word, it.scope)),
		examples: { 'ruby -c a.rb': ['read a.rb'], 'ruby -wc a.rb': ['read a.rb'] },
	}),
	rows('php', {
		when: (words) => first(/^(-l|--syntax-check)$/)(words),
		also: (it) => it.words.slice(1).flatMap((word) => reads(word, it.scope)),
		examples: { 'php -l a.php': ['read a.php'] },
	}),
	rows('php', {
		when: (words) =>
			first(/^(\.\/)?vendor\/bin\/[\w-]+$/)(words) && phpToolNames.has(words[0]?.text.replace(/.*\//, '') ?? ''),
		wraps: true,
		also: (it) => [{ find: 'command', words: it.words }],
		examples: { 'php vendor/bin/phpunit': ['exec.project phpunit'] },
	}),
	rows('php', {
		when: (words) => first(/^artisan$/)(words) && words[1]?.text === 'test',
		wraps: true,
		also: (it) => projectOf(it, 'php artisan test', ['artisan', 'composer.json'], 2),
		examples: { 'php artisan test --filter A': ['exec.project php artisan test'] },
	}),
	rows('terraform tofu', {
		when: (words) =>
			first(/^(validate|fmt)$/)(words) && words.every((word) => word.known && !/^--?chdir/.test(word.text)),
		also: (it) => [
			...projectOf(it, `${it.name} ${it.operands[0]?.text}`, ['.terraform.lock.hcl', 'main.tf'], 1),
			...(it.operands[0]?.text === 'fmt' && !it.words.some((word) => /^--?check/.test(word.text))
				? writes(constant('.'), it.scope)
				: []),
		],
		examples: {
			'terraform fmt -check -recursive': ['exec.project terraform fmt'],
			'terraform fmt': ['exec.project terraform fmt', 'write .'],
			'terraform validate': ['exec.project terraform validate'],
		},
	}),
	rows('helm', {
		when: (words) =>
			first(/^lint$/)(words) && !words.some((word) => /:\/\/|^--?(post-renderer|kubeconfig|plugin)/.test(word.text)),
		options: role('read', '-f --values --set-file'),
		also: (it) => projectOf(it, 'helm lint', ['Chart.yaml'], 1),
		examples: { 'helm lint ./chart': ['exec.project helm lint'] },
	}),
	rows('swift', {
		when: first(/^(-e|-)$/),
		options: role('code', evaluating.join(' ')),
		also: script,
		examples: {
			"swift -e 'try FileManager.default.removeItem(atPath: NSHomeDirectory())'": [
				'opaque',
				'delete /home/user recursive',
			],
		},
	}),
	rows('kill', {
		when: (words) => first(/^(-l|-L|--list|--table)$/)(words) && words.length <= 2,
		examples: { 'kill -l': [] },
	}),
	rows('ps', {
		when: (words) => words.some((word) => !word.known) && showsEnvironment(words.filter((word) => word.known)),
		also: (it) => [exec(it), environmentShown],
		examples: { 'ps eww -p $PPID': ['exec ps', 'opaque', 'secret.read the environment'] },
	}),
	rows('ps pgrep pstree free vmstat', {
		also: (it) => (it.name === 'ps' && showsEnvironment(it.words) ? [environmentShown] : []),
		when: (words) => words.every((word) => word.known),
		examples: {
			'ps aux': [],
			'ps -ef': [],
			'ps -eo pid,etime,comm': [],
			'ps auxe': ['secret.read the environment'],
			'ps e -p 1': ['secret.read the environment'],
			'ps -Eww': ['secret.read the environment'],
			'ps -o environ': ['secret.read the environment'],
			'pgrep -a node': [],
			'free -h': [],
		},
	}),
];

/** BSD's letter `e`, macOS's `-E` and the column `environ` show what processes were given. */
function showsEnvironment(words: readonly Word[]): boolean {
	return words.some((word, i) => {
		const before = words[i - 1]?.text ?? '';
		const isValue = /^(-\w*[oOCGgpqstuUk]|\w*[oOUpqtk]|--\w[\w-]*)$/.test(before) && !before.includes('=');
		if (/environ/.test(word.text)) return true;
		return isValue ? false : /^-\w*E/.test(word.text) || /^[a-zA-Z]*e[a-zA-Z]*$/.test(word.text);
	});
}

function projectOf(it: Invocation, script: string, files: readonly string[], from: number): readonly Finding[] {
	const definedIn = definitionOf(it.scope, files);
	return definedIn === undefined
		? [exec(it, script)]
		: [...ownTool(it, { script, definedIn }), ...handedOn(it.words.slice(from), script, it)];
}

function deno(it: Invocation): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	const script = `deno ${verb?.text ?? ''}`;
	const isFetched = rest.some((word) => /:\/\/|^(npm|jsr):/.test(word.text)) || it.has('--reload', '-r');
	if (isFetched) return [exec(it, script)];
	const formats = verb?.text === 'fmt' && !it.has('--check') && !rest.some((word) => word.text === '-');
	const changes = formats || it.has('--fix', '--update');
	return [
		...projectOf(it, script, ['deno.json', 'deno.jsonc'], 1),
		...(changes ? writes(constant('.'), it.scope) : []),
	];
}
