import type { Effect, Match } from '../core/index.ts';
import type { InspectedPart, Inspection } from './inspect.ts';
import { evidenceOf } from './policy.ts';

/** A rule that allows one part of one call, and little else. */
export interface NarrowRule {
	readonly name: string;
	/** YAML, one key in each line. */
	readonly lines: readonly string[];
}

/** The smallest rules that speak about what is asked about in a call, or denied for want of a rule; none where policies ask nothing. */
export function rulesFor(inspection: Inspection, unsettled: readonly Match[]): readonly NarrowRule[] {
	return inspection.parts.flatMap((part, index) => ruleFor(part, index, unsettled, inspection));
}

/** A rule as an item of `rules` in a policy file. */
export function itemOf({ name, lines }: NarrowRule): string {
	return [`  - name: ${name}`, ...lines.map((line) => `    ${line}`)].join('\n');
}

function ruleFor(
	part: InspectedPart,
	index: number,
	unsettled: readonly Match[],
	{ tool, isShell }: Inspection,
): readonly NarrowRule[] {
	const evidences = new Set(
		unsettled.filter(({ stage }) => stage === 'policy' || stage === 'default').map(({ evidence }) => evidence),
	);
	const asked = part.effects.filter((effect) => evidences.has(evidenceOf(part, effect)));
	if (asked.length === 0 || (!isShell && asked.some(isWild))) return [];
	const kinds = [...new Set(asked.map(({ kind }) => kind))];
	return [
		{
			name: nameFor(part.text, index),
			lines: [`effects: [${kinds.join(', ')}]`, matcherFor(asked, part, { tool, isShell }), 'action: allow'],
		},
	];
}

function matcherFor(
	asked: readonly Effect[],
	{ text }: InspectedPart,
	{ tool, isShell }: Pick<Inspection, 'tool' | 'isShell'>,
): string {
	const paths = asked.flatMap((effect) => ('path' in effect ? [globFor(effect)] : []));
	const isExact = !asked.some(isWild);
	if (paths.length === asked.length && isExact) return `paths: [${[...new Set(paths)].map(quoted).join(', ')}]`;
	return isShell ? `command_patterns: [${quoted(`^${escaped(text)}$`)}]` : `tools: [${quoted(tool)}]`;
}

/** As a glob it would mean other files, too: whatever matches tomorrow, or all where a file is called `*`. */
function isWild(effect: Effect): boolean {
	return 'path' in effect && /[*?[\]{}]/.test(effect.path);
}

function globFor(effect: Extract<Effect, { readonly path: string }>): string {
	return effect.kind === 'delete' && effect.recursive ? `${effect.path}/**` : effect.path;
}

function nameFor(text: string, index: number): string {
	const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
	return ['allow', ...words.slice(0, 4), ...(index > 0 ? [String(index + 1)] : [])].join('-');
}

function escaped(text: string): string {
	return text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
}

/** In single quotes YAML reads no escapes; what cannot be seen is written as JSON, which YAML reads in double quotes. */
function quoted(text: string): string {
	return /[\p{Cc}\p{Cf}]/u.test(text) ? JSON.stringify(text) : `'${text.replaceAll("'", "''")}'`;
}
