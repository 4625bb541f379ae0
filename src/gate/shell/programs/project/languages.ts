import { isActing, isProjectKind } from '../../declared.ts';
import { data, exec, type Finding, type Invocation, opaque, type Program, role } from '../../program.ts';
import { handedOn } from './handed-on.ts';
import { endings, rewrites } from './rewrites.ts';
import { tool } from './tool.ts';

interface Language {
	/** Its tests, checks, builds and formatters. */
	readonly verbs: RegExp;
	readonly home: readonly string[];
	/** The endings of its files. */
	readonly files: string;
	/** Its verb `build` takes the name of a step of the project's own. */
	readonly hasSteps?: true;
	/** What further options of its own mean. */
	readonly more?: Program['options'];
	/** Options that name the file which declares it. */
	readonly config?: string;
	/** Its linter changes files, too: `dart fix --apply`. */
	readonly applies?: true;
}

/** Languages whose one tool tests, builds and more: the verb tells. */
const languages: Readonly<Record<string, Language>> = {
	dart: { verbs: /^(test|analyze|format|fix)$/, home: ['pubspec.yaml'], files: endings.dart, applies: true },
	flutter: { verbs: /^(test|analyze|build)$/, home: ['pubspec.yaml'], files: endings.dart },
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
	crystal: { verbs: /^(spec|build|tool)$/, home: ['shard.yml'], files: endings.crystal },
	forge: { verbs: /^(test|build|fmt|coverage|snapshot)$/, home: ['foundry.toml'], files: endings.solidity },
	hardhat: {
		verbs: /^(test|compile|check|coverage)$/,
		home: ['hardhat.config.js', 'hardhat.config.ts'],
		files: endings.solidity,
	},
	nim: { verbs: /^(c|cpp|js|check)$/, home: ['nim.cfg'], files: 'nim' },
};

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
					'-t --tags --tests --name --plain-name --filter -c --configuration --target --mt --match-test --match-contract -d --dart-define',
				),
				...role(
					'code',
					'-Xcc -Xlinker -Xswiftc -Xcxx --fork-url --rpc-url -f --ffi --ghc-options --with-compiler --run --passC --passL',
				),
				...more,
			},
			output:
				'-o --output --out --outdir --nimcache --depfile --build-path --scratch-path --file-reporter --coverage-path --build-dir --builddir --work-dir --prefix --prefix-lib-dir --prefix-exe-dir --cache-dir --global-cache-dir --snap --report-file',
			also: (it) => languageTool(it, language),
		}),
	);

const looks = ['--check', '--set-exit-if-changed', '--output', '-o', '--dry-run', '-n'];

function languageTool(it: Invocation, { files, hasSteps, applies }: Language): readonly Finding[] {
	const [verb, step] = it.operands;
	const name = verb?.text ?? '';
	const isFormat = /^(format|fmt|tool)$/.test(name) && !it.has(...looks);
	const isFix = applies === true && name === 'fix' && it.has('--apply');
	const paths = it.operands.slice(name === 'tool' ? 2 : 1);
	const isStep = step !== undefined && (isActing(step.text) || /^(run|install)$/.test(step.text));
	return [
		...handedOn(it.words.slice(1), `${it.name} ${name}`, it, files),
		...loaders(it),
		...(it.has('--ffi') ? [opaque('tests that start programs of the machine')] : []),
		...(isFormat || isFix ? rewrites(paths, files, it.scope) : []),
		// A build's own step may do anything: only what it is called tells.
		...(hasSteps && name === 'build' && step !== undefined && !isProjectKind(step.text)
			? [exec(it, `${it.name} build ${step.text}`)]
			: []),
		...(isStep ? [exec(it, `${it.name} build step`)] : []),
	];
}

/** `--with-x=./x` and `--docker`: another program, or another place, than the project's. */
function loaders({ words }: Invocation): readonly Finding[] {
	return words
		.filter(({ text }) => /^--(with-[\w-]+|program-(prefix|suffix)|docker|nix)\b/.test(text))
		.map(({ text }) => opaque(`what \`${text}\` starts`));
}
