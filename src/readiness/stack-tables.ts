/** Files that show that their folder is a project. */
export const projectMarks =
	/^(?:package\.json|deno\.jsonc?|pyproject\.toml|setup\.py|requirements\.txt|Pipfile|go\.(?:mod|work)|Cargo\.toml|Gemfile|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|composer\.json|.+\.(?:sln|slnx|csproj|fsproj)|mix\.exs|rebar\.config|.+\.rockspec|\.busted|CMakeLists\.txt|Makefile\.PL|Build\.PL|dist\.ini)$/;

/** Files whose text shows how to build and test a project. A number limits the bytes that are read. */
export const fileMarks = {
	'.gitattributes': undefined,
	'.gitignore': undefined,
	'.java-version': undefined,
	'.mise.toml': undefined,
	'.node-version': undefined,
	'.nvmrc': undefined,
	'.python-version': undefined,
	'.ruby-version': undefined,
	'.sdkmanrc': undefined,
	'.tool-versions': undefined,
	'.yarnrc.yml': undefined,
	'CMakeLists.txt': undefined,
	'Cargo.lock': 4096,
	'Cargo.toml': undefined,
	GNUmakefile: undefined,
	Gemfile: undefined,
	Justfile: undefined,
	Makefile: undefined,
	Rakefile: undefined,
	'build.gradle': undefined,
	'build.gradle.kts': undefined,
	'composer.json': undefined,
	'deno.json': undefined,
	'deno.jsonc': undefined,
	'dev-requirements.txt': undefined,
	'global.json': undefined,
	'go.mod': undefined,
	'go.work': undefined,
	'gradle/libs.versions.toml': undefined,
	'gradle/wrapper/gradle-wrapper.properties': undefined,
	'.justfile': undefined,
	justfile: undefined,
	makefile: undefined,
	'mise.toml': undefined,
	'noxfile.py': undefined,
	'package.json': undefined,
	'pnpm-lock.yaml': 4096,
	'pnpm-workspace.yaml': undefined,
	'pom.xml': undefined,
	'pyproject.toml': undefined,
	'rebar.config': undefined,
	'requirements-dev.txt': undefined,
	'requirements-test.txt': undefined,
	'requirements-tests.txt': undefined,
	'requirements.txt': undefined,
	'requirements/dev.txt': undefined,
	'requirements/test.txt': undefined,
	'requirements/tests.txt': undefined,
	'requirements_dev.txt': undefined,
	'requirements_test.txt': undefined,
	'rust-toolchain.toml': undefined,
	'script/test': 1,
	'settings.gradle': undefined,
	'settings.gradle.kts': undefined,
	'setup.cfg': undefined,
	'setup.py': undefined,
	'test-requirements.txt': undefined,
	'test/__init__.py': 1,
	'test/conftest.py': 1,
	'tests/__init__.py': 1,
	'tests/conftest.py': 1,
	'tests/requirements.txt': undefined,
	'tox.ini': undefined,
	'vendor/modules.txt': 1,
	'yarn.lock': 4096,
} as const satisfies Readonly<Record<string, number | undefined>>;

/** A file whose text is read. A name that is not listed does not compile. */
export type FileMark = keyof typeof fileMarks;

/** The files whose text is read. */
export const fileNames = Object.keys(fileMarks) as readonly FileMark[];

/** Folders with a part of the product, if the top folder contains another part. */
export const commonFolders: ReadonlySet<string> = new Set(
	'api app backend client frontend server service ui web webapp'.split(' '),
);

/** Folders whose projects are not part of the product. */
export const notProjects: ReadonlySet<string> = new Set(
	(
		'apps benchmark benchmarks bench demo demos doc docs e2e example examples fixtures libs node_modules packages playground samples scripts services ' +
		'spec target test testdata tests third_party tools vendor website'
	).split(' '),
);

/** Folders that contain one project in each subfolder. */
export const foldersOfPackages: readonly string[] = ['apps', 'libs', 'packages', 'services'];

/** Signs that a checkout contains several packages: a file, or words in a file. */
export const monorepoMarks: readonly { readonly file: RegExp; readonly holds?: RegExp; readonly kind: string }[] = [
	{ file: /^package\.json$/, holds: /"workspaces"\s*:/, kind: 'workspaces of package.json' },
	{ file: /^pnpm-workspace\.yaml$/, holds: /^packages\s*:/m, kind: 'pnpm workspaces' },
	{ file: /^go\.work$/, kind: 'a Go workspace' },
	{ file: /^Cargo\.toml$/, holds: /^[ \t]*\[workspace\]/m, kind: 'a Cargo workspace' },
	{ file: /^pyproject\.toml$/, holds: /^[ \t]*\[tool\.uv\.workspace\]/m, kind: 'a uv workspace' },
	{ file: /^deno\.jsonc?$/, holds: /"workspace"\s*:/, kind: 'a Deno workspace' },
	{ file: /^(?:lerna|nx|turbo|rush)\.json$/, kind: 'a monorepo tool' },
];
