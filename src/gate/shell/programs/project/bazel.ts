import { definitionOf } from '../../declared.ts';
import {
	data,
	environmentShown,
	exec,
	type Finding,
	type Invocation,
	network,
	opaque,
	type Program,
	role,
	rows,
} from '../../program.ts';
import type { Word } from '../../word.ts';
import { ownTool } from '../project-script.ts';
import { compilerFlag } from './make-environment.ts';
import { foreign } from './operands.ts';

/** Builds with Bazel and similar tools. */
export const bazelTools = (): readonly Program[] => [
	rows('bazel bazelisk buck2', {
		input: 'data',
		options: {
			...data(`--config -c ${words}`),
			...role('flag', flags),
			...data(compilerOptions),
			...data('--test_arg --define'),
			...role('output', files),
		},
		judgesOptions: true,
		also: bazel,
	}),
];

/** Options whose value is a word, a number or a label of the repository. */
const words =
	'--compilation_mode --test_filter --test_output --jobs -j --test_tag_filters --build_tag_filters --test_lang_filters --test_size_filters --test_timeout_filters --test_timeout --test_summary --test_sharding_strategy --platforms --cpu --local_test_jobs --runs_per_test --flaky_test_attempts --cache_test_results --color --curses --show_result --ui_event_filters --output --order_output --universe_scope --instrumentation_filter --combined_report --progress_report_interval --loading_phase_threads --local_ram_resources --local_cpu_resources --strip --features --cxx_std --spawn_strategy --test_strategy --strategy --toolchain_resolution_debug';
/** Options that take no value. */
const flags =
	'--verbose_failures --keep_going -k -t --test_keep_going --build_tests_only --build_manual_tests --show_progress --show_timestamps --noshow_progress --announce_rc --stamp --noimplicit_deps --notool_deps --implicit_deps --tool_deps --nobuild --nocache_test_results --nokeep_going --noshow_loading_progress --sandbox_debug --explain_verbose --subcommands -s --check_up_to_date --enable_bzlmod --noenable_bzlmod --test_verbose_timeout_warnings --help --long --short --version --infer_universe_scope --collect_code_coverage';
const compilerOptions = '--copt --cxxopt --conlyopt --host_copt --host_cxxopt';
const files = '--profile --build_event_json_file --build_event_text_file --explain --experimental_execution_log_file';

const known = new Set([words, flags, compilerOptions, files, '--test_arg --define --config -c'].join(' ').split(' '));

function bazel(it: Invocation): readonly Finding[] {
	const [verb, ...targets] = it.operands;
	const name = verb?.text ?? '';
	const definedIn = definitionOf(it.scope, ['MODULE.bazel', 'WORKSPACE', 'WORKSPACE.bazel']);
	const isOwn = verb?.known === true && /^(test|build|coverage|query|cquery|aquery|info|version|help)$/.test(name);
	if (definedIn === undefined || !isOwn) return [exec(it, `${it.name} ${name}`.trim())];
	return [
		...ownTool(it, { script: `${it.name} ${name}`, definedIn }),
		...oddOptions(it),
		...(name === 'info' ? environmentIn(targets) : []),
		...(targets.some(({ text }) => /@/.test(text)) ? [network('the repository that it names')] : []),
		...foreign(
			targets.filter(({ text }) => /^(\/(?!\/)|\.\.|~)/.test(text)),
			it,
		),
	];
}

/** `info client-env` prints each variable of the environment with its value. */
function environmentIn(keys: readonly Word[]): readonly Finding[] {
	if (keys.some(({ text }) => text === 'client-env')) return [environmentShown];
	return keys.every(({ known }) => known) ? [] : [opaque('what it is asked for')];
}

/**
 * Reports every unknown option. Threat: Bazel has about a thousand options, and many name a program, a rule with code, or another
 * repository.
 */
function oddOptions(it: Invocation): readonly Finding[] {
	const unknown = it.words.filter(({ text }) => /^-./.test(text) && !/^-(\d|-?$|\/\/|:)/.test(text) && !isKnown(text));
	const flags = it.values(...compilerOptions.split(' ')).filter(({ text }) => !compilerFlag.test(text));
	const values = it.values(...words.split(' '), '--test_arg', '--define', '--config', '-c');
	const paths = values.filter(({ text }) => !/^[-+]?\/\//.test(text) && /(^|[=:,@])([/~]|\.\.)|%workspace%/.test(text));
	return [...unknown, ...flags, ...paths].map(({ text }) =>
		opaque(`what \`${text.slice(0, 120)}\` makes the build run`),
	);
}

function isKnown(text: string): boolean {
	const [name = ''] = text.split('=');
	return known.has(name) || known.has(name.replace(/^--no/, '--')) || /^-[jck]\w*$/.test(text);
}
