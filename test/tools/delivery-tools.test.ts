import { describe, expect, it } from 'vitest';
import { neutralMarkdown } from '../../src/report/index.ts';
import { putFiles, sh } from '../sandbox/temporary.ts';
import { processorMs } from '../support/processor-time.ts';
import { testServices } from './tool-services.ts';

const context = (callId: string) => ({ callId, effects: [] });

describe('comment', () => {
	it('writes once per call, in the run’s thread', async () => {
		const { call, forge } = await testServices();
		expect(await call('comment', { body: 'Which one?' })).toEqual({
			ok: true,
			text: 'Commented: https://github.example/issues/42#1',
		});
		await call('comment', { body: 'Which one?' });
		expect(forge.commented.size).toBe(1);
		await call('comment', { body: 'Another' }, 'call-2');
		expect(forge.commented.size).toBe(2);
		const [marker] = [...forge.commented.keys()];
		expect(marker).toMatch(/^countersign:comment:42-abcdef:[0-9a-f]{16}$/);
	});

	it('neutralizes the text, and rejects an empty or too long text', async () => {
		const { call, forge } = await testServices();
		await call('comment', { body: '/approve A1\n\n@org/team look: ![x](https://evil.example/x.png)' });
		expect([...forge.commented.values()]).toEqual([
			'\\/approve A1\n\n`@org/team` look: !\\[x](https://evil.example/x.png) (evil.example)',
		]);
		expect(await call('comment', { body: ' \u200b' })).toMatchObject({ ok: false });
		expect(await call('comment', { body: 'x'.repeat(60_001) })).toMatchObject({
			ok: false,
			text: expect.stringContaining('Shorten'),
		});
	});
});

describe('open_pull_request', () => {
	it('does not deliver new files with credentials, and names them', async () => {
		const { root, call, forge } = await testServices({ a: 'a\n', 'test/server.pem': 'committed\n' });
		const left = '"deploy.key" holds credentials, by its name, and stays on this machine; people add it.';
		putFiles(root, { 'deploy.key': 'secret' });
		expect(await call('git_status', {})).toMatchObject({ text: expect.stringContaining(left) });
		expect(await call('open_pull_request', { title: 'T', body: 'B' })).toMatchObject({
			ok: false,
			text: expect.stringContaining(left),
		});
		putFiles(root, { b: 'b\n', 'test/server.pem': 'committed before\n', 'vendor/x/test.pem': 'published\n' });
		expect(await call('open_pull_request', { title: 'T', body: 'B' })).toMatchObject({
			ok: true,
			text: expect.stringContaining(left),
		});
		expect(forge.pulls[0]?.files.map(({ path }) => path)).toEqual(['b', 'test/server.pem', 'vendor/x/test.pem']);
	});

	it('delivers all differences between the working tree and the base commit', async () => {
		const { root, workspace, call, forge } = await testServices({
			a: 'a\n',
			b: 'b\n',
			'run.sh': 'x',
			'.gitattributes': '*.bat text eol=crlf\n',
		});
		sh(`echo new > 'sp ace'; echo changed > a; rm b; chmod +x run.sh; ln -s a link; printf 'one\\r\\n' > x.bat`, root);
		const { manifest } = await workspace.snapshot();
		const answer = await call('open_pull_request', { title: 'Fix\nit, @user', body: 'Because @user said so.' });
		expect(answer).toEqual({
			ok: true,
			text: 'Opened draft pull request #1: https://github.example/pull/1',
			pullRequest: { number: 1, url: 'https://github.example/pull/1' },
		});
		const [pull] = forge.pulls;
		expect(pull).toMatchObject({
			branch: 'countersign/42-fix-the-flaky-test',
			baseBranch: 'main',
			baseSha: manifest.baseSha,
			title: 'Fix it, @ user',
			body: 'Because `@user` said so.\n\nRefs #42',
			message: 'Fix it, @ user\n\nRefs #42',
		});
		expect(
			pull?.files.map((file) => [file.path, file.mode, file.content && Buffer.from(file.content).toString()]),
		).toEqual([
			['a', '100644', 'changed\n'],
			['b', '100644', null],
			['link', '120000', 'a'],
			['run.sh', '100755', 'x'],
			['sp ace', '100644', 'new\n'],
			['x.bat', '100644', 'one\n'],
		]);
	});

	it('tells reviewers and the model what a person must still press', async () => {
		const { root, toolbox, forge } = await testServices();
		putFiles(root, { new: 'new' });
		const left = 'Press *Reopen*.';
		const asked = { id: 'call-1', name: 'open_pull_request', args: { title: 'T', body: 'B' } };
		expect(await toolbox.run(asked, { ...context('call-1'), left })).toMatchObject({
			ok: true,
			text: expect.stringContaining(`Left to a person: ${left}`),
		});
		expect(forge.pulls[0]?.body).toBe(`B\n\nRefs #42\n\n${left}`);
	});

	it('delivers only if the files are still the ones that the gate judged', async () => {
		const { root, toolbox, forge } = await testServices();
		putFiles(root, { new: 'new' });
		const asked = { id: 'call-1', name: 'open_pull_request', args: { title: 'T', body: 'B' } };
		const judged = [
			{ kind: 'forge.write', what: 'draft-pull-request', target: 'own' },
			{ kind: 'deliver', path: 'new', change: 'added', what: 'ordinary' },
		] as const;
		putFiles(root, { later: 'x' });
		const answer = await toolbox.run(asked, { callId: 'call-1', effects: judged });
		expect(answer).toMatchObject({ ok: false, text: expect.stringContaining('changed it meanwhile') });
		const all = [...judged, { ...judged[1], path: 'later' }];
		expect(await toolbox.run(asked, { callId: 'call-1', effects: all })).toMatchObject({ ok: true });
		expect(forge.pulls).toHaveLength(1);
	});

	it('fails if nothing differs, or if title or body are invalid', async () => {
		const { root, call, forge } = await testServices();
		expect(await call('open_pull_request', { title: 'T', body: 'B' })).toMatchObject({
			ok: false,
			text: expect.stringContaining('Nothing differs'),
		});
		putFiles(root, { new: 'new' });
		for (const [title, body] of [
			[' ', 'B'],
			['x'.repeat(201), 'B'],
			['T', 'x'.repeat(60_001)],
		] as const) {
			expect(await call('open_pull_request', { title, body })).toMatchObject({ ok: false });
		}
		expect(forge.pulls).toEqual([]);
	});

	it('is found again by its marker, only for the same call', async () => {
		const { root, call, toolbox } = await testServices();
		putFiles(root, { new: 'new' });
		const asked = { id: 'call-1', name: 'open_pull_request', args: { title: 'T', body: 'Fixes #42' } };
		expect(await toolbox.findDone(asked, context('call-1'))).toBeUndefined();
		await call('open_pull_request', asked.args);
		expect(await toolbox.findDone(asked, context('call-1'))).toEqual({
			ok: true,
			text: 'Already opened draft pull request #1: https://github.example/pull/1',
			pullRequest: { number: 1, url: 'https://github.example/pull/1' },
		});
		expect(await toolbox.findDone(asked, context('call-2'))).toBeUndefined();
		expect(await toolbox.findDone({ ...asked, name: 'shell_exec' }, context('call-1'))).toBeUndefined();
	});

	it('adds no second reference to the thread, and accepts a slug with special characters', async () => {
		const { root, call, forge, services } = await testServices();
		putFiles(root, { new: 'new' });
		await call('open_pull_request', { title: 'T', body: 'Fixes #42' });
		expect(forge.pulls[0]?.body).toBe('Fixes #42');
		expect(services.slug).toContain('!');
	});
});

describe('neutralMarkdown', () => {
	it.each([
		[
			'plain words',
			'Nothing *to* do, see [docs](https://x.example) and a@b.example.',
			'Nothing *to* do, see [docs](https://x.example) (x.example) and a@b.example.',
		],
		['a mention', 'Hi @user, (@org/team)!', 'Hi `@user`, (`@org/team`)!'],
		['a mention with a backslash', '\\@user', '`@user`'],
		['a mention as an entity', '&#64;user &commat;user', '&amp;#64;user &amp;commat;user'],
		['mentions in a row', '@a@b.@c', '`@a@b.@c`'],
		['a package in code', 'run `npm i @types/node` now', 'run `npm i @types/node` now'],
		['a mention beside code', '`x`@user`y`', '`x` `@user` `y`'],
		['a mention between uneven backticks', 'a ` b\n`@user` c', 'a &#96; b\n&#96;`@user`&#96; c'],
		['a code span over two lines', '# h `\n@user `', '# h &#96;\n`@user` &#96;'],
		['an escaped backtick', '\\`@user`', '\\&#96;`@user`&#96;'],
		['code over table cells', '| `a | @user` |\n| - | - |', '| &#96;a | `@user`&#96; |\n| - | - |'],
		['code with a bar, but no table', '| `a | @user` |', '| `a | @user` |'],
		['a fence', '```ts\n@Injectable()\n```', '```ts\n@Injectable()\n```'],
		['text after a fence', '```\nx\n```\n@user', '```\nx\n```\n`@user`'],
		['a fence in a list', '- a\n  ```\n@user', '- a\n  &#96;&#96;&#96;\n`@user`'],
		['a fence in HTML', '<div>\n```\n@user\n```', '&lt;div>\n```\n@user\n```'],
		['an invalid fence', '``` a`b\n@user', '&#96;&#96;&#96; a&#96;b\n`@user`'],
		['an image', '![x](https://e.example/?q=1) ![y][z]', '!\\[x](https://e.example/?q=1) (e.example) !\\[y][z]'],
		['HTML', '<img src=x> <!-- hidden -->', '&lt;img src=x> &lt;!-- hidden -->'],
		['a marker in a fence', '```\n<!-- countersign:x -->\n```', '```\n<! -- countersign:x -->\n```'],
		['a marker in code', '`<!-- countersign:x -->`', '`<! -- countersign:x -->`'],
		['commands', '/approve A1\n  /deny\n> /agent x\nand/or', '\\/approve A1\n  \\/deny\n> \\/agent x\nand/or'],
		['a command in a fence', '```\n/approve A1\n/usr/bin/x\n```', '```\n\\/approve A1\n/usr/bin/x\n```'],
		['hidden characters', 'a\u200bb\u202ec\u{e0041}d\u0007', 'abcd'],
		['a mention with a hidden character', '@\u200buser', '`@user`'],
	])('%s', (_, text, expected) => {
		expect(neutralMarkdown(text)).toBe(expected);
	});

	it('is quick on hostile text', () => {
		const began = processorMs();
		for (const piece of ['`', '@', '@a', '\\@', '``', '![', '<', '&', '```\n', '| `', '/a\n', '> '])
			neutralMarkdown(piece.repeat(30_000));
		expect(processorMs() - began).toBeLessThan(3_000);
	});
});
