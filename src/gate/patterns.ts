import type { Decision } from '../core/index.ts';
import { type Opinion, opinion, type Part, type Subject } from './part.ts';
import type { RegexEngine, RegexSet } from './regex.ts';

/**
 * A pattern. A string is matched on the raw text, as the seed document says. With `executed`, it is matched on each executed command only.
 */
export type PatternSpec =
	| string
	| {
			readonly pattern: string;
			readonly reason?: string | undefined;
			readonly on?: 'raw' | 'executed' | undefined;
			/** The line in its file. */
			readonly line?: number | undefined;
	  };

/** The patterns of one skill (`danger_patterns`, `confirm_patterns`) or of a configuration. Seed document: Wolffish, Safety Patterns. */
export interface PatternSource {
	readonly file: string;
	readonly danger: readonly PatternSpec[];
	readonly confirm: readonly PatternSpec[];
	/** Patterns that block, from `blocked_patterns` of a configuration. Seed document: agtop, Safety Hooks. */
	readonly blocked?: readonly PatternSpec[];
	/**
	 * These are patterns of the organization. If one of them does not compile, only a match of the organization's own policies and patterns
	 * can replace it, not a match of a repository's.
	 */
	readonly ofOrganization?: true;
	/** Countersign ships these patterns. Only for them can mode `contained` turn `confirm` into `allow`. */
	readonly isShipped?: true;
}

/** The key of a pattern in its file. */
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

/** Returns the decision for a call that matches the pattern. */
export function decisionOf({ key }: { readonly key: PatternKey }): Decision {
	return decisions[key];
}

/** The compiled patterns of a run. They come from skills and from the configuration, and none is built in. */
export interface Patterns {
	readonly raw: readonly Compiled[];
	readonly executed: readonly Compiled[];
	readonly rawSet: RegexSet;
	readonly executedSet: RegexSet;
	/**
	 * Patterns that do not compile. While there is one, each call that does more than read needs approval, unless another pattern or a
	 * policy that is not a shipped base matches the call.
	 */
	readonly skipped: readonly PatternProblem[];
}

/**
 * Compiles the patterns of skills and configurations. If a pattern does not compile, it is reported with its file and line, and the
 * others still work (agtop, Safety Hooks: NewPatternMatcher).
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

/** Describes a problem in one line: the place, the pattern and the reason. */
export function tellProblem({ file, line, key, pattern, message }: PatternProblem): string {
	const where = line === undefined ? file : `${file}:${line}`;
	return `${where}: the pattern \`${pattern}\` in \`${key}\` is not valid: \`${message}\``;
}

/** Returns an opinion for each pattern that matches a call (Wolffish, Safety Patterns: danger beats confirm). */
export function judgePatterns(subject: Subject, patterns: Patterns): readonly Opinion[] {
	const { raw, executed } = patternTexts(subject);
	const byExecuted = hits(patterns.executed, patterns.executedSet, executed, harmlessTexts(subject));
	return [...hits(patterns.raw, patterns.rawSet, raw), ...byExecuted];
}

/** Returns commands that do less than their words suggest, such as `shutdown --help`. Shipped patterns do not match them. */
function harmlessTexts({ parts }: Subject): ReadonlySet<string> {
	const isOf = (harmless: boolean) => parts.filter(({ traits }) => traits.includes('harmless-words') === harmless);
	const others = new Set(isOf(false).map(({ text }) => text));
	return new Set(isOf(true).flatMap(({ text }) => (others.has(text) ? [] : [text])));
}

/**
 * The texts of a call that patterns are matched on. The first raw text is the tool's name, a blank, and the arguments as JSON (Wolffish,
 * Safety Patterns: the match string).
 */
export interface PatternTexts {
	readonly raw: readonly string[];
	readonly executed: readonly string[];
}

export function patternTexts({ call, tool, parts, isShell }: Subject): PatternTexts {
	const args = JSON.stringify(call.args);
	// Other agents have their own names for Countersign's tools, and a pattern may use either name.
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
	// Most calls match no pattern.
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

/** Returns the evidence in a pattern's match: the start of the text. */
export function patternEvidence({ text }: { readonly text: string }): string {
	return text.slice(0, 200);
}

/** JSON escapes hide line breaks and quotes from a pattern, so each string is also matched without escapes. */
function stringsIn(value: unknown): readonly string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(stringsIn);
}

/**
 * Returns the texts on which patterns with `on: executed` are matched: each command of the call. A single command does not show why a whole
 * pipeline or function is dangerous. A dangerous pipeline or function therefore adds one more text, which is always the same:
 * `curl … | bash` for a shell that executes fetched code, and `f(){ f|f& };f` for a function that starts itself again and again.
 */
function executedTexts(parts: readonly Part[]): readonly string[] {
	return parts.flatMap((part, index) => [part.text].concat(fetchedInto(part, parts, index), bomb(part)));
}

function fetchedInto(part: Part, parts: readonly Part[], index: number): readonly string[] {
	if (!part.traits.includes('fetch-to-shell')) return [];
	const from = parts.slice(0, index).findLast(({ effects }) => effects.some(({ kind }) => kind === 'network'));
	return from === undefined ? [] : [`${from.text} | ${part.text}`];
}

function bomb({ text, effects }: Part): readonly string[] {
	const isBomb = effects.some((effect) => effect.kind === 'opaque' && effect.why.startsWith('fork bomb'));
	return isBomb ? [`${text}(){ ${text}|${text}& };${text}`] : [];
}
