import type { Decision } from '../core/index.ts';
import { type Opinion, opinion, type Subject } from './part.ts';
import type { RegexEngine, RegexSet } from './regex.ts';

/** A pattern of a skill: a string is matched as the seed says, on the raw text; `executed` on each executed command only. */
export type PatternSpec =
	| string
	| { readonly pattern: string; readonly reason?: string | undefined; readonly on?: 'raw' | 'executed' | undefined };

/** The patterns of one skill (Wolffish, Safety Patterns: danger_patterns, confirm_patterns). */
export interface PatternSource {
	readonly file: string;
	readonly danger: readonly PatternSpec[];
	readonly confirm: readonly PatternSpec[];
}

/** A pattern that does not compile. */
export interface PatternProblem {
	readonly file: string;
	readonly pattern: string;
	readonly message: string;
}

interface Compiled {
	readonly file: string;
	readonly pattern: string;
	readonly reason: string | undefined;
	readonly decision: Decision;
	readonly on: 'raw' | 'executed';
}

/** Compiled patterns of all skills of a run. Without skills there is none: no pattern is built in. */
export interface Patterns {
	readonly raw: readonly Compiled[];
	readonly executed: readonly Compiled[];
	readonly rawSet: RegexSet;
	readonly executedSet: RegexSet;
}

/** Compiles the patterns of skills; what does not compile is told by file and pattern, and is in no set. */
export function compilePatterns(
	sources: readonly PatternSource[],
	engine: RegexEngine,
): {
	readonly patterns: Patterns;
	readonly problems: readonly PatternProblem[];
} {
	const problems: PatternProblem[] = [];
	const compiled = sources.flatMap((source) => [
		...source.danger.map((spec) => normalise(spec, source.file, 'block')),
		...source.confirm.map((spec) => normalise(spec, source.file, 'confirm')),
	]);
	const valid = compiled.filter(({ file, pattern }) => {
		const result = engine.compile(pattern);
		const message =
			pattern === '' ? 'an empty pattern matches everything' : typeof result === 'string' ? result : undefined;
		if (message !== undefined) problems.push({ file, pattern, message });
		return message === undefined;
	});
	const raw = valid.filter(({ on }) => on === 'raw');
	const executed = valid.filter(({ on }) => on === 'executed');
	const set = (list: readonly Compiled[]) => engine.compileSet(list.map(({ pattern }) => pattern));
	return { patterns: { raw, executed, rawSet: set(raw), executedSet: set(executed) }, problems };
}

function normalise(spec: PatternSpec, file: string, decision: Decision): Compiled {
	if (typeof spec === 'string') return { file, pattern: spec, reason: undefined, decision, on: 'raw' };
	return { file, pattern: spec.pattern, reason: spec.reason, decision, on: spec.on ?? 'raw' };
}

/** What the skills' patterns say of a call (Wolffish, Safety Patterns: danger beats confirm). */
export function judgePatterns(subject: Subject, patterns: Patterns): readonly Opinion[] {
	const { call, parts } = subject;
	const rawTexts = [`${call.name} ${JSON.stringify(call.args)}`, ...stringsIn(call.args)];
	const commands = subject.isShell ? parts.map((part) => part.text) : [];
	return [...hits(patterns.raw, patterns.rawSet, rawTexts), ...hits(patterns.executed, patterns.executedSet, commands)];
}

function hits(list: readonly Compiled[], set: RegexSet, texts: readonly string[]): readonly Opinion[] {
	if (list.length === 0) return [];
	const firstHit = new Map<number, string>();
	for (const text of texts) for (const index of set.match(text)) if (!firstHit.has(index)) firstHit.set(index, text);
	return [...firstHit].flatMap(([index, text]) => {
		const hit = list[index];
		return hit === undefined ? [] : [{ ...about(hit, text), file: hit.file }];
	});
}

function about({ pattern, reason, decision }: Compiled, text: string): Opinion {
	const kind = decision === 'block' ? 'danger' : 'confirm';
	return opinion('patterns', decision, {
		rule: `${kind}_patterns: ${pattern}`,
		reason: reason ?? `It matches the ${kind} pattern \`${pattern}\`.`,
		risk: decision === 'block' ? 'critical' : 'high',
		evidence: text.slice(0, 200),
	});
}

/** JSON escapes hide line breaks and quotes from a pattern, so each text is matched as it is, too. */
function stringsIn(value: unknown): readonly string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(stringsIn);
}
