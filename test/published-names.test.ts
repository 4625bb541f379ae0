import { expect, it, test } from 'vitest';
import { namedFiles, namesOf, withNames } from '../scripts/published-names.ts';
import { readManifest } from '../scripts/release/manifest.ts';

const manifest = readManifest(`${import.meta.dirname}/..`);
const hosted = namesOf({ name: 'countersign', version: '1.2.3' });
const published = namesOf({
	...{ name: 'countersign', version: '1.2.3' },
	repository: { url: 'git+https://github.com/octo-org/countersign.git' },
});

test('every page and example uses the names in package.json; if this fails, run `npm run names`', () => {
	const files = namedFiles(namesOf(manifest));
	expect(files.filter(({ current, wanted }) => current !== wanted).map(({ path }) => path)).toEqual([]);
});

test('while package.json names no repository, no page recommends a name that others could register', () => {
	for (const { wanted } of namedFiles(hosted))
		expect(wanted).not.toMatch(/npx countersign|uses: [\w-]+\/countersign@v/);
	expect(hosted.source).toContain('fork this repository');
});

test('when package.json names the repository, every file uses that name', () => {
	const files = namedFiles(published);
	for (const { wanted } of files)
		expect(wanted).not.toMatch(/--no-install|owner\/name@<full commit>`?$|OWNER\/countersign/m);
	const readme = files.find(({ path }) => path === 'README.md')?.wanted ?? '';
	expect(readme).toMatch(/^ +uses: octo-org\/countersign@v1$/m);
	expect(readme).not.toContain('uses: ./');
	const example = files.find(({ path }) => path === 'examples/workflows/agent.yml')?.wanted ?? '';
	expect(example).toMatch(/uses: \.\/ # .*elsewhere: octo-org\/countersign@v1$/m);
	expect(files.find(({ path }) => path === 'docs/report.md')?.wanted).toContain('npx countersign report');
});

it('gives the same text when applied twice, and follows a new major version', () => {
	const text = 'npx --no-install countersign x # elsewhere: owner/name@<full commit>\n';
	const once = withNames(text, published);
	expect(once).toBe('npx countersign x # elsewhere: octo-org/countersign@v1\n');
	expect(withNames(once, published)).toBe(once);
	expect(withNames(once, hosted)).toBe(text);
	expect(withNames(once, { ...published, uses: 'octo-org/countersign@v2' })).toContain('@v2');
});
