import { expect, it } from 'vitest';
import { judgeTool } from './support.ts';

const judged = (command: string) => judgeTool('shell_exec', { command }, { mode: 'edit' });

it.each([
	"sed -i 's/a/b/' package.json && npm test",
	'npm test; echo {} > package.json; npm test',
	"sed -i 's/a/b/' *.json && npm run lint",
	'mv a.json package.json && npm test',
	'cp -r docs/. . && npm test',
	"printf 'test:\\n\\trm -rf src\\n' > Makefile && make test",
])('does not allow a test whose definition the same call changes: %s', (command) => {
	expect(judged(command).decision).not.toBe('allow');
});

it('the reason says that the same call changes the definition', () => {
	expect(judged("sed -i 's/a/b/' package.json && npm test").matches).toContainEqual(
		expect.objectContaining({
			rule: 'definition-changed',
			reason: '`package.json`, which defines `npm test`, is changed by the same call.',
		}),
	);
});

it.each([
	"sed -i 's/a/b/' src/a.ts && npm test",
	'touch test/a.test.ts && npm test',
	'npm test > out.txt; npm run lint',
])('allows a test when the call changes other files: %s', (command) => {
	expect(judged(command).decision).toBe('allow');
});
