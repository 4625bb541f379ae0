import { definitionOf, isActing } from '../../declared.ts';
import { data, exec, type Finding, type Invocation, type Program, role, rows } from '../../program.ts';
import { ownTool } from '../project-script.ts';
import { fetches } from '../registries.ts';
import { handedOn } from './handed-on.ts';
import { executed } from './operands.ts';
import { endings, rewrites } from './rewrites.ts';

/** Tools for Elixir, Erlang and Gleam. */
export const beamTools = (): readonly Program[] => [
	rows('mix rebar3 gleam', {
		input: 'ignored',
		options: {
			...data(
				'--only --exclude --include --seed --max-failures --max-cases --suite --case --group --slowest --slowest-modules --partitions --repeat-until-failure --ignore --checks --format --min-priority --files-included --files-excluded --sname',
			),
			...role(
				'flag',
				'--trace --force --warnings-as-errors --cover -c -v --verbose --stale --failed --no-start --no-compile --no-deps-check --no-archives-check --no-elixir-version-check --all-warnings --strict --check-formatted --check --dry-run --preload-modules --raise --color --no-color -a --all --read-from-stdin --mute-exit-status --quiet',
			),
			...role('script', '-r --require --config-file --formatter --dot-formatter'),
			...role('code', '-e --eval -S --target'),
			...role('output', '-o --output --output-file --build-path --logdir --export-coverage'),
		},
		also: mix,
	}),
];

function mix(it: Invocation): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	const name = verb?.text ?? '';
	const script = `${it.name} ${name}`.trim();
	const definedIn = definitionOf(it.scope, ['mix.exs', 'rebar.config', 'gleam.toml']);
	if (verb === undefined || definedIn === undefined || !verb.known) return [exec(it, script)];
	if (/^(deps\.(get|update)|deps|hex\.\w+|local\.\w+|archive\.install|upgrade|publish)$/.test(name) && name !== 'deps')
		return [...fetches('erlang', it), exec(it, script)];
	const isKind =
		/^(test|compile|format|credo|dialyzer|sobelow|xref|docs|help|eunit|ct|deps|deps\.tree|app\.tree|check|build|boundary|doctor)(\..*)?$/.test(
			name,
		) && !isActing(name);
	// Generators, and changes of the lock file.
	const isGenerator = name === 'credo' && /^gen\./.test(rest[0]?.text ?? '');
	const isUnlocking = name === 'deps.unlock' && !it.has('--check-unused');
	if (!isKind || isGenerator || isUnlocking) return [exec(it, script)];
	const formats = name === 'format' && !it.has('--check-formatted', '--dry-run', '--check');
	return [
		...ownTool(it, { script, definedIn }),
		...handedOn(
			it.words.slice(1),
			script,
			it,
			endings.beam,
			Object.fromEntries(it.options.map(({ name }) => [name, 'data'])),
		),
		...(name === 'test' ? executed(rest, it, /\.exs$/) : []),
		...(formats ? rewrites(rest, endings.beam, it.scope) : []),
	];
}
