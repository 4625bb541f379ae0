import type { Decision } from '../core/index.ts';
import { executedTexts } from './executed-texts.ts';
import { type Opinion, opinion, type Subject } from './part.ts';
import type { RegexEngine, RegexSet } from './regex.ts';

/** A pattern: a string is matched as the seed says, on the raw text; `executed` on each executed command only. */
export type PatternSpec =
	| string
	| {
			readonly pattern: string;
			readonly reason?: string | undefined;
			readonly on?: 'raw' | 'executed' | undefined;
			/** Where it stands in its file. */
			readonly line?: number | undefined;
	  };

/** The patterns of one skill (Wolffish, Safety Patterns: danger_patterns, confirm_patterns) or of a configuration. */
export interface PatternSource {
	readonly file: string;
	readonly danger: readonly PatternSpec[];
	readonly confirm: readonly PatternSpec[];
	/** agtop, Safety Hooks: `safety.blocked_patterns`. */
	readonly blocked?: readonly PatternSpec[];
	/** No rule and no pattern of a repository stands in for what cannot be used of it. */
	readonly ofOrganization?: true;
	/** It comes with Countersign: mode `contained` answers what it asks. Nobody else's pattern does it answer. */
	readonly isShipped?: true;
}

/** The key under which a pattern stands in its file. */
export type PatternKey = 'danger_patterns' | 'confirm_patterns' | 'blocked_patterns';

/** A pattern that does not compile. */
export interface PatternProblem {
	readonly file: string;
	readonly line?: number;
	readonly key: PatternKey;
	readonly pattern: string;
	readonly message: string;
	readonly ofOrganization?: true;
}

interface Compiled {
	readonly file: string;
	readonly line?: number;
	readonly key: PatternKey;
	readonly pattern: string;
	readonly reason: string | undefined;
	readonly on: 'raw' | 'executed';
	readonly ofOrganization?: true;
	readonly isShipped?: true;
}

const decisions: Readonly<Record<PatternKey, Decision>> = {
	danger_patterns: 'block',
	confirm_patterns: 'confirm',
	blocked_patterns: 'block',
};

/** What a call comes to that a pattern matches. */
export function decisionOf({ key }: { readonly key: PatternKey }): Decision {
	return decisions[key];
}

/** Compiled patterns of a run. None is built in: they come from skills and from the configuration. */
export interface Patterns {
	readonly raw: readonly Compiled[];
	readonly executed: readonly Compiled[];
	readonly rawSet: RegexSet;
	readonly executedSet: RegexSet;
	/** Those that do not compile. While there is one, a gate asks about what nothing else speaks about. */
	readonly skipped: readonly PatternProblem[];
}

/**
 * Compiles the patterns of skills and configurations; what does not compile is told by file, line and pattern, is in no set, and
 * does not keep the others from counting (agtop, Safety Hooks: NewPatternMatcher).
 */
export function compilePatterns(
	sources: readonly PatternSource[],
	engine: RegexEngine,
): {
	readonly patterns: Patterns;
	readonly problems: readonly PatternProblem[];
} {
	const problems: PatternProblem[] = [];
	const valid = sources.flatMap(normalised).filter(({ reason: _, on: __, isShipped: ___, ...where }) => {
		const message = problemOf(where.pattern, engine);
		if (message !== undefined) problems.push({ ...where, message });
		return message === undefined;
	});
	const raw = valid.filter(({ on }) => on === 'raw');
	const executed = valid.filter(({ on }) => on === 'executed');
	const set = (list: readonly Compiled[]) => engine.compileSet(list.map(({ pattern }) => pattern));
	return { patterns: { raw, executed, rawSet: set(raw), executedSet: set(executed), skipped: problems }, problems };
}

function normalised(source: PatternSource): readonly Compiled[] {
	const { file, danger, confirm, blocked = [], ofOrganization, isShipped } = source;
	const whose = { ...(ofOrganization && { ofOrganization }), ...(isShipped && { isShipped }) };
	const all = (key: PatternKey, specs: readonly PatternSpec[]) =>
		specs.map((spec) => ({ ...normalise(spec, file, key), ...whose }));
	return [...all('danger_patterns', danger), ...all('confirm_patterns', confirm), ...all('blocked_patterns', blocked)];
}

function normalise(spec: PatternSpec, file: string, key: PatternKey): Compiled {
	if (typeof spec === 'string') return { file, key, pattern: spec, reason: undefined, on: 'raw' };
	const { pattern, reason, on = 'raw', line } = spec;
	return { file, key, pattern, reason, on, ...(line !== undefined && { line }) };
}

function problemOf(pattern: string, engine: RegexEngine): string | undefined {
	if (pattern === '') return 'an empty pattern matches everything';
	const compiled = engine.compile(pattern);
	return typeof compiled === 'string' ? compiled : undefined;
}

/** A problem in one line: where, which pattern, and why. */
export function tellProblem({ file, line, key, pattern, message }: PatternProblem): string {
	const where = line === undefined ? file : `${file}:${line}`;
	return `${where}: \`${key}\` holds \`${pattern}\`, which cannot be used: ${message}`;
}

/** What the patterns say of a call (Wolffish, Safety Patterns: danger beats confirm). */
export function judgePatterns(subject: Subject, patterns: Patterns): readonly Opinion[] {
	const { raw, executed } = patternTexts(subject);
	const byExecuted = hits(patterns.executed, patterns.executedSet, executed, harmlessTexts(subject));
	return [...hits(patterns.raw, patterns.rawSet, raw), ...byExecuted];
}

/** Commands of which more is known than their words show: what is shipped says nothing of `shutdown --help`. */
function harmlessTexts({ parts }: Subject): ReadonlySet<string> {
	const isOf = (harmless: boolean) => parts.filter(({ traits }) => traits.includes('harmless-words') === harmless);
	const others = new Set(isOf(false).map(({ text }) => text));
	return new Set(isOf(true).flatMap(({ text }) => (others.has(text) ? [] : [text])));
}

/** The texts of a call that patterns are matched on: the raw ones begin with the seed's (Wolffish, Safety Patterns: the match string). */
export interface PatternTexts {
	readonly raw: readonly string[];
	readonly executed: readonly string[];
}

export function patternTexts({ call, tool, parts, isShell }: Subject): PatternTexts {
	const args = JSON.stringify(call.args);
	// Other agents have names of their own for our tools, and a pattern may use either.
	const names = call.name === tool ? [tool] : [call.name, tool];
	const raw = [...names.map((name) => `${name} ${args}`), ...stringsIn(call.args)];
	return { raw, executed: isShell ? executedTexts(parts) : [] };
}

function hits(
	list: readonly Compiled[],
	set: RegexSet,
	texts: readonly string[],
	harmless?: ReadonlySet<string>,
): readonly Opinion[] {
	if (list.length === 0) return [];
	const matched = texts.map((text) => set.match(text));
	// Nearly no call is hit by one.
	if (matched.every(({ length }) => length === 0)) return [];
	const firstHit = new Map<number, string>();
	for (const [i, text] of texts.entries())
		for (const index of matched[i] ?? []) {
			const isSpared = list[index]?.isShipped === true && harmless?.has(text) === true;
			if (!firstHit.has(index) && !isSpared) firstHit.set(index, text);
		}
	return [...firstHit].flatMap(([index, text]) => {
		const hit = list[index];
		return hit === undefined ? [] : [about(hit, text)];
	});
}

function about({ file, line, key, pattern, reason, isShipped }: Compiled, text: string): Opinion {
	const decision = decisions[key];
	const kind = key.replace('_patterns', '');
	const spoken = opinion('patterns', decision, {
		rule: `${key}: ${pattern}`,
		reason: reason ?? `It matches the ${kind} pattern \`${pattern}\`.`,
		risk: decision === 'block' ? 'critical' : 'high',
		evidence: patternEvidence({ text }),
	});
	const asks = isShipped !== true;
	return { ...spoken, file, ...(line !== undefined && { line }), ...(asks && { asksContained: true as const }) };
}

/** How the matches of patterns name a text. */
export function patternEvidence({ text }: { readonly text: string }): string {
	return text.slice(0, 200);
}

/** JSON escapes hide line breaks and quotes from a pattern, so each text is matched as it is, too. */
function stringsIn(value: unknown): readonly string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(stringsIn);
}
