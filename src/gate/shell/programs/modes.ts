import { definitionOf } from '../declared.ts';
import {
	data,
	environmentShown,
	exec,
	type Finding,
	type Invocation,
	network,
	opaque,
	type Program,
	type Role,
	role,
	rows,
	runsFetchedCode,
} from '../program.ts';
import { contacts, reads } from '../roles.ts';
import type { Word } from '../word.ts';
import { bunModes } from './bun.ts';
import { shownByPgrep, shownByPs } from './every-process.ts';
import { evaluating, unreadScript } from './interpreters.ts';
import { nodeRunModes } from './node-packages.ts';
import { patchTrials } from './patch-trials.ts';
import { codeSearchModes } from './project/ast-grep.ts';
import { handedOn } from './project/handed-on.ts';
import { nodeModes } from './project/node-runners.ts';
import { executed as testsIn } from './project/operands.ts';
import { phpToolNames } from './project/php.ts';
import { pythonModes } from './project/python.ts';
import { endings, rewrites } from './project/rewrites.ts';
import { configured } from './project/tool.ts';
import { ownTool } from './project-script.ts';
import { pythonModuleModes } from './python-modules.ts';

const first = (pattern: RegExp) => (words: readonly Word[]) => words[0]?.known === true && pattern.test(words[0].text);

/** Calls in which a program does less, or something else, than its own row says. The first row that matches is used. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const modes = (): readonly Program[] => [
	...nodeModes(),
	...nodeRunModes(),
	...pythonModes(),
	...pythonModuleModes(),
	...bunModes(),
	...codeSearchModes(),
	...patchTrials(),
	rows('deno', {
		input: 'data',
		when: first(/^(test|lint|check|fmt|info|bench|doc|types|coverage)$/),
		options: {
			...data(
				'--filter --reporter --ignore -j --location --seed --shuffle --ext --indent-width --line-width --prose-wrap --allow-read --allow-net --allow-env --allow-write --allow-sys --coverage',
			),
			...role('flag', denoFlags),
			...data('--env-file --env -c --config --import-map --preload --require'),
			...role('read', '--cert'),
			...role('output', '--junit-path --output --cpu-prof-dir'),
		},
		harmless: /^--allow-(read|net|env|write|sys)=[\w.,:/-]+$/,
		also: deno,
	}),
	rows('ruby', {
		input: 'data',
		when: (words) => first(/^-(c|wc|cw)$/)(words) && !words.slice(1).some((word) => word.prefix.startsWith('-')),
		also: (it) => it.words.slice(1).flatMap((word) => reads(word, it.scope)),
	}),
	rows('php', {
		input: 'data',
		when: (words) =>
			first(/^(-l|--syntax-check)$/)(words) && !words.slice(1).some((word) => word.prefix.startsWith('-')),
		also: (it) => it.words.slice(1).flatMap((word) => reads(word, it.scope)),
	}),
	rows('php', {
		input: 'data',
		when: (words) =>
			first(/^(\.\/)?vendor\/bin\/[\w-]+$/)(words) && phpToolNames.has(words[0]?.text.replace(/.*\//, '') ?? ''),
		wraps: true,
		also: (it) => [{ find: 'command', words: it.words }],
	}),
	rows('php', {
		input: 'data',
		when: (words) => first(/^artisan$/)(words) && words[1]?.text === 'test',
		wraps: true,
		also: (it) => projectOf(it, 'php artisan test', ['artisan', 'composer.json'], 2),
	}),
	rows('terraform tofu', {
		input: 'data',
		when: (words) =>
			first(/^(validate|fmt)$/)(words) && words.every((word) => word.known && !/^--?chdir/.test(word.text)),
		also: (it) => [
			...projectOf(it, `${it.name} ${it.operands[0]?.text}`, ['.terraform.lock.hcl', 'main.tf'], 1),
			...(it.operands[0]?.text === 'fmt' && !it.words.some((word) => /^--?check/.test(word.text))
				? rewrites(it.operands.slice(1), endings.terraform, it.scope)
				: []),
		],
	}),
	rows('helm', {
		input: 'data',
		when: (words) =>
			first(/^lint$/)(words) && !words.some((word) => /:\/\/|^--?(post-renderer|kubeconfig|plugin)/.test(word.text)),
		options: role('read', '-f --values --set-file'),
		also: (it) => projectOf(it, 'helm lint', ['Chart.yaml'], 1),
	}),
	rows('swift', {
		input: 'data',
		when: first(/^(-e|-)$/),
		options: role('code', evaluating.join(' ')),
		also: unreadScript,
	}),
	rows('kill', { input: 'ignored', when: (words) => first(/^(-l|-L|--list|--table)$/)(words) && words.length <= 2 }),
	rows('ps', {
		input: 'data',
		when: (words) => words.some((word) => !word.known) && showsEnvironment(words.filter((word) => word.known)),
		also: (it) => [exec(it), environmentShown],
	}),
	rows('ps', {
		input: 'ignored',
		also: (it) => (showsEnvironment(it.words) ? [environmentShown] : []),
		yields: shownByPs,
		when: (words) => words.every((word) => word.known),
	}),
	rows('pgrep', { input: 'ignored', when: (words) => words.every((word) => word.known), yields: shownByPgrep }),
	rows('pstree free vmstat', { input: 'ignored', when: (words) => words.every((word) => word.known) }),
	rows('ss', {
		input: 'ignored',
		when: (words) => areAll(words, /^(-[HOnaltuwx460peimos]+|sport|dport|=|:\d{1,5}|or|and)$/),
	}),
	// Without `-n`, netstat asks a server for the names of all addresses.
	rows('netstat', { input: 'ignored', when: (words) => areAll(words, /^-[tulwxape46WrsiM]*n[tulwxapen46WrsiM]*$/) }),
	rows('lsof', {
		input: 'ignored',
		when: (words) =>
			areAll(
				words,
				/^(-[nPtlaU]*(i?|i(TCP|UDP|tcp|udp|4|6)?(:\d[\d,-]*)?)|-sTCP:LISTEN|(TCP|UDP|tcp|udp|4|6)?:\d[\d,-]*)$/,
			),
	}),
];

/** Returns whether each word is known and has this form. Other words, such as `@host`, make these programs ask a server or write a file. */
function areAll(words: readonly Word[], form: RegExp): boolean {
	return words.length > 0 && words.every(({ known, pattern, text }) => known && !pattern && form.test(text));
}

/** Returns whether `ps` shows the environment of processes: with BSD's letter `e`, macOS's `-E`, or the column `environ`. */
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
		: [
				...ownTool(it, { script, definedIn }),
				...handedOn(it.words.slice(from), script, it, endings.web, ownOptions(it)),
			];
}

/** Returns every option of the call for the parameter `listed` of `handedOn`, because the row of the tool already judges these options. */
function ownOptions({ options }: Invocation): Readonly<Record<string, Role>> {
	return Object.fromEntries(options.map(({ name }) => [name, 'data']));
}

const denoFlags =
	'-q --quiet -R -W -N -E -S --no-check --check --fail-fast --parallel --no-prompt --cached-only --lock --no-lock --frozen --node-modules-dir --unstable --trace-leaks --compact --json --rules --fix --watch --permit-no-files --use-tabs --no-semicolons --single-quote --no-run --no-remote --no-npm --hide-stacktraces --allow-read --allow-net --allow-env --allow-write --allow-sys --coverage';

const packageHosts: Readonly<Record<string, string>> = { npm: 'registry.npmjs.org', jsr: 'jsr.io' };

/**
 * Reports options that make Deno's tests do more. Threat: `--doc` runs blocks of code in
 * texts, and with all permissions a test starts any program.
 */
function testedByDeno(words: readonly Word[], it: Invocation): readonly Finding[] {
	const rights = it.words.filter(({ text }) => /^(--doc|--allow-(all|run|ffi)|-[A-Z]*A[A-Z]*)\b/.test(text));
	return [...rights.map(({ text }) => opaque(`tests with \`${text}\``)), ...testsIn(words, it, /\.[cm]?[jt]sx?$/)];
}

/** Judges deno. A module from another machine or from a registry is downloaded, and a test of it executes the module. */
function deno(it: Invocation): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	const name = verb?.text ?? '';
	const script = `deno ${name}`;
	const fetched = rest.filter((word) => /:\/\/|^(npm|jsr):/.test(word.text));
	const hosts = fetched.flatMap((word) => {
		const host = packageHosts[word.text.replace(/:.*/s, '')];
		return host === undefined ? contacts(word, it.scope) : [network(host)];
	});
	const executed = fetched.length > 0 && /^(test|bench)$/.test(name) ? [runsFetchedCode] : [];
	const maps = it.values('--import-map', '-c', '--config').flatMap((word) => configured(word, script, it));
	if (fetched.length > 0 || it.has('--reload', '-r')) return [exec(it, script), ...hosts, ...executed, ...maps];
	const tested = /^(test|bench)$/.test(name) ? testedByDeno(rest, it) : [];
	const formats = name === 'fmt' && !it.has('--check') && !rest.some((word) => word.text === '-');
	const files = name === 'fmt' ? endings.web : name === 'lint' ? endings.scripts : endings.snapshots;
	return [
		...projectOf(it, script, ['deno.json', 'deno.jsonc'], 1),
		...maps,
		...tested,
		...(formats || it.has('--fix', '--update') ? rewrites(rest, files, it.scope) : []),
	];
}
