import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compiledText, skillsText, versionsText } from '../../scripts/compile-controls.ts';

it('what the gate starts from is what policies and skills compile to: else run `npm run compile`', () => {
	const file = new URL('../../src/gate/shipped-controls.json', import.meta.url);
	expect(readFileSync(file, 'utf8')).toBe(compiledText());
});

it('what a run starts from is what the shipped skills compile to: else run `npm run compile`', () => {
	const file = new URL('../../src/skills/shipped-skills.json', import.meta.url);
	expect(readFileSync(file, 'utf8')).toBe(skillsText());
});

it('every version of a task skill that ships is recorded: else run `npm run compile`', () => {
	const file = new URL('../../src/skills/shipped-versions.json', import.meta.url);
	expect(readFileSync(file, 'utf8')).toBe(versionsText());
});
