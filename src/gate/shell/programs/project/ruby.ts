import { definitionOf, isProjectKind } from '../../declared.ts';
import { data, exec, type Finding, type Invocation, network, opaque, type Program, role, rows } from '../../program.ts';
import { credentialsIn } from '../../roles.ts';
import { constant, type Word } from '../../word.ts';
import { obeysHere, readsHere } from '../here.ts';
import { ownTool } from '../project-script.ts';
import { fetches } from '../registries.ts';
import { handedOn } from './handed-on.ts';
import { executed } from './operands.ts';
import { endings } from './rewrites.ts';
import { areProjectKinds, given, tool } from './tool.ts';

const gemfile = ['Gemfile', '.rspec', '.rubocop.yml', 'Rakefile'];

/** Tools for Ruby. */
export const rubyTools = (): readonly Program[] => [
	tool('rspec cucumber minitest', {
		home: gemfile,
		options: {
			...data('-e --example -t --tag -P --pattern --exclude-pattern --seed --order -n --name -p --profile'),
			...role(
				'flag',
				'--only-failures --next-failure -b --backtrace --fail-fast --no-fail-fast --dry-run --bisect -w --warnings --force-color -c -d --strict --no-strict --guess --wip --expand --no-source --no-snippets --no-multiline --no-duration --show-skips --pride -x',
			),
		},
		config: '-O --options',
		folders: '--default-path -I',
		loads: '-r --require -f --format',
		output: '-o --out --failure-file --junit-output',
		executesOperands: /(_spec\.rb|\.feature|(^|\/)test_\w+\.rb|_test\.rb)$/,
		also: (it) => [...chosenFiles(it), ...(it.has('--publish') ? [network('messages.cucumber.io')] : [])],
	}),
	tool('brakeman', {
		home: gemfile,
		options: {
			...data(
				'-w --confidence-level -t --test -x --except -f --format -s --safe-methods --url-safe-methods -l --only-files --skip-files --message-limit --table-width',
			),
			...role('script', '--add-checks-path'),
			...role('read', '-i --ignore-config'),
			// These write the current settings into a file.
			...role('write', '-C --create-config'),
		},
		flags:
			'-n --no-threads -z --exit-on-warn --no-exit-on-warn --no-exit-on-error -A --run-all-checks -d --debug --summary --no-summary --separate-models --github-repo --faster -P --no-progress --no-pager --absolute-paths --rails3 --rails4 --rails5 --rails6 --rails7',
		config: '-c --config-file',
		folders: '-p --path --add-libs-path --add-engines-path',
		output: '-o --output --compare --css-file --log',
	}),
	tool('rubocop standardrb reek erblint haml-lint srb steep', {
		home: gemfile,
		options: {
			...data('--only --except --fail-level -f --format --enable-linters -s --stdin --cache -C --sort-by -w -j --jobs'),
		},
		config: '-c --config',
		loads: '-r --require --plugin',
		output: '-o --out --output --cache-root --log',
		flags:
			'-a -A -l -L -D -E -F -P -S -d -n -z -A --parallel --no-parallel --display-cop-names --extra-details --display-style-guide --display-time --display-only-fail-level-offenses --lint --lint-all --layout --fix-layout --safe --fail-fast --force-exclusion --force-default-config --ignore-parent-exclusion --only-recognized-file-types --debug --disable-pending-cops --enable-pending-cops --raise-cop-error --no-exclude-limit --display-only-safe-correctable --display-only-correctable --auto-gen-only-exclude --no-auto-gen-timestamp --autocorrect --autocorrect-all --auto-correct --auto-correct-all --no-pager --no-exit-on-warn --no-progress --no-documentation --summary --faster --enable-all-linters --list-target-files --no-fix',
		acts: /^(init|rbi|bump|langserver)$/,
		changes: given(
			'-a -A -x --auto-correct --auto-correct-all --autocorrect --autocorrect-all --safe-auto-correct --safe-autocorrect --fix --fix-layout --auto-gen-config --init --regenerate-todo --generate-todo',
		),
		files: endings.ruby,
	}),
	taskRunner('rake', (operands) => operands),
	taskRunner('rails', (operands) => operands.slice(0, 1)),
	rows('bundle bundler', { input: 'handed', wraps: true, also: bundle }),
];

/** Reports patterns that may choose other files than tests. Threat: a pattern can make any file a test, and the runner executes it. */
function chosenFiles(it: Invocation): readonly Finding[] {
	const odd = it
		.values('-P', '--pattern')
		.filter(({ text, known }) => !known || !text.split(',').every((one) => /(_spec|_test)\.rb$|\/$/.test(one)));
	return odd.map(({ text }) => opaque(`what files \`${text}\` runs`));
}

function taskRunner(name: string, tasksOf: (operands: Invocation['operands']) => Invocation['operands']): Program {
	return rows(name, {
		// `rails console` and `rails runner -` run their input as code.
		input: 'code',
		options: {
			...data('-n --name -j --jobs --seed --suppress-backtrace'),
			...role(
				'flag',
				'-q --quiet -s --silent -t --trace -T --tasks -A --all -P --prereqs -D --describe --dry-run -v --verbose -m --multitask -B --build-all -W --where --backtrace -b -d --fail-fast --defer-output --warnings --no-color --color --rules',
			),
			...role('script', '-f --rakefile -r --require -R --rakelibdir -I'),
			...role('code', '-e --execute -p --execute-print -E --execute-continue'),
		},
		also: (it) => rake(it, tasksOf(it.operands)),
	});
}

/** Names of Ruby tools that `bundle exec` and `bin/` start. */
export const rubyToolNames = new Set([
	'rspec',
	'cucumber',
	'minitest',
	'rubocop',
	'standardrb',
	'brakeman',
	'reek',
	'erblint',
	'haml-lint',
	'srb',
	'steep',
	'rake',
	'rails',
]);

/** Judges a call that runs tasks. Every task must be a test, check or build by its name. */
function rake(it: Invocation, names: Invocation['operands']): readonly Finding[] {
	const script = [it.name, ...names.map((word) => word.text)].join(' ');
	const definedIn = definitionOf(it.scope, ['Rakefile', 'Gemfile']);
	const isKind = (name: string) =>
		(isProjectKind(name) && !name.includes('=')) ||
		/^(rubocop|standard|spec|zeitwerk:check|routes|stats|notes|about)$/.test(name);
	// If rake cannot read a file as Ruby, its errors show the text of the file.
	const shown = credentialsIn(it.values('-f', '--rakefile'), it.scope);
	if (shown.length > 0) return [exec(it, script), ...shown];
	if (it.operands.length === 0)
		return it.has('-T', '--tasks', '--version', '-V') && definedIn !== undefined
			? ownTool(it, { script: it.name, definedIn })
			: [exec(it)];
	if (definedIn === undefined || !areProjectKinds(names, isKind)) return [exec(it, script)];
	const paths = it.name === 'rails' && names[0]?.text === 'test' ? it.operands.slice(1) : [];
	return [
		...ownTool(it, { script, definedIn }),
		...handedOn(it.operands.slice(1), script, it),
		...executed(paths, it, /\.rb$/),
	];
}

function bundle(it: Invocation): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	if (verb === undefined && it.has('--version', '-v', '--help', '-h')) return [];
	const name = verb?.text ?? '';
	const script = `bundle ${name}`.trim();
	const [called] = name === 'exec' ? rest.filter((word) => !word.text.startsWith('-')) : [];
	const isReading = verb?.known === true && bundleReading.test(name);
	const own = called === undefined ? it.words : it.words.slice(0, it.words.indexOf(called));
	const odd = isReading || name === 'exec' ? oddBundle(own) : [];
	if (odd.length > 0) return [exec(it, script), ...odd, ...(called === undefined ? [] : commandFrom(called, rest))];
	// Bundler runs the code of the Gemfile first.
	if (isReading) return [...obeysHere(it), ...readsHere(it)];
	if (name !== 'exec') return [...fetches('ruby', it), exec(it, script)];
	if (called === undefined) return [exec(it, script)];
	const words = rest.slice(rest.indexOf(called));
	if (called.text === 'ruby' && isTest(words)) return [...obeysHere(it), { find: 'command', words: testWords(words) }];
	const command: Finding = { find: 'command', words };
	return called.known && rubyToolNames.has(called.text)
		? [...obeysHere(it), command]
		: [exec(it, `${script} ${called.text}`), command];
}

const bundleReading = /^(list|show|info|check|platform|licenses|version|help)$/;

function commandFrom(called: Word, rest: readonly Word[]): readonly Finding[] {
	return [{ find: 'command', words: rest.slice(rest.indexOf(called)) }];
}

const plainBundle =
	/^--?(v|V|h|version|verbose|help|no-color|(no-)?keep-file-descriptors|name-only|paths?|only-group|without-group|dry-run|exact|outdated|version)(=[\w-]*)?$/;

/** Reports unknown options of Bundler. Threat: a Gemfile is Ruby code, and an option may name another Gemfile. */
function oddBundle(words: readonly Word[]): readonly Finding[] {
	return words
		.filter(({ text }) => text.startsWith('-') && text !== '--' && !plainBundle.test(text))
		.map(({ text }) => opaque(`what \`${text}\` makes Bundler load`));
}

/** Returns whether the library of the language runs a test of the project, as in `ruby -Itest test/a_test.rb -n /name/ -v`. */
function isTest(words: readonly Word[]): boolean {
	if (!words.every(({ known, pattern }) => known && !pattern)) return false;
	const line = words.map(({ text }) => text.replaceAll(' ', '_')).join(' ');
	return /^ruby( -w| -I ?(test|lib|spec)(:(test|lib|spec))*)* (test|spec)\/(?!\S*\.\.)[\w/-]+\.rb( -n \S+| -v| --seed \d+| --verbose)*$/.test(
		line,
	);
}

function testWords(words: readonly Word[]): readonly Word[] {
	const at = words.findIndex(({ text }) => /^(test|spec)\//.test(text));
	return [constant('minitest'), ...words.slice(at)];
}
