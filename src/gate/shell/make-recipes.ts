import type { MakeRule } from './make-rules.ts';

/** The variables of a makefile, with their values as written. */
export type MakeVariables = ReadonlyMap<string, string>;

const mostNested = 8;
/** The gate reads no more of a makefile. */
export const mostCharacters = 20_000;

/** Returns the variables that a makefile sets, in the order of its lines. Variables of the command line replace them. */
export function makeVariables(text: string, given: readonly string[]): MakeVariables {
	const set = new Map<string, string>([
		['MAKE', 'make'],
		['RM', 'rm -f'],
		['CURDIR', '.'],
	]);
	for (const line of joined(text).split('\n')) {
		const [, name, operator = '', value = ''] =
			/^(?:(?:export|override)\s+)*([\w.-]+)\s*(\+|\?|::?:?)?=\s*(.*)$/.exec(line) ?? [];
		if (name === undefined) continue;
		if (operator === '+') set.set(name, `${set.get(name) ?? ''} ${value}`);
		else if (operator !== '?' || !set.has(name)) set.set(name, value.replace(/\s+#.*$/, ''));
	}
	for (const word of given) {
		const [, name = '', value = ''] = /^([\w.-]+)\s*[:?+!]*=([\s\S]*)$/.exec(word) ?? [];
		set.set(name, value);
	}
	return set;
}

/** Returns the command lines of a recipe as make passes them to the shell. */
export function recipeCommands({ name, text }: MakeRule, variables: MakeVariables): readonly string[] {
	const lines = joined(text.slice(0, mostCharacters)).split('\n');
	const own = lines.flatMap((line) => {
		if (line.startsWith('\t')) return [line];
		const inline = /^[^\t#=]*?:[^=;]*;(.*)$/.exec(line)?.[1];
		return inline === undefined ? [] : [inline];
	});
	return own.map((line) => expanded(line.replace(/^[\s@+-]+/, ''), name, variables));
}

/** Returns the command lines that make runs while it reads the file: `X := $(shell …)`, `X != …`. */
export function readingCommands(text: string, variables: MakeVariables): readonly string[] {
	const lines = joined(text.slice(0, mostCharacters)).split('\n');
	return lines.flatMap((line) => {
		const [, operator, value = ''] = /^[\w.-]+\s*(!|::?:?)=\s*(.*)$/.exec(line) ?? [];
		if (operator === '!') return [expanded(value, '', variables)];
		return operator !== undefined && value.includes('shell ') ? [`: ${expanded(value, '', variables)}`] : [];
	});
}

function joined(text: string): string {
	return text.replace(/\\\r?\n[\t ]*/g, ' ');
}

/** Expands make's own variables in a text. Other computed values become unknown. */
function expanded(text: string, target: string, variables: MakeVariables, nested = 0): string {
	let done = '';
	for (let i = 0; i < text.length; i++) {
		const next = text[i + 1];
		if (text[i] !== '$' || next === undefined) done += text[i];
		else if (next === '$') {
			done += '$';
			i++;
		} else if (next === '(' || next === '{') {
			const end = closing(text, i + 1);
			done += expansionOf(text.slice(i + 2, end), target, variables, nested);
			i = end;
		} else {
			done += next === '@' ? target : expansionOf(next, target, variables, nested);
			i++;
		}
		if (done.length > mostCharacters) return done.slice(0, mostCharacters);
	}
	return done;
}

/** Returns the index of the bracket that closes the bracket at `from`. */
function closing(text: string, from: number): number {
	const [open = '', close] = text[from] === '(' ? ['(', ')'] : ['{', '}'];
	let depth = 0;
	for (let i = from; i < text.length; i++) {
		if (text[i] === open) depth++;
		else if (text[i] === close && --depth === 0) return i;
	}
	return text.length;
}

function expansionOf(name: string, target: string, variables: MakeVariables, nested: number): string {
	const deeper = (text: string) => (nested < mostNested ? expanded(text, target, variables, nested + 1) : unknownValue);
	const shell = /^shell\s+([\s\S]*)$/.exec(name)?.[1];
	if (shell !== undefined) return `$(${deeper(shell)})`;
	const value = variables.get(name);
	if (value !== undefined) return deeper(value);
	// A variable that the makefile does not set comes from the environment.
	return /^[A-Za-z_]\w*$/.test(name) ? `\${${name}}` : unknownValue;
}

/** A shell variable that is never set, so its value is unknown. */
export const unknownValue = '${_MADE_BY_MAKE}';
