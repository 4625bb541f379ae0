import { z } from 'zod';
import type { StackFacts } from './stack-facts.ts';
import { languageMarks, type ManagerRow, managers, monorepoMarks } from './stack-tables.ts';

/** A command that prepares the checkout. */
export interface Installation {
	readonly run: string;
	readonly hosts: readonly string[];
}

/** What a checkout is made of, as far as its top folder tells. */
export interface Stack {
	readonly languages: readonly string[];
	readonly managers: readonly string[];
	/** Installs what lock files name; empty where nothing is to be installed into the checkout. */
	readonly setup: readonly Installation[];
	/** Registries that builds load from while they run, where nothing can be installed before. */
	readonly buildHosts: readonly string[];
	/** How the project is tested; the first is the project's own word for it. */
	readonly tests: readonly string[];
	/** What says that it holds several packages. */
	readonly monorepo?: string;
}

/** Tells the stack from what stands at the top of a checkout. Only commands from our own tables come out of it, never text of the project's. */
export function detectStack(facts: StackFacts): Stack {
	const has = (mark: RegExp) => [...facts.names].some((name) => mark.test(name));
	const found = managers.flatMap((rows) => rows.find(({ mark }) => has(mark)) ?? []);
	const languages = languageMarks.flatMap(([mark, language]) => (has(mark) ? [language] : []));
	const monorepo = monorepoMarks.find(
		({ file, holds }) =>
			has(file) &&
			(holds === undefined || [...facts.names].some((name) => file.test(name) && holds.test(facts.text(name)))),
	);
	return {
		languages: languages.includes('TypeScript') ? languages.filter((name) => name !== 'JavaScript') : languages,
		managers: found.map(({ name }) => name),
		setup: found.flatMap((row) => installationOf(row, has)),
		buildHosts: [...new Set(found.flatMap(({ install, hosts }) => (install === undefined ? hosts : [])))],
		tests: [...new Set(testsOf(facts, found, has))],
		...(monorepo === undefined ? {} : { monorepo: monorepo.kind }),
	};
}

function installationOf({ name, install, hosts }: ManagerRow, has: (mark: RegExp) => boolean): readonly Installation[] {
	if (install === undefined) return [];
	const isClassic = name === 'yarn' && !has(/^\.yarnrc\.yml$/);
	return [{ run: isClassic ? 'yarn install --frozen-lockfile' : install, hosts }];
}

/** The project's own word first: a script or a target called `test` knows more than we do. */
function testsOf(
	{ names, text }: StackFacts,
	found: readonly ManagerRow[],
	has: (mark: RegExp) => boolean,
): readonly string[] {
	const prefixOf = (...managers: readonly string[]) => found.find(({ name }) => managers.includes(name))?.prefix;
	const python = prefixOf('uv', 'Poetry', 'Pipenv', 'pip');
	const usesPytest = has(/^(?:pytest\.ini|conftest\.py)$/) || /\bpytest\b/.test(text('pyproject.toml'));
	const rows: readonly (readonly [boolean, string])[] = [
		[hasTestScript(text('package.json')), `${scriptRunner(found)} test`],
		[/^test\s*:(?!=)/m.test(text('Makefile')), 'make test'],
		[usesPytest, python === undefined ? 'pytest' : `${python} pytest`],
		[has(/^go\.(?:mod|work)$/), 'go test ./...'],
		[names.has('Cargo.toml'), 'cargo test'],
		[names.has('Gemfile') && names.has('spec'), 'bundle exec rspec'],
		[names.has('gradlew'), './gradlew test'],
		[names.has('pom.xml'), names.has('mvnw') ? './mvnw -q test' : 'mvn -q test'],
		[has(/^phpunit\.xml(?:\.dist)?$/), 'vendor/bin/phpunit'],
		[names.has('mix.exs'), 'mix test'],
		[has(/.\.(?:sln|slnx)$/), 'dotnet test'],
	];
	return rows.flatMap(([fits, command]) => (fits ? [command] : []));
}

function scriptRunner(found: readonly ManagerRow[]): string {
	const name = found.find((row) => ['pnpm', 'yarn', 'bun'].includes(row.name))?.name ?? 'npm';
	return name === 'bun' ? 'bun run' : name;
}

const manifest = z.object({ scripts: z.object({ test: z.string() }) });

/** The script that `npm init` writes tests nothing. */
function hasTestScript(text: string): boolean {
	const read = manifest.safeParse(jsonOf(text));
	return read.success && !read.data.scripts.test.includes('no test specified');
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text.replace(/^\ufeff/, ''));
	} catch {
		return undefined;
	}
}
