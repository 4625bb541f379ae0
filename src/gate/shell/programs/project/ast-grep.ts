import { nearestFile } from '../../declared.ts';
import { data, exec, type Finding, type Invocation, type Program, role, rows } from '../../program.ts';
import { reads } from '../../roles.ts';
import { constant, type Word } from '../../word.ts';
import { ownTool } from '../project-script.ts';
import { endings, rewrites } from './rewrites.ts';
import { chosenCredentials, configured, widened } from './tool.ts';

const options = {
	...data(
		'-p --pattern --selector --strictness -l --lang --debug-query --globs --no-ignore --heading --color --threads -j -A --after -B --before -C --context --filter -f --inline-rules --format --max-results --snapshot-dir',
	),
	...data('-c --config -r --rewrite --rule'),
	...role('read', '-t --test-dir'),
	...data('--report-style --severity --error --warning --info --hint --off --selector --stdin-filepath'),
	...role(
		'flag',
		'-U --update-all -i --interactive --json --stdin --no-color --skip-snapshot-tests --include-off --follow',
	),
};

/** ast-grep searches and rewrites code by patterns of its syntax. */
export const codeSearches = (): readonly Program[] => [
	rows('ast-grep', { input: 'data', options, onlyListed: true, also: search }),
];

/**
 * `sg` is also a program that runs a command with another group. A call is judged as a search only if the other `sg` would not understand
 * it.
 */
export const codeSearchModes = (): readonly Program[] => [
	rows('sg', {
		input: 'data',
		when: ([first, second]) =>
			/^(-p|--pattern(=.*)?)$/.test(first?.text ?? '') ||
			(/^(run|scan)$/.test(first?.text ?? '') && /^(-p|--pattern(=.*)?|-r|--rule)$/.test(second?.text ?? '')),
		options,
		onlyListed: true,
		also: search,
	}),
];

function search(it: Invocation): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	const name = /^(run|scan|test|new|lsp|completions|help)$/.exec(verb?.text ?? '')?.[1] ?? 'run';
	if (name === 'help' || it.has('--help', '-h', '--version', '-V')) return [];
	if (!/^(run|scan|test)$/.test(name)) return [exec(it, `${it.name} ${name}`)];
	const paths = verb?.text === name ? rest : it.operands;
	const looked = paths.length === 0 ? [constant('.')] : paths;
	return [
		...looked.flatMap((word) => reads(word, it.scope)),
		...(it.has('--no-ignore') ? widened(paths, it) : []),
		...chosenCredentials(it),
		...settings(it, `${it.name} ${name}`),
		...ruleFiles(it, name),
		...changes(it, paths),
	];
}

/** Judges the configuration, which may name a parser that ast-grep loads. */
function settings(it: Invocation, script: string): readonly Finding[] {
	const definedIn = nearestFile(it.scope, ['sgconfig.yml', 'sgconfig.yaml'])?.path;
	return [
		...(definedIn === undefined ? [] : ownTool(it, { script, definedIn })),
		...it.values('-c', '--config').flatMap((word) => configured(word, script, it)),
	];
}

/** Judges `-r` of `scan`, which names a file of rules. With `run`, `-r` is the new text. */
function ruleFiles(it: Invocation, verb: string): readonly Finding[] {
	return verb === 'scan' ? it.values('-r', '--rule').flatMap((word) => reads(word, it.scope)) : [];
}

function changes(it: Invocation, paths: readonly Word[]): readonly Finding[] {
	if (!it.has('-U', '--update-all', '-i', '--interactive')) return [];
	// Threat: the command line says what the new text is. So unlike a formatter, ast-grep can change what a script of `package.json` does.
	return rewrites(paths, codeFiles, it.scope).filter(({ find }) => find !== 'trait');
}

const codeFiles = [
	endings.scripts,
	endings.python,
	endings.go,
	endings.rust,
	endings.c,
	endings.ruby,
	endings.php,
	endings.jvm,
].join(',');
