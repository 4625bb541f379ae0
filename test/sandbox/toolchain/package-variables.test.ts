import { describe, expect, it } from 'vitest';
import { packageVariables } from '../../../src/sandbox/toolchain/package-variables.ts';

describe('Ruby gems', () => {
	const online = { isOnline: true };

	it('are installed into the caches, and those of the system are still found', () => {
		const variables = packageVariables({}, online);
		expect(variables).toMatchObject({ GEM_HOME: '/home/agent/.local/share/gem' });
		expect(variables).not.toHaveProperty('GEM_PATH');
		// With this variable, Bundler would look only there.
		expect(variables).not.toHaveProperty('BUNDLE_PATH');
	});

	it.each([
		// A separator at the end adds the default folders of Ruby.
		[{ GEM_HOME: '/gems' }, '/gems:'],
		[{ GEM_PATH: '/a:/b' }, '/a:/b'],
		[{ GEM_HOME: '/gems', GEM_PATH: '/a:/gems' }, '/a:/gems'],
		[{ GEM_HOME: '/gems', GEM_PATH: '/a' }, '/a:/gems'],
	])('of the job are still found: %j', (job, path) => {
		expect(packageVariables(job, online)).toMatchObject({
			GEM_HOME: '/home/agent/.local/share/gem',
			GEM_PATH: path,
		});
	});
});
