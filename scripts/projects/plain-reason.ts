interface Reason {
	readonly seen: RegExp;
	readonly words: (match: RegExpMatchArray) => string;
}

/** What is missing on the machine of a trial, and not in the sandbox. */
const reasons: readonly Reason[] = [
	{
		seen: /`([\w.-]+)` has no address/,
		words: ([, host]) => `the machine does not reach ${host}, which the setup loads from`,
	},
	{ seen: /\/([\w.@%-]+): Not Found - 404/, words: ([, file]) => `the registry has no ${file}` },
	{ seen: /: (more than \d+ MB of memory);/, words: ([, limit]) => `it takes ${limit}` },
	{ seen: /(?:^|\s|`)([\w.-]+): (?:command )?not found/, words: ([, program]) => `${program} is not installed` },
];

/** Why a project did not pass, in plain words where the reason is known; else the line that was seen, as code. */
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

/** Code in a cell of a table: a bar would end the cell. */
export function code(text: string): string {
	return `\`${text.replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}
