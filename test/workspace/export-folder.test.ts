import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exportFolder } from '../../src/workspace/index.ts';
import { aRepository, putFiles, sh, temporaryDirectory } from '../sandbox/temporary.ts';

const files = { 'skills/a/SKILL.md': 's', 'skills/a/lib/run.sh': 'echo as it was\n', 'skills/ab/other': 'o', top: 't' };

async function exported(script = ':', more: Readonly<Record<string, string>> = {}) {
	const { root, baseSha } = aRepository(files, script);
	sh('rm -r skills/a; mkdir -p skills/a', root);
	putFiles(root, { 'skills/a/lib/run.sh': 'echo mine', 'skills/a/planted': 'p', ...more });
	const target = join(temporaryDirectory(), 'out');
	await exportFolder({ root, baseSha, folder: 'skills/a' }, target);
	return target;
}

it('a folder is exported from the base commit, whatever the checkout contains', async () => {
	const target = await exported('chmod +x skills/a/lib/run.sh');
	expect(sh('find . -type f | sort', target)).toBe('./SKILL.md\n./lib/run.sh\n');
	expect(readFileSync(join(target, 'lib/run.sh'), 'utf8')).toBe('echo as it was\n');
	expect(statSync(join(target, 'lib/run.sh')).mode & 0o777).toBe(0o755);
	expect(statSync(join(target, 'SKILL.md')).mode & 0o777).toBe(0o644);
});

it('an exported file has the line endings of the base commit, not of the checkout', async () => {
	const target = await exported(':', { '.gitattributes': '* text eol=crlf\n' });
	expect(readFileSync(join(target, 'lib/run.sh'), 'utf8')).toBe('echo as it was\n');
});

it.each([
	['ln -s /etc/passwd skills/a/link', /`skills\/a\/link` is a symbolic link/],
	['for i in $(seq 2001); do : > skills/a/$i; done', /more than 2000 files/],
	['head -c 70000000 /dev/zero > skills/a/big', /`skills\/a` is larger than 64 MB/],
])('%s is refused', async (script, message) => {
	await expect(exported(script)).rejects.toMatchObject({ code: 'bad-skill', message: expect.stringMatching(message) });
});
