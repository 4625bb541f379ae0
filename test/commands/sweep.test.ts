import { expect, test } from 'vitest';
import { sweep } from '../../src/commands/run/sweep.ts';
import { CountersignError } from '../../src/core/index.ts';

const never = async () => {
	throw new CountersignError({ code: 'bad-input', message: 'GITHUB_TOKEN is not set.', fix: 'x' });
};

async function swept(args: readonly string[], repository?: string) {
	const printed: string[] = [];
	const print = (text: string): void => void printed.push(text);
	const code = await sweep(args, {
		print,
		connection: { repository, webUrl: 'https://github.example', connect: never },
	});
	return { code, printed };
}

test.each([undefined, '', 'sample', 'octo-org/sample/x', 'octo org/sample'])(
	'%j is refused as a repository',
	async (repository) => {
		await expect(swept([], repository)).rejects.toMatchObject({
			code: 'bad-input',
			fix: expect.stringContaining('owner/name'),
		});
	},
);

test('without a token, it makes no request', async () => {
	await expect(swept(['--json'], 'octo-org/sample')).rejects.toMatchObject({ message: 'GITHUB_TOKEN is not set.' });
});

test('an unexpected argument is refused', async () => {
	await expect(swept(['all'], 'octo-org/sample')).rejects.toThrow('Unexpected argument `all`.');
});
