import { tomlKeys } from '../project-texts.ts';
import type { ProjectFacts } from '../stack-facts.ts';
import type { FileMark } from '../stack-tables.ts';

const testNames = ['test', 'tests', 'testing'];
const devNames = ['dev', 'develop', 'development'];

/** The extras of a package that tests need. Only names of our own list. */
export function testExtras(project: ProjectFacts): readonly string[] {
	const pyproject = project.text('pyproject.toml');
	const keys = new Set([
		...tomlKeys(pyproject, 'project.optional-dependencies'),
		...tomlKeys(pyproject, 'tool.poetry.extras'),
		...keysOf(project.text('setup.py'), 'extras_require'),
		...tomlKeys(project.text('setup.cfg'), 'options.extras_require'),
	]);
	return chosen((name) => keys.has(name));
}

/** The dependency groups that tests need. Only names of our own list. */
export function testGroups(project: ProjectFacts): readonly string[] {
	const keys = tomlKeys(project.text('pyproject.toml'), 'dependency-groups');
	return chosen((name) => keys.has(name));
}

const testFiles = [
	'requirements-test.txt',
	'requirements-tests.txt',
	'requirements_test.txt',
	'test-requirements.txt',
	'requirements/test.txt',
	'requirements/tests.txt',
	'tests/requirements.txt',
] as const;
const devFiles = [
	'requirements-dev.txt',
	'requirements_dev.txt',
	'dev-requirements.txt',
	'requirements/dev.txt',
] as const;

/** The requirements file that tests need. A file for development is used only if nothing else names the needs of tests. */
export function testRequirements(project: ProjectFacts): readonly FileMark[] {
	const tests = testFiles.filter((name) => project.names.has(name));
	if (tests.length > 0) return tests.slice(0, 1);
	const isNamed = testExtras(project).length + testGroups(project).length > 0;
	return isNamed ? [] : devFiles.filter((name) => project.names.has(name)).slice(0, 1);
}

/** Whether the project itself can be installed. */
function isPackage(project: ProjectFacts): boolean {
	return (
		project.names.has('setup.py') ||
		/^\[(?:metadata|options)\]/m.test(project.text('setup.cfg')) ||
		/^\[(?:project|build-system)\]/m.test(project.text('pyproject.toml'))
	);
}

/** The arguments for pip's install command. */
export function pipArguments(project: ProjectFacts, needsPytest: boolean): string {
	const extras = testExtras(project);
	const groups = testGroups(project);
	const files = testRequirements(project);
	const isNamed = extras.length + groups.length + files.length > 0;
	const isOwn = isPackage(project);
	const plain = project.names.has('requirements.txt') && (!isOwn || !isNamed) ? ['requirements.txt'] : [];
	return [
		...(isOwn ? [`-e ${extras.length === 0 ? '.' : `'.[${extras.join(',')}]'`}`] : []),
		...groups.map((name) => `--group ${name}`),
		...[...plain, ...files].map((name) => `-r ${name}`),
		...(needsPytest && !isNamed ? ['pytest'] : []),
	].join(' ');
}

/** The names for tests, or those for development if there are none. */
function chosen(has: (name: string) => boolean): readonly string[] {
	const tests = testNames.filter(has);
	return tests.length > 0 ? tests : devNames.filter(has).slice(0, 1);
}

/** The keys of the Python dictionary that begins after this word. */
function keysOf(text: string, word: string): readonly string[] {
	const from = text.indexOf(word);
	if (from === -1) return [];
	return [...text.slice(from, from + 10_000).matchAll(/['"]([\w-]{1,30})['"]\s*:/g)].map(([, name = '']) => name);
}
