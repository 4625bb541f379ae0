import { describe, expect, it } from 'vitest';
import { readToolPlaces } from '../../src/config/tool-places.ts';

describe('readToolPlaces', () => {
	it('keeps the order of PATH and leaves out empty entries', () => {
		expect(readToolPlaces({ PATH: '/b::/a:' }, '/home/octocat')).toEqual({
			path: ['/b', '/a'],
			home: '/home/octocat',
			variables: [],
		});
	});

	it('reads the variables of installers for folders and versions', () => {
		const { variables } = readToolPlaces(
			{ JAVA_HOME: '/jdk', JAVA_HOME_21_X64: '/jdk21', GEM_PATH: '/a:/b', RUSTUP_TOOLCHAIN: '1.90.0' },
			'/h',
		);
		expect(variables).toEqual([
			{ name: 'JAVA_HOME', kind: 'place', value: '/jdk' },
			{ name: 'GEM_PATH', kind: 'places', value: '/a:/b' },
			{ name: 'RUSTUP_TOOLCHAIN', kind: 'version', value: '1.90.0' },
			{ name: 'JAVA_HOME_21_X64', kind: 'place', value: '/jdk21' },
		]);
	});

	it.each([
		...[
			'ANTHROPIC_API_KEY',
			'GITHUB_TOKEN',
			'NPM_TOKEN',
			'CARGO_REGISTRY_TOKEN',
			'GITHUB_ENV',
			'ACTIONS_RUNTIME_TOKEN',
		],
		...[
			'NODE_OPTIONS',
			'JAVA_TOOL_OPTIONS',
			'PYTHONHOME',
			'PYTHONPATH',
			'RUBYOPT',
			'PERL5OPT',
			'LD_PRELOAD',
			'BASH_ENV',
		],
		...['GOFLAGS', 'MAVEN_OPTS', 'GRADLE_OPTS', 'NODE_PATH', 'SSH_AUTH_SOCK', 'DOCKER_HOST', 'HTTPS_PROXY', 'HOME'],
		...['JAVA_HOME_TOKEN', 'GOROOT_SECRET_X64', 'CARGO_HOME'],
	])('does not read %s', (name) => {
		expect(readToolPlaces({ [name]: '/somewhere' }, '/h').variables).toEqual([]);
	});
});
