interface Reason {
	readonly seen: RegExp;
	readonly words: (match: RegExpMatchArray) => string;
}

/** Reasons that come from the machine of the trial and not from the sandbox. */
const reasons: readonly Reason[] = [
	{
		seen: /`([\w.-]+)` has no address/,
		words: ([, host]) => `the machine does not reach ${host}, which the setup loads from`,
	},
	{ seen: /\/([\w.@%-]+): Not Found - 404/, words: ([, file]) => `the registry has no ${file}` },
	{ seen: /: (more than \d+ MB of memory);/, words: ([, limit]) => `it takes ${limit}` },
	{ seen: /(?:^|\s|`)([\w.-]+): (?:command )?not found/, words: ([, program]) => `${program} is not installed` },
];

/** Returns why a project did not pass: in plain words if the reason is known, or else the printed line as code. */
export function plainReason(why: string): string {
	for (const { seen, words } of reasons) {
		const match = seen.exec(why);
		if (match !== null) return words(match);
	}
	return code(short(why));
}

const mostWhy = 140;

function short(text: string): string {
	const line = text.replaceAll('`', "'").replace(/\s+/g, ' ');
	return line.length > mostWhy ? `${line.slice(0, mostWhy)}…` : line;
}

/** Returns code for a cell of a table, in which a bar would end the cell. */
export function code(text: string): string {
	return `\`${text.replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}
