import type { Skill } from './skill.ts';
import type { SkillError } from './skill-error.ts';

const maxDepth = 3;

/**
 * Returns all skills that a skill requires, and then the skill itself. The order is depth first, without duplicates. Missing skills were
 * already refused at loading.
 */
export function withRequired(skill: Skill, all: readonly Skill[]): readonly Skill[] {
	const found = new Map<string, Skill>();
	const visit = (current: Skill, depth: number): void => {
		if (found.has(current.name) || depth > maxDepth + 1) return;
		for (const name of current.requires) {
			const needed = all.find((other) => other.name === name);
			if (needed !== undefined) visit(needed, depth + 1);
		}
		found.set(current.name, current);
	};
	visit(skill, 0);
	return [...found.values()];
}

/** Reports an error in a skill's requirements: a cycle, more than three levels, or a missing skill (Wolffish, Cerebellum). */
export function requirementErrors(skill: Skill, all: readonly Skill[]): readonly SkillError[] {
	const visit = (current: Skill, trail: readonly string[]): string | undefined => {
		for (const name of current.requires) {
			if (trail.includes(name)) return `requires itself: ${[...trail, name].join(' → ')}.`;
			const needed = all.find((other) => other.name === name);
			if (needed === undefined) return `requires \`${name}\`, which is not there.`;
			if (trail.length > maxDepth) return `requires more than ${maxDepth} levels: ${[...trail, name].join(' → ')}.`;
			const deeper = visit(needed, [...trail, name]);
			if (deeper !== undefined) return deeper;
		}
		return undefined;
	};
	const message = visit(skill, [skill.name]);
	if (message === undefined) return [];
	const fix = 'Add the missing skill, or take the name out of `requires`.';
	return [
		{ file: skill.file, line: skill.requiresLine ?? 1, field: 'requires', message: `This skill ${message}`, fix },
	];
}
