/** An option of a command, as its help shows it. */
export interface OptionWord {
	/** The name with its dashes. */
	readonly name: string;
	readonly takesValue: boolean;
	/** The allowed values. Empty if they are not a short list. */
	readonly values: readonly string[];
}

/** What a person may type after `countersign`: a command or a verb, its options and its other words. */
export interface CommandWords {
	/** `audit verify` */
	readonly name: string;
	readonly options: readonly OptionWord[];
	readonly values: readonly string[];
}

/**
 * Reads the usage lines of a help text: two blanks, `countersign`, and the command. A name in brackets, such as `[filters]`, means the
 * options of the paragraph that begins with this name. If a command has several usages, they are returned as one.
 */
export function commandWords(help: string): readonly CommandWords[] {
	// If a usage line is too long, it continues on the next line with options.
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

/** Returns the alternatives at the beginning of the text, such as `bash`, `zsh` and `fish` for `bash|zsh|fish`. */
function valuesIn(text: string): readonly string[] {
	const alone = /^ ([a-z]+(?:\|[a-z]+)+)/.exec(text)?.[1];
	return alone === undefined ? [] : alone.split('|');
}
