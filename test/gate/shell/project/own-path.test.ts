import { describe, expect, it } from 'vitest';
import { aWorkspace, judgeShell } from '../../support.ts';

const definedIn = (command: string, links: Readonly<Record<string, string>> = {}) =>
	judgeShell(command, { facts: aWorkspace({ readText: () => undefined, links }) }).effects.map((effect) =>
		effect.kind === 'exec.project' ? `${effect.script} in ${effect.definedIn}` : effect.kind,
	);

describe('a tool that is called by its path', () => {
	it.each([
		['./gradlew test', ['gradle test in gradlew']],
		['cd android && ./gradlew test', ['gradle test in android/gradlew']],
		['/checkouts/repo/mvnw -q test', ['mvn test in mvnw']],
		['bin/rails test', ['rails test in bin/rails']],
		['node_modules/.bin/eslint src', ['eslint in .']],
		['vendor/bin/phpunit', ['phpunit in .']],
		['venv/bin/pytest', ['pytest in .']],
		['./gradlew publish', ['exec']],
		['./gradlew --version', ['gradlew in gradlew']],
		['node_modules/.bin/tsc --version', ['node_modules/.bin/tsc in .']],
		['./x --version', ['exec']],
		['bin/deploy', ['exec']],
		['node_modules/.bin/rm -rf .', ['exec']],
		['../gradlew test', ['exec']],
		['/elsewhere/gradlew test', ['exec']],
		['node_modules/.bin/../../x', ['exec']],
	])('has its definition in the expected file: %s', (command, expected) => {
		expect(definedIn(command)).toEqual(expected);
	});

	it('does not belong to the project when its path leads out of the checkout', () => {
		expect(definedIn('./gradlew test', { '/checkouts/repo/gradlew': '/elsewhere/x' })).toEqual(['exec']);
		expect(definedIn('.venv/bin/pytest', { '/checkouts/repo/.venv': '/elsewhere' })).toEqual(['exec']);
	});

	it("may be Python in a virtual environment that links to the machine's", () => {
		const link = { '/checkouts/repo/.venv/bin/python': '/usr/bin/python3.12' };
		expect(definedIn('.venv/bin/python -m pytest', link)).toEqual(['pytest in .']);
		expect(definedIn('.venv/bin/python -m pytest', { '/checkouts/repo/.venv/bin/python': '/tmp/python' })).toEqual([
			'exec',
		]);
	});
});
