import type { Effect, Match } from '../core/index.ts';
import type { InspectedPart, Inspection } from './inspect.ts';
import { patternEvidence } from './patterns.ts';
import { evidenceOf } from './policy.ts';
import type { RuleData } from './policy-compile.ts';

/** A rule that allows one part of one call, and as little else as possible. */
export interface NarrowRule {
	readonly name: string;
	/** YAML, with one key in each line. */
	readonly lines: readonly string[];
	/** The same as data, for callers that do not read YAML. */
	readonly allows: Allowed;
}

type Allowed = Pick<RuleData, 'effects' | 'tools' | 'hosts' | 'paths' | 'commandPatterns'>;

interface Wanted {
	/** Include rules for commands that match a `confirm` pattern. A person's own rules for the hook also cover shipped patterns. */
	readonly ofPatterns?: boolean;
}

/** Returns the smallest rules that would allow a call for which policies or the default require approval. Empty if they require none. */
export function rulesFor(
	inspection: Inspection,
	unsettled: readonly Match[],
	wanted: Wanted = {},
): readonly NarrowRule[] {
	return inspection.parts.flatMap((part, index) => {
		const asked = askedOf(part, unsettled, wanted);
		const allows = allowing(asked, part, inspection);
		return allows === undefined ? [] : [{ name: nameFor(part.text, index), lines: linesOf(allows), allows }];
	});
}

/** Returns a rule as an item of `rules` in a policy file. */
export function itemOf({ name, lines }: Pick<NarrowRule, 'name' | 'lines'>): string {
	return [`  - name: ${name}`, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** Returns a rule as an item of `rules`, in one line. */
export function lineOf({ name, lines }: Pick<NarrowRule, 'name' | 'lines'>): string {
	return `  - { name: ${name}, ${lines.join(', ')} }`;
}

function askedOf(part: InspectedPart, unsettled: readonly Match[], { ofPatterns }: Wanted): readonly Effect[] {
	const said = (stages: readonly Match['stage'][]): ReadonlySet<string> =>
		new Set(unsettled.filter(({ stage }) => stages.includes(stage)).map(({ evidence }) => evidence));
	// A pattern needs approval for the whole command, so for all its effects.
	if (ofPatterns === true && said(['patterns']).has(patternEvidence(part))) return part.effects;
	const evidences = said(['policy', 'default']);
	return part.effects.filter((effect) => evidences.has(evidenceOf(part, effect)));
}

function allowing(
	asked: readonly Effect[],
	{ text }: InspectedPart,
	{ tool, isShell }: Pick<Inspection, 'tool' | 'isShell'>,
): Allowed | undefined {
	if (asked.length === 0 || (!isShell && asked.some(isWild))) return undefined;
	// A rule that names an unknown tool allows everything that the tool does.
	if (asked.some((effect) => effect.kind === 'opaque' && effect.tool !== undefined)) return { tools: [tool] };
	const effects = [...new Set(asked.map(({ kind }) => kind))];
	const paths = asked.flatMap((effect) => ('path' in effect ? [globFor(effect)] : []));
	if (paths.length === asked.length && !asked.some(isWild)) return { effects, paths: [...new Set(paths)] };
	if (isShell) return { effects, commandPatterns: [`^${escaped(text)}$`] };
	const hosts = asked.flatMap((effect) => (effect.kind === 'network' ? [effect.host] : []));
	return { effects, tools: [tool], ...(hosts.length > 0 && { hosts: [...new Set(hosts)] }) };
}

function linesOf({ effects, tools, hosts, paths, commandPatterns }: Allowed): readonly string[] {
	const list = (key: string, texts: readonly string[] | undefined, spell = quoted) =>
		texts === undefined ? [] : [`${key}: [${texts.map(spell).join(', ')}]`];
	return [
		...list('effects', effects, (kind) => kind),
		...list('paths', paths),
		...list('command_patterns', commandPatterns),
		...list('tools', tools),
		...list('hosts', hosts),
		'action: allow',
	];
}

/**
 * Returns whether a path contains wildcards. As a glob, it would also match other files: new ones, or all files if one file is called `*`.
 */
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

/** YAML reads no escapes in single quotes. Text with invisible characters is written as JSON, which YAML reads in double quotes. */
function quoted(text: string): string {
	return /[\p{Cc}\p{Cf}]/u.test(text) ? JSON.stringify(text) : `'${text.replaceAll("'", "''")}'`;
}
