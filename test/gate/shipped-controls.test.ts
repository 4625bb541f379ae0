import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compiledText, skillsText, versionsText } from '../../scripts/compile-controls.ts';

it('the compiled policies and skills of the gate are up to date; else run `npm run compile`', () => {
	const file = new URL('../../src/gate/shipped-controls.json', import.meta.url);
	expect(readFileSync(file, 'utf8')).toBe(compiledText());
});

it('the compiled skills of a run are up to date; else run `npm run compile`', () => {
	const file = new URL('../../src/skills/shipped-skills.json', import.meta.url);
	expect(readFileSync(file, 'utf8')).toBe(skillsText());
});

it('every version of a shipped task skill is recorded; else run `npm run compile`', () => {
	const file = new URL('../../src/skills/shipped-versions.json', import.meta.url);
	expect(readFileSync(file, 'utf8')).toBe(versionsText());
});
