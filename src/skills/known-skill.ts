import { sha256 } from '../core/index.ts';
import { readSkill, type SkillReading } from './read-skill.ts';
import shipped from './shipped-skills.json' with { type: 'json' };
import type { Skill } from './skill.ts';

/** A shipped skill without its instructions, with the hash of the text that it was compiled from. */
export type CompiledSkill = Omit<Skill, 'body' | 'toolLines'> & {
	readonly sha256: string;
	readonly toolLines: readonly (readonly [string, number])[];
};

// `scripts/compile-controls.ts` writes the file from this type.
const compiled = shipped as unknown as readonly CompiledSkill[];

/** Returns a skill as plain data, for a later start of a run. */
export function compileSkill({ body: _, toolLines, ...skill }: Skill, text: string): CompiledSkill {
	return { ...skill, toolLines: [...toolLines], sha256: sha256(text) };
}

/**
 * Reads a skill like {@link readSkill}. A shipped skill with exactly the text that this build compiled is not parsed again, because parsing
 * takes more time than most other steps at the start of a run.
 */
export function readKnownSkill(text: string, file: string): SkillReading {
	const hash = sha256(text);
	const found = compiled.find((skill) => skill.file === file && skill.sha256 === hash);
	if (found === undefined) return readSkill(text, file);
	const { sha256: _, toolLines, ...skill } = found;
	return { ok: true, skill: { ...skill, toolLines: new Map(toolLines), body: belowFrontMatter(text) } };
}

/** The instructions of a text that was compiled, so its front matter ends at a bare `---`. */
function belowFrontMatter(text: string): string {
	const end = '\n---\n';
	return text.slice(text.indexOf(end) + end.length).trim();
}
