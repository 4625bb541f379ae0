import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Stage } from './stage.ts';

const answerOf = (paragraphs: number) =>
	Array.from({ length: paragraphs }, (_, at) => `Paragraph ${at}. ${'word '.repeat(36)}`).join('\n\n');

it('a run posts a long answer in three comments, and says where the whole answer is', async () => {
	const answer = answerOf(1_000);
	await using stage = await Stage.open({ script: JSON.stringify({ turns: [{ text: answer }] }) });
	const end = await stage.say('maintainer', '/agent tell me all');
	expect(end.outputs).toMatchObject({ outcome: 'completed' });
	const own = (await stage.comments()).filter(({ user }) => user.login === 'github-actions[bot]');
	expect(own).toHaveLength(3);
	const [progress, second, third] = own.map(({ body }) => body);
	expect(progress).toContain('Paragraph 0.');
	expect(progress).toMatch(/The answer continues in \[part 2\]\(http\S+\) and \[part 3\]\(http\S+\)\./);
	expect(second).toContain('part 2 of 3');
	expect(third).toContain('part 3 of 3');
	const [, missing, whole, file = ''] =
		/\*(\d+) of (\d+) characters are not shown\. The whole answer is `(blobs\/[0-9a-f]{64})`/.exec(progress ?? '') ??
		[];
	expect(Number(whole)).toBe(answer.length);
	expect(Number(missing)).toBeGreaterThan(50_000);
	expect(readFileSync(join(end.outputs['audit-dir'] ?? '', file), 'utf8')).toBe(answer);
	for (let at = 0; at < 600; at++) expect(own.some(({ body }) => body.includes(`Paragraph ${at}. `))).toBe(true);
});
