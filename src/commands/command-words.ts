/** An option of a command, as its help shows it. */
export interface OptionWord {
	/** With its dashes. */
	readonly name: string;
	readonly takesValue: boolean;
	/** What it may be; empty where that is not a short list. */
	readonly values: readonly string[];
}

/** What may be typed behind `countersign`: a command or a verb, its options, and what else it may be told. */
export interface CommandWords {
	/** `audit verify` */
	readonly name: string;
	readonly options: readonly OptionWord[];
	readonly values: readonly string[];
}

/**
 * Reads the usage lines of a help text: two blanks, `countersign`, and the command. A name in brackets, as `[filters]`, stands for the
 * options of the paragraph that begins with it. One command with several usages is told once.
 */
export function commandWords(help: string): readonly CommandWords[] {
	// A usage line that is too long goes on where its options begin.
	const whole = help.replace(/\n {12,}(?=\[)/g, ' ');
	const usages = whole.split('\n').flatMap((line) => {
		const [, name, rest] = /^ {2}countersign ((?:[a-z]+ ?)+?)(?=$| [^a-z]| [a-z]+\|)(.*)$/.exec(line) ?? [];
		return name === undefined ? [] : [{ name: name.trim(), rest: expanded(rest ?? '', help) }];
	});
	return [...new Set(usages.map(({ name }) => name))].map((name) => {
		const text = usages
			.filter((usage) => usage.name === name)
			.map(({ rest }) => rest)
			.join(' ');
		return { name, options: optionsIn(text), values: valuesIn(text) };
	});
}

function expanded(usage: string, help: string): string {
	return usage.replace(/\[([a-z ]+)\]/g, (whole, name: string) => {
		const paragraph = new RegExp(`^${name}:([\\s\\S]*?)(?=^Exit codes|\\n\\n)`, 'im').exec(help)?.[1];
		return paragraph ?? whole;
	});
}

function optionsIn(text: string): readonly OptionWord[] {
	const found = new Map<string, OptionWord>();
	for (const [, name = '', value] of text.matchAll(
		/(--[a-z][a-z-]*)(?: (<[^>]*>|'[^']*'|"[^"]*"|[a-z]+(?:\|[a-z]+)+))?/g,
	)) {
		const values = value !== undefined && /^[a-z]/.test(value) ? value.split('|') : [];
		found.set(name, { name, takesValue: value !== undefined, values });
	}
	return [...found.values()];
}

/** Words to choose one of, which belong to no option: `bash|zsh|fish`. */
function valuesIn(text: string): readonly string[] {
	const alone = /^ ([a-z]+(?:\|[a-z]+)+)/.exec(text)?.[1];
	return alone === undefined ? [] : alone.split('|');
}
