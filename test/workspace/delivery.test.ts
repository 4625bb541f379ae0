import { describe, expect, it } from 'vitest';
import { deliverEffects } from '../../src/gate/index.ts';
import { openWorkspace } from '../../src/workspace/index.ts';
import { aRepository, putFiles } from '../sandbox/temporary.ts';

const attributes = [
	...['gen/** linguist-generated', 'api/*.ts linguist-generated=true', 'src/kept.ts -linguist-generated'],
	...['*.dat -diff', '*.blob binary', '*.md diff=markdown', '**/__snapshots__/** linguist-generated', ''],
].join('\n');

describe('a file whose diff GitHub hides', () => {
	it('has the class generated, whether its attributes are old or new', async () => {
		const paths = [
			'gen/a.ts',
			'api/b.ts',
			'src/kept.ts',
			'c.dat',
			'd.blob',
			'e.md',
			'src/__snapshots__/f.snap',
			'src/g.ts',
		];
		const classes = async (base: Readonly<Record<string, string>>, changed: Readonly<Record<string, string>>) => {
			const { root, baseSha } = aRepository({ a: 'a', ...base });
			putFiles(root, { ...Object.fromEntries(paths.map((path) => [path, 'x\n'])), ...changed });
			const { files, tracked } = await (await openWorkspace(root, baseSha)).delivery();
			const found = deliverEffects(files, tracked).filter(({ what }) => what === 'generated');
			return found.map(({ path, detail }) => `${path}: ${detail}`);
		};
		const why = 'GitHub does not show its difference, because of `.gitattributes`';
		const expected = ['api/b.ts', 'c.dat', 'd.blob', 'gen/a.ts'].map((path) => `${path}: ${why}`);
		expect(await classes({ '.gitattributes': attributes }, {})).toEqual(expected);
		expect(await classes({}, { '.gitattributes': attributes })).toEqual(expected);
		expect(await classes({}, {})).toEqual([]);
	});

	it('a delivery counts the tracked files of the repository', async () => {
		const { root, baseSha } = aRepository({ a: 'a', 'b/c': 'c' });
		expect((await (await openWorkspace(root, baseSha)).delivery()).tracked).toBe(2);
	});
});
