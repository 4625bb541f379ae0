import { describe, expect, it } from 'vitest';
import { packageVariables } from '../../../src/sandbox/toolchain/package-variables.ts';

describe('where gems are installed and found', () => {
	const online = { isOnline: true };

	it('installs them into the caches, and leaves those of the system to be found', () => {
		const variables = packageVariables({}, online);
		expect(variables).toMatchObject({ GEM_HOME: '/home/agent/.local/share/gem' });
		expect(variables).not.toHaveProperty('GEM_PATH');
		// Bundler would look nowhere else.
		expect(variables).not.toHaveProperty('BUNDLE_PATH');
	});

	it.each([
		// A separator at the end adds the places that Ruby knows by itself.
		[{ GEM_HOME: '/gems' }, '/gems:'],
		[{ GEM_PATH: '/a:/b' }, '/a:/b'],
		[{ GEM_HOME: '/gems', GEM_PATH: '/a:/gems' }, '/a:/gems'],
		[{ GEM_HOME: '/gems', GEM_PATH: '/a' }, '/a:/gems'],
	])('still finds those of the job: %j', (job, path) => {
		expect(packageVariables(job, online)).toMatchObject({
			GEM_HOME: '/home/agent/.local/share/gem',
			GEM_PATH: path,
		});
	});
});
