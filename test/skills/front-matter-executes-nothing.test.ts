import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import matter from 'gray-matter';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readSkill } from '../../src/skills/index.ts';

const dir = mkdtempSync(join(tmpdir(), 'canary-'));
const canary = join(dir, 'canary');
const write = `process.getBuiltinModule('node:fs').writeFileSync(${JSON.stringify(canary)}, 'x')`;
const asObject = `{ name: 'a', description: 'd', triggers: ['t'], x: ${write} }`;

beforeEach(() => rmSync(canary, { force: true }));
afterAll(() => rmSync(dir, { recursive: true }));

const file = (opening: string, payload = asObject, end = '\n') => [opening, payload, '---', 'Body', ''].join(end);

/** Texts that plain gray-matter executes. A test checks that it does; otherwise the others would prove nothing. */
const executing: Record<string, string> = {
	'---js': file('---js'),
	'---javascript': file('---javascript'),
	'--- js': file('--- js'),
	'---\\tjs': file('---\tjs'),
	'---JavaScript': file('---JavaScript'),
	'---JS': file('---JS'),
	'---js and a space': file('---js '),
	'a byte order mark before ---js': file('\uFEFF---js'),
	'Windows line endings': file('---js', asObject, '\r\n'),
	'a line feed inside the language': file('---\rjs'),
	'statements, not an object': file('---js', `${write}; module.exports = {}`),
	'never closed': `---js\n${asObject}\n`,
};

describe('front matter that names an engine', () => {
	it.each(Object.entries(executing))('%s: gray-matter alone executes it', (_, text) => {
		try {
			matter(text, {});
		} catch (thrown) {
			// Some payloads fail after they have done their harm.
			expect(thrown).toBeInstanceOf(Error);
		}
		expect(existsSync(canary)).toBe(true);
	});

	it.each(Object.entries(executing))('%s: readSkill refuses it without executing it', (_, text) => {
		const reading = readSkill(text, 'f');
		expect(existsSync(canary)).toBe(false);
		expect(reading).toMatchObject({
			ok: false,
			errors: [{ line: 1, message: expect.stringContaining('exactly `---`') }],
		});
	});

	it.each([
		'---json',
		'---coffee',
		'---toml',
		'---yaml',
		'---constructor',
		'----',
		' ---',
		'---\u00a0',
		'--- ',
		'\uFEFF---',
	])('%j does not open the front matter either', (opening) => {
		expect(readSkill(file(opening, '{"name":"a"}'), 'f')).toMatchObject({ ok: false, errors: [{ line: 1 }] });
	});
});

describe('a second front matter in the body', () => {
	const second = `---\nname: a\ndescription: d\ntriggers: [t]\n---\n${file('---js')}`;

	it('is executed when gray-matter reads the body again', () => {
		matter(matter(second, {}).content, {});
		expect(existsSync(canary)).toBe(true);
	});

	it('stays text in readSkill', () => {
		const reading = readSkill(second, 'f');
		expect(existsSync(canary)).toBe(false);
		expect(reading).toMatchObject({ ok: true, skill: { body: expect.stringContaining('---js') } });
	});
});

describe("gray-matter's global cache", () => {
	it('never contains a skill', () => {
		const text = '---\nname: a\ndescription: [d\ntriggers: [t]\n---\n';
		readSkill(text, 'f');
		expect(Object.keys((matter as unknown as { cache: object }).cache)).not.toContain(text);
		expect(readSkill(text, 'f').ok).toBe(false);
	});
});
