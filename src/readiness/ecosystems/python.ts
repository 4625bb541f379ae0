import { type Ecosystem, type Installation, type TestWay, type Toolset, way } from '../ecosystem.ts';
import { namesTool, pathOf } from '../project-texts.ts';
import type { SetupStep } from '../setup-steps.ts';
import type { ProjectFacts } from '../stack-facts.ts';
import { pipArguments, testExtras, testGroups, testRequirements } from './python-requirements.ts';

const hosts = ['pypi.org', 'files.pythonhosted.org'];

interface ManagerRow {
	readonly name: string;
	readonly lock?: RegExp;
	/** Whether this package manager is probably used, although there is no lock file. */
	readonly isHinted: (project: ProjectFacts) => boolean;
	readonly steps: readonly SetupStep[];
	readonly install: (project: ProjectFacts) => string;
	/** Starts a module or a program of the environment. */
	readonly prefix: string;
	/** Starts the environment's Python. */
	readonly python: string;
}

const holds = (mark: RegExp) => (project: ProjectFacts) => mark.test(project.text('pyproject.toml'));
const options = (word: string, names: readonly string[]) => names.map((name) => ` ${word} ${name}`).join('');
const hatchHome = 'HATCH_DATA_DIR=~/.cache/hatch-data';

const rows: readonly ManagerRow[] = [
	{
		name: 'uv',
		lock: /^uv\.lock$/,
		isHinted: holds(/^\[tool\.uv\b/m),
		steps: [{ tool: 'uv' }],
		install: (project) =>
			`uv sync${project.names.has('uv.lock') ? ' --frozen' : ''}` +
			(holds(/^\[tool\.uv\.workspace\]/m)(project) ? ' --all-packages' : '') +
			options('--extra', testExtras(project)) +
			options('--group', testGroups(project)),
		// Without `--no-sync`, uv would write a lock file and use the network.
		prefix: 'uv run --no-sync',
		python: 'uv run --no-sync python',
	},
	{
		name: 'Poetry',
		lock: /^poetry\.lock$/,
		isHinted: holds(/^\[tool\.poetry\b/m),
		steps: [{ tool: 'Poetry' }],
		install: (project) =>
			`POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction${options('--extras', testExtras(project))}`,
		prefix: 'poetry run',
		python: 'poetry run python',
	},
	{
		name: 'PDM',
		lock: /^pdm\.lock$/,
		isHinted: holds(/^\[tool\.pdm\b/m),
		steps: [{ tool: 'PDM' }],
		install: (project) => `pdm install ${project.names.has('pdm.lock') ? '--frozen-lockfile' : '--no-lock'}`,
		prefix: 'pdm run',
		python: 'pdm run python',
	},
	{
		name: 'Pipenv',
		lock: /^Pipfile\.lock$/,
		isHinted: ({ names }) => names.has('Pipfile'),
		steps: [{ tool: 'Pipenv' }],
		install: ({ names }) =>
			`PIPENV_VENV_IN_PROJECT=1 pipenv ${names.has('Pipfile.lock') ? 'sync --dev' : 'install --dev --skip-lock'}`,
		prefix: 'pipenv run',
		python: 'pipenv run python',
	},
	{
		name: 'Hatch',
		// Hatch's own environments may name what tests need. They are used only if extras, groups and requirements files name nothing.
		isHinted: (project) =>
			holds(/^\[tool\.hatch\.envs\.(?:hatch-test|test|default)\b/m)(project) &&
			testExtras(project).length + testGroups(project).length + testRequirements(project).length === 0,
		steps: [{ tool: 'Hatch' }],
		install: (project) => `${hatchHome} hatch env create${hatchEnvironment(project, ' test', '')}`,
		prefix: `${hatchHome} hatch run`,
		python: `${hatchHome} hatch run python`,
	},
];

function hatchEnvironment<T>(project: ProjectFacts, test: T, other: T): T {
	return holds(/^\[tool\.hatch\.envs\.test\b/m)(project) ? test : other;
}

const pip: ManagerRow = {
	name: 'pip',
	isHinted: () => true,
	steps: [],
	install: (project) => {
		const needs = pipArguments(project, usesPytest(project));
		// `--group` exists since pip 25.1. The folder `.venv` gets its own ignore file, so it is not a change of the run.
		const newer = needs.includes('--group') ? '.venv/bin/pip install --upgrade pip && ' : '';
		return `python3 -m venv .venv && echo '*' > .venv/.gitignore && ${newer}.venv/bin/pip install ${needs}`;
	},
	prefix: '.venv/bin/python -m',
	python: '.venv/bin/python',
};

/** Python with one of its package managers, or with pip. */
export const python: Ecosystem = {
	name: 'Python',
	marks: [[/^(?:setup\.py|setup\.cfg|requirements\.txt|Pipfile|uv\.lock|poetry\.lock|manage\.py|tox\.ini)$/, 'Python']],
	toolsets: (project) => (isPython(project) ? managersOf(project).map((row) => toolsetOf(project, row)) : []),
};

/** Whether this is a Python project. Many projects have a pyproject.toml only for a linter. */
function isPython(project: ProjectFacts): boolean {
	return (
		project.has(/^(?:setup\.py|requirements\.txt|Pipfile|uv\.lock|poetry\.lock|pdm\.lock|manage\.py)$/) ||
		holds(/^\[(?:project|build-system|tool\.poetry)\]/m)(project) ||
		/^\[metadata\]/m.test(project.text('setup.cfg'))
	);
}

function managersOf(project: ProjectFacts): readonly ManagerRow[] {
	const locked = rows.filter(({ lock }) => lock !== undefined && project.has(lock));
	if (locked.length > 0) return locked;
	const hinted = rows.filter(({ isHinted }) => isHinted(project));
	return hinted.length > 0 ? hinted : [pip];
}

function toolsetOf(project: ProjectFacts, row: ManagerRow): Toolset {
	const needsNothing = row === pip && pipArguments(project, usesPytest(project)) === '';
	return {
		name: row.name,
		steps: [{ tool: 'Python', with: pythonVersion(project) }, ...row.steps],
		setup: needsNothing ? [] : [{ run: row.install(project), hosts }],
		tests: testsOf(project, row),
		needsNothing,
	};
}

function pythonVersion(project: ProjectFacts): Readonly<Record<string, string>> {
	const file = (name: string) => ({ 'python-version-file': pathOf(project, name) });
	const lines = project.text('.python-version').trim().split('\n');
	if (lines.every((line) => /^(?:pypy|graalpy)?\d[\w.+-]{0,20}\s*$/.test(line))) return file('.python-version');
	if (namesTool(project, 'python')) return file('.tool-versions');
	// The newest version that the project names as supported. An open range would give a version that few projects test.
	const told = (['pyproject.toml', 'setup.cfg', 'setup.py'] as const).map((name) => project.text(name)).join('\n');
	const minors = [...told.matchAll(/Python\s*::\s*3\.(\d{1,2})\b/g)].map(([, minor]) => Number(minor));
	if (minors.length > 0) return { 'python-version': `3.${Math.min(Math.max(...minors), newest)}` };
	const upper = /^\s*(?:requires-python|python)\s*=\s*"[^"\n]{0,80}(?:<\s*3|==|~=|\^3)/m.test(
		project.text('pyproject.toml'),
	);
	return upper ? file('pyproject.toml') : { 'python-version': usual };
}

/** The usual version. Packages with compiled parts support a new release only after months. */
const usual = '3.13';
const newest = 14;

const requirementFiles = ['setup.py', 'setup.cfg', 'tox.ini', 'noxfile.py', 'requirements.txt'] as const;

function usesPytest(project: ProjectFacts): boolean {
	if (project.has(/^(?:pytest\.ini|conftest\.py|tests?\/conftest\.py)$/)) return true;
	const files = ['pyproject.toml', ...requirementFiles, ...testRequirements(project)] as const;
	return files.some((name) => /\bpytest\b/.test(project.text(name)));
}

function testsOf(project: ProjectFacts, { name, prefix, python: interpreter }: ManagerRow): readonly TestWay[] {
	const hasTox = project.names.has('tox.ini') || holds(/^\[tool\.tox\b/m)(project);
	const pytest =
		name !== 'Hatch'
			? `${prefix} pytest`
			: holds(/^\[tool\.hatch\.envs\.hatch-test\b/m)(project)
				? `${hatchHome} hatch test`
				: `${prefix} ${hatchEnvironment(project, 'test:', '')}pytest`;
	const ways = [
		...(project.names.has('manage.py') ? [way(`${interpreter} manage.py test`)] : []),
		...(usesPytest(project) ? [way(pytest)] : []),
		...(hasTox ? [through('tox', 'tox run -e py', 'tox run -e py --notest')] : []),
		...(project.names.has('noxfile.py') ? [through('nox', 'nox -R', 'nox --install-only')] : []),
	];
	const folder = ['tests', 'test'].find((one) => project.names.has(one));
	if (ways.length > 0 || folder === undefined) return ways;
	const top = project.names.has(`${folder}/__init__.py`) ? ' -t .' : '';
	return [{ command: `${interpreter} -m unittest discover -s ${folder}${top}`, isGuess: true }];
}

/** A way to test with a program that makes its own environments. Setup must fill them. */
function through(tool: 'tox' | 'nox', command: string, fill: string): TestWay {
	const setup: Installation = { run: fill, hosts };
	return { command, steps: [{ tool }], setup: [setup] };
}
