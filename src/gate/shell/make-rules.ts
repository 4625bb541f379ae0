/** A rule of a makefile as it stands there: its targets, what they need, and its recipe. */
export interface MakeRule {
	/** The target for which it was looked up. */
	readonly name: string;
	readonly text: string;
}

/** How many rules are told of one call. */
const mostRules = 30;

/**
 * The rules of these targets and of what they need, in the order in which they are met; without a target the first of the file. A rule for a
 * pattern counts where no other one names the target.
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

/** `test lint: deps` declares both; `test := x` and a recipe's line neither. */
export function declaresTarget(line: string, name: string): boolean {
	return targetsIn(line).includes(name);
}

/** `%.o: %.c`: a rule for every name of that form. */
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

/** From its first line to the last one of its recipe. */
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

/** What a rule needs first, as far as it is named plainly. */
function neededBy(rule: string): readonly string[] {
	const head = /^(?:[^\n]*\\\n)*[^\n]*/.exec(rule)?.[0] ?? '';
	const needs = head.replace(/^[^:]*::?/, '').replace(/[;#][\s\S]*$/, '');
	return needs.split(/[\s|\\]+/).filter((word) => /^[\w./-]+$/.test(word));
}
