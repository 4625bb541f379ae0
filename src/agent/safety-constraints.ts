import type { PatternSpec, Skill } from '../skills/index.ts';
import { visibleText } from './visible-text.ts';

/**
 * Returns the patterns for dangerous and blocked commands in words for the model. Empty if there are no patterns. This is only the first,
 * soft layer (agtop, Safety Hooks: Prompt injection). The gate enforces the patterns, even if the model ignores them.
 */
export function safetyConstraints(skills: readonly Skill[], blocked: readonly PatternSpec[] = []): string {
	const patterns = [...skills.flatMap((skill) => skill.patterns.danger), ...blocked];
	const lines = new Set(patterns.map(bullet));
	if (lines.size === 0) return '';
	return [
		'## Safety Constraints',
		'',
		'You MUST NOT make a call that matches any of these patterns (regular expressions, upper and lower case alike):',
		'',
		...lines,
		'',
		'Such a call is blocked, nobody can approve it, and the attempt is recorded. If the task needs one, STOP: say in your answer which',
		'step is blocked by the safety policy and what a maintainer could do by hand. Do not look for another way to the same effect.',
	].join('\n');
}

function bullet(spec: PatternSpec): string {
	const { pattern, reason } = typeof spec === 'string' ? { pattern: spec, reason: undefined } : spec;
	const why = reason === undefined ? '' : ` — ${visibleText(reason).text.replace(/\s+/g, ' ').trim()}`;
	return `- ${code(oneLine(pattern))}${why}`;
}

/**
 * Returns a pattern as one line, with the same meaning as a regular expression. Threat: a pattern with a line break could begin a new
 * section.
 */
function oneLine(pattern: string): string {
	return pattern.replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}

function code(text: string): string {
	const fence = '`'.repeat(1 + Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)));
	return fence === '`' ? `\`${text}\`` : `${fence} ${text} ${fence}`;
}
