import { isActing, isProjectKind } from '../../declared.ts';
import { data, exec, type Finding, type Invocation, opaque, type Program, type Role, role } from '../../program.ts';
import { handedOn } from './handed-on.ts';
import { executed } from './operands.ts';
import { endings, rewrites } from './rewrites.ts';
import { tool } from './tool.ts';

interface Language {
	/** Verbs that test, check, build or format. */
	readonly verbs: RegExp;
	readonly home: readonly string[];
	/** Endings of the source files, separated by commas. */
	readonly files: string;
	/** The verb `build` takes the name of a build step of the project. */
	readonly hasSteps?: true;
	/** Roles of further options. */
	readonly more?: Program['options'];
	/** Options that name the file which declares the project. */
	readonly config?: string;
	/** The files that the verbs `test` and `spec` execute. */
	readonly tests?: RegExp;
	/** The verb `fix` changes files if `--apply` is given: `dart fix --apply`. */
	readonly applies?: true;
}

/** Languages with one tool that tests, builds and more. The verb selects the action. */
const languages: Readonly<Record<string, Language>> = {
	dart: {
		verbs: /^(test|analyze|format|fix)$/,
		home: ['pubspec.yaml'],
		files: endings.dart,
		tests: /\.dart$/,
		applies: true,
	},
	flutter: { verbs: /^(test|analyze|build)$/, home: ['pubspec.yaml'], files: endings.dart, tests: /\.dart$/ },
	swift: { verbs: /^(test|build)$/, home: ['Package.swift'], files: endings.swift },
	zig: {
		verbs: /^(test|build|fmt|build-exe|build-lib|build-obj|ast-check|version|env)$/,
		home: ['build.zig'],
		files: endings.zig,
		hasSteps: true,
	},
	stack: {
		verbs: /^(test|build)$/,
		home: ['stack.yaml'],
		files: endings.haskell,
		config: '--stack-yaml',
		more: {
			...role('script', '--with-gcc --setup-info-yaml --global-hints-location'),
			...role('url', '--resolver --snapshot --compiler'),
			...role('empties', '--work-dir'),
		},
	},
	cabal: {
		verbs: /^(test|build|check)$/,
		home: ['cabal.project'],
		files: endings.haskell,
		config: '--project-file --cabal-file',
		more: role(
			'script',
			'-w --with-ghc --with-hc --with-hc-pkg --with-ghc-pkg --with-gcc --with-ld --with-ar --with-hsc2hs --with-alex --with-happy --with-cpphs --with-haddock --with-strip --with-hpc --config-file --test-wrapper',
		),
	},
	dune: { verbs: /^(test|runtest|build|fmt)$/, home: ['dune-project'], files: endings.ocaml },
	crystal: { verbs: /^(spec|build|tool)$/, home: ['shard.yml'], files: endings.crystal, tests: /\.cr$/ },
	forge: { verbs: /^(test|build|fmt|coverage|snapshot)$/, home: ['foundry.toml'], files: endings.solidity },
	hardhat: {
		verbs: /^(test|compile|check|coverage)$/,
		home: ['hardhat.config.js', 'hardhat.config.ts'],
		files: endings.solidity,
	},
	nim: { verbs: /^(c|cpp|js|check)$/, home: ['nim.cfg'], files: 'nim' },
};

const languageFlags =
	'--fatal-infos --fatal-warnings --no-fatal-infos --no-fatal-warnings --coverage --branch-coverage --merge-coverage --no-pub --chain-stack-traces --run-skipped --update-goldens --machine --release --debug --no-tree-shake-icons --apply --dry-run -n --set-exit-if-changed --no-codesign --split-per-abi --analyze-size --parallel --no-parallel --enable-code-coverage --skip-build --list-tests --show-bin-path --show-codecov-path --static-swift-stdlib --very-verbose --vv --build-tests -fstrip -freference-trace -fsingle-threaded -fno-emit-bin -lc --fast --pedantic --no-run-tests --no-run-benchmarks --bench --no-bench --test --haddock --no-haddock-deps --keep-going --force-dirty --only-dependencies --enable-tests --enable-benchmarks --disable-optimization --enable-coverage -v0 -v1 -v2 -v3 --force --auto-promote --no-buffer --watch -w --ignore-promoted-rules --error-trace --progress --stats --no-debug --static --fail-fast --gas-report --detailed --json --list --sizes --via-ir --optimize --rerun --show-progress --no-cache --offline --no-compile --bail -vv -vvv -vvvv -vvvvv --allow-failure --ir-minimum';
/** Switches of Nim, whose value comes after a colon. */
const nimSwitch =
	/^(-d|--(define|hints?|warnings?|threads|mm|gc|opt|verbosity|styleCheck|stackTrace|lineTrace|checks|assertions|debugger|app|cpu|panics|exceptions)):[\w.=[\],-]+$/i;

export const otherLanguages = (): readonly Program[] =>
	Object.entries(languages).map(([name, { more = {}, config = '', ...language }]) =>
		tool(name, {
			home: language.home,
			verbs: language.verbs,
			argumentFiles: true,
			folders: '--package-path --root --project-dir --build-file',
			config,
			options: {
				...data(
					'-t --tags --tests --name --plain-name --filter -c --configuration --target --mt --match-test --match-contract --mc --no-match-test --no-match-contract --match-path --mp --no-match-path -d --dart-define --reporter -r --concurrency -j --total-shards --shard-index --test-randomize-ordering-seed --platform -p --line-length -l --flavor --build-name --build-number --skip --num-workers --sanitize --product --triple --arch --summary -O -target --test-filter --ta --test-arguments --flag --test-show-details --test-options --flags --constraint --profile --display --only-packages --instrument-with --default-target -D --tag --order --threads --fuzz-runs --fuzz-seed --optimizer-runs --fork-block-number --severity',
				),
				...role(
					'code',
					'-Xcc -Xlinker -Xswiftc -Xcxx --fork-url --rpc-url -f --ffi --ghc-options --with-compiler --run --passC --passL',
				),
				...more,
			},
			flags: languageFlags,
			harmless: nimSwitch,
			output:
				'-o --output --out --outdir --nimcache --depfile --build-path --scratch-path --file-reporter --coverage-path --build-dir --builddir --work-dir --prefix --prefix-lib-dir --prefix-exe-dir --cache-dir --global-cache-dir --snap --report-file --xunit-output --junit_output',
			also: (it) => languageTool(it, language),
		}),
	);

const looks = ['--check', '--set-exit-if-changed', '--output', '-o', '--dry-run', '-n'];

function languageTool(it: Invocation, { files, hasSteps, applies, tests }: Language): readonly Finding[] {
	const [verb, step] = it.operands;
	const name = verb?.text ?? '';
	const isFormat = /^(format|fmt|tool)$/.test(name) && !it.has(...looks);
	const isFix = applies === true && name === 'fix' && it.has('--apply');
	const paths = it.operands.slice(name === 'tool' ? 2 : 1);
	const isStep = step !== undefined && (isActing(step.text) || /^(run|install)$/.test(step.text));
	return [
		// The row of the tool judges its options.
		...handedOn(it.words.slice(1), `${it.name} ${name}`, it, files, ownOptions(it)),
		...loaders(it),
		...(tests !== undefined && /^(test|spec)$/.test(name) ? executed(paths, it, tests) : []),
		...(it.has('--ffi') ? [opaque('tests that start programs of the machine')] : []),
		...(isFormat || isFix ? rewrites(paths, files, it.scope) : []),
		// A build step of the project may do anything. The gate knows only its name.
		...(hasSteps && name === 'build' && step !== undefined && !isProjectKind(step.text)
			? [exec(it, `${it.name} build ${step.text}`)]
			: []),
		...(isStep ? [exec(it, `${it.name} build step`)] : []),
	];
}

/**
 * Marks every option of the call as listed, because the row of the tool judges the options.
 * The row also reports options that it does not list.
 */
function ownOptions({ options }: Invocation): Readonly<Record<string, Role>> {
	return Object.fromEntries(options.map(({ name }) => [name, 'data']));
}

/** Reports options such as `--with-x=./x` and `--docker`. They start a program or use a place that the project did not choose. */
function loaders({ words }: Invocation): readonly Finding[] {
	return words
		.filter(({ text }) => /^--(with-[\w-]+|program-(prefix|suffix)|docker|nix)\b/.test(text))
		.map(({ text }) => opaque(`what \`${text}\` starts`));
}
