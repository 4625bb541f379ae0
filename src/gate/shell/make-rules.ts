/** A rule of a makefile, unchanged: its targets, prerequisites and recipe. */
export interface MakeRule {
	/** The target for which the rule was found. */
	readonly name: string;
	readonly text: string;
}

/** The most rules that are returned for one call. */
export const mostRules = 30;

/**
 * Returns the rules of these targets and of their prerequisites, in the order of the search. Without a target: the first rule of the file.
 * A pattern rule is used only if no other rule names the target.
 */
export function makeRules(text: string, targets: readonly string[]): readonly MakeRule[] {
	const lines = text.split('\n');
	const found = new Map<string, string>();
	const waiting: string[] = targets.length > 0 ? [...targets] : [...firstTarget(lines)];
	for (let name = waiting.shift(); name !== undefined && found.size < mostRules; name = waiting.shift()) {
		if (found.has(name)) continue;
		const named = lines.flatMap((line, index) => (declaresTarget(line, name) ? [ruleAt(lines, index)] : []));
		const isPattern = named.length === 0;
		const rules = isPattern
			? lines.flatMap((line, index) => (matchesTarget(line, name) ? [ruleAt(lines, index)] : []))
			: named;
		if (rules.length === 0) continue;
		found.set(name, rules.join('\n'));
		waiting.push(...rules.flatMap(neededBy));
	}
	return [...found].map(([name, rule]) => ({ name, text: rule }));
}

/**
 * Returns whether a line declares a target. `test lint: deps` declares `test` and `lint`. `test := x` and the line of a recipe declare
 * nothing.
 */
export function declaresTarget(line: string, name: string): boolean {
	return targetsIn(line).includes(name);
}

/** Returns whether a line is a rule for a name. `%.o: %.c` is a rule for every name that ends in `.o`. */
function matchesTarget(line: string, name: string): boolean {
	return targetsIn(line).some((target) => {
		const [before = '', after] = target.split('%');
		if (after === undefined || name.length < before.length + after.length) return false;
		return name.startsWith(before) && name.endsWith(after);
	});
}

function targetsIn(line: string): readonly string[] {
	const targets = /^([^\s#:=][^:=#$]*?)\s*&?::?(?![:=])/.exec(line)?.[1];
	return targets?.split(/\s+/) ?? [];
}

function firstTarget(lines: readonly string[]): readonly string[] {
	return lines
		.flatMap(targetsIn)
		.filter((name) => !/^\.[A-Z]|%/.test(name))
		.slice(0, 1);
}

/** Returns the rule from its first line to the last line of its recipe. */
function ruleAt(lines: readonly string[], first: number): string {
	let end = first + 1;
	for (let at = end; at < lines.length; at += 1) {
		const line = lines[at] ?? '';
		const isContinued = lines[at - 1]?.endsWith('\\') === true;
		if (line.startsWith('\t') || isContinued) end = at + 1;
		else if (!/^\s*(#|$)/.test(line)) break;
	}
	return lines.slice(first, end).join('\n');
}

/** Returns the prerequisites of a rule that are plain names. */
function neededBy(rule: string): readonly string[] {
	const head = /^(?:[^\n]*\\\n)*[^\n]*/.exec(rule)?.[0] ?? '';
	const needs = head.replace(/^[^:]*::?/, '').replace(/[;#][\s\S]*$/, '');
	return needs.split(/[\s|\\]+/).filter((word) => /^[\w./-]+$/.test(word));
}
