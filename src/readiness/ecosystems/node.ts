import { type Ecosystem, type Installation, type TestWay, type Toolset, way } from '../ecosystem.ts';
import { namesTool, objectIn, pathOf, readJson, textIn } from '../project-texts.ts';
import { eachOnce, type SetupStep } from '../setup-steps.ts';
import type { ProjectFacts } from '../stack-facts.ts';

type ManagerName = 'pnpm' | 'yarn' | 'bun' | 'npm';

interface ManagerRow {
	readonly name: ManagerName;
	readonly lock: RegExp;
	/** Other files that only this package manager reads. */
	readonly hint?: RegExp;
	/** Starts a program of a dependency. It never downloads one, because that would need an approval. */
	readonly prefix: string;
	/** Starts a script of package.json. All package managers except bun have a short form for `test`. */
	readonly script: string;
}

const rows: readonly ManagerRow[] = [
	{ name: 'pnpm', lock: /^pnpm-lock\.yaml$/, hint: /^pnpm-workspace\.yaml$/, prefix: 'pnpm exec', script: 'pnpm run' },
	{ name: 'yarn', lock: /^yarn\.lock$/, hint: /^\.yarnrc\.yml$/, prefix: 'yarn run', script: 'yarn run' },
	{ name: 'bun', lock: /^bun\.lockb?$/, hint: /^bunfig\.toml$/, prefix: 'bunx --no-install', script: 'bun run' },
	{ name: 'npm', lock: /^(?:package-lock|npm-shrinkwrap)\.json$/, prefix: 'npx --no-install', script: 'npm run' },
];

/** JavaScript and TypeScript on Node.js or Bun. */
export const node: Ecosystem = {
	name: 'JavaScript',
	marks: [
		[/^tsconfig(?:\.[\w-]+)?\.json$/, 'TypeScript'],
		[/^package\.json$/, 'JavaScript'],
	],
	toolsets: (project) =>
		project.names.has('package.json') ? managersOf(project).map((row) => toolsetOf(project, row)) : [],
};

/** The package managers of a project. package.json comes before lock files, and lock files come before hints. */
function managersOf(project: ProjectFacts): readonly ManagerRow[] {
	const manifest = readJson(project.text('package.json'));
	const named =
		textIn(manifest, 'packageManager')?.split('@')[0] ?? textIn(manifest, 'devEngines', 'packageManager', 'name');
	const byName = rows.filter(({ name }) => name === named);
	if (byName.length > 0) return byName;
	const locked = rows.filter(({ lock }) => project.has(lock));
	if (locked.length > 0) return locked;
	const hinted = rows.filter(({ hint }) => hint !== undefined && project.has(hint)).slice(0, 1);
	return hinted.length > 0 ? hinted : rows.filter(({ name }) => name === 'npm');
}

function toolsetOf(project: ProjectFacts, row: ManagerRow): Toolset {
	const manifest = readJson(project.text('package.json'));
	const needs = ['dependencies', 'devDependencies', 'workspaces'];
	const hasLock = project.has(row.lock);
	const needsNothing = !hasLock && row.hint === undefined && !needs.some((key) => key in objectIn(manifest));
	return {
		name: row.name,
		steps: stepsOf(project, row.name, manifest),
		setup: needsNothing ? [] : [withDownloads(installationOf(project, row.name, hasLock), dependencies(manifest))],
		tests: testsOf(row, manifest),
		needsNothing,
	};
}

/** Packages that download a program during installation, and the hosts for it. */
const downloads: Readonly<Record<string, readonly string[]>> = {
	puppeteer: ['storage.googleapis.com'],
	cypress: ['download.cypress.io', 'cdn.cypress.io'],
	electron: ['github.com', 'release-assets.githubusercontent.com'],
};

function withDownloads(one: Installation, names: ReadonlySet<string>): Installation {
	const more = Object.entries(downloads).flatMap(([name, hosts]) => (names.has(name) ? hosts : []));
	return { ...one, hosts: [...one.hosts, ...more] };
}

function dependencies(manifest: unknown): ReadonlySet<string> {
	const fields = ['dependencies', 'devDependencies'];
	return new Set(fields.flatMap((field) => Object.keys(objectIn(manifest, field))));
}

const npmHosts = ['registry.npmjs.org'];
const yarnHosts = ['registry.yarnpkg.com', 'registry.npmjs.org', 'repo.yarnpkg.com'];

/** The install command. Without a lock file, the command does not write one, because setup may change only ignored paths. */
function installationOf(project: ProjectFacts, name: ManagerName, hasLock: boolean): Installation {
	switch (name) {
		case 'pnpm':
			return { run: hasLock ? 'pnpm install --frozen-lockfile' : 'pnpm install --no-lockfile', hosts: npmHosts };
		case 'bun':
			return { run: hasLock ? 'bun install --frozen-lockfile' : 'bun install --no-save', hosts: npmHosts };
		case 'npm':
			return { run: hasLock ? 'npm ci' : 'npm install --no-package-lock --no-audit --no-fund', hosts: npmHosts };
		case 'yarn': {
			const [locked, free] = isBerry(project)
				? ['--immutable', '--no-immutable']
				: ['--frozen-lockfile', '--no-lockfile'];
			return { run: `yarn install ${hasLock ? locked : free}`, hosts: yarnHosts };
		}
	}
}

/** Whether the project uses Yarn 2 or later. */
function isBerry(project: ProjectFacts): boolean {
	const named = textIn(readJson(project.text('package.json')), 'packageManager');
	if (named !== undefined) return !/^yarn@[01]\./.test(named);
	return project.names.has('.yarnrc.yml') || project.text('yarn.lock').includes('__metadata:');
}

function stepsOf(project: ProjectFacts, name: ManagerName, manifest: unknown): readonly SetupStep[] {
	const nodeStep: SetupStep = { tool: 'Node.js', with: nodeVersion(project, manifest) };
	if (name === 'npm') return [nodeStep];
	if (name === 'bun') return [nodeStep, { tool: 'bun', with: bunVersion(project, manifest) }];
	if (name === 'pnpm') return [{ tool: 'pnpm', with: pnpmVersion(project, manifest) }, nodeStep];
	// The runner's Yarn finds a Yarn release in the checkout.
	const isThere = !isBerry(project) || /^yarnPath\s*:/m.test(project.text('.yarnrc.yml'));
	return isThere ? [nodeStep] : eachOnce([nodeStep, { tool: 'corepack' }]);
}

/** The newest release that a project may need. `lts/*` is at least this release. */
const currentLts = 24;

function nodeVersion(project: ProjectFacts, manifest: unknown): Readonly<Record<string, string>> {
	const file = (name: string) => ({ 'node-version-file': pathOf(project, name) });
	const named = (['.nvmrc', '.node-version'] as const).find((name) =>
		/^v?[\w.*/-]{1,40}$/.test(project.text(name).trim()),
	);
	if (named !== undefined) return file(named);
	if (namesTool(project, 'nodejs')) return file('.tool-versions');
	if (textIn(manifest, 'volta', 'node') !== undefined) return file('package.json');
	if (textIn(manifest, 'devEngines', 'runtime', 'name') === 'node') return file('package.json');
	const range = textIn(manifest, 'engines', 'node');
	if (range === undefined) return { 'node-version': 'lts/*' };
	// An open range would give the newest release, which few projects test.
	const least = /^\s*(?:>=?\s*v?(\d+)[\d.]*|\*)\s*$/.exec(range.split('||').at(-1) ?? '');
	return least !== null && Number(least[1] ?? 0) <= currentLts ? { 'node-version': 'lts/*' } : file('package.json');
}

function bunVersion(project: ProjectFacts, manifest: unknown): Readonly<Record<string, string>> {
	const isNamed =
		/^bun@\d/.test(textIn(manifest, 'packageManager') ?? '') || textIn(manifest, 'engines', 'bun') !== undefined;
	if (project.names.has('.bun-version')) return { 'bun-version-file': pathOf(project, '.bun-version') };
	if (namesTool(project, 'bun')) return { 'bun-version-file': pathOf(project, '.tool-versions') };
	return isNamed ? { 'bun-version-file': pathOf(project, 'package.json') } : { 'bun-version': 'latest' };
}

/** The version for pnpm's action. The action reads `packageManager` itself and fails if it gets another version. */
function pnpmVersion(project: ProjectFacts, manifest: unknown): Readonly<Record<string, string>> {
	const isNamed =
		/^pnpm@\d/.test(textIn(manifest, 'packageManager') ?? '') || 'packageManager' in objectIn(manifest, 'devEngines');
	if (isNamed) return project.folder === '' ? {} : { package_json_file: pathOf(project, 'package.json') };
	const format = /^lockfileVersion:\s*'?(\d)/m.exec(project.text('pnpm-lock.yaml'))?.[1];
	return { version: format === '5' ? '7' : format === '6' ? '8' : '10' };
}

/** Names of scripts that run tests, the best first. */
const testScripts = ['test', 'test:unit', 'test-unit', 'unit', 'test:ci', 'tests'];
/** Test programs, and the command that runs each of them once. */
const testPrograms: Readonly<Record<string, string>> = {
	vitest: 'vitest run',
	jest: 'jest',
	mocha: 'mocha',
	ava: 'ava',
	tap: 'tap',
};

function testsOf(row: ManagerRow, manifest: unknown): readonly TestWay[] {
	const scripts = objectIn(manifest, 'scripts');
	const script = testScripts.find((name) => doesTest(scripts[name]));
	if (script !== undefined) {
		const short = script === 'test' && row.name !== 'bun';
		return [way(short ? `${row.name} test` : `${row.script} ${script}`)];
	}
	const names = dependencies(manifest);
	const program = Object.keys(testPrograms).find((name) => names.has(name));
	if (program !== undefined) return [way(`${row.prefix} ${testPrograms[program]}`)];
	return row.name === 'bun' ? [way('bun test')] : [];
}

/** Whether a script runs tests. The script of `npm init` tests nothing, and a script that watches files never ends. */
function doesTest(script: unknown): boolean {
	return (
		typeof script === 'string' &&
		!script.includes('no test specified') &&
		!/--watch(?!=false|All=false|\w)/.test(script)
	);
}
