/**
 * Whether a file has Windows line endings. The last matching rule of `.gitattributes` decides, or git's own setting if there is no rule.
 */
export function endsWithCrlf(path: string, attributes: string, turnsLineEnds: boolean): boolean {
	const extension = path.slice(path.lastIndexOf('.'));
	const ends = attributes.split(/\r?\n/).flatMap((line) => {
		const [pattern = '', ...words] = line.trim().split(/\s+/);
		const end = words.find((word) => /^eol=(?:lf|crlf)$/.test(word));
		return end !== undefined && (pattern === '*' || pattern === `*${extension}`) ? [end] : [];
	});
	return ends.length === 0 ? turnsLineEnds : ends.at(-1) === 'eol=crlf';
}

/** A text with the line endings of this checkout. */
export function withLineEnds(text: string, crlf: boolean): string {
	const plain = text.replaceAll('\r\n', '\n');
	return crlf ? plain.replaceAll('\n', '\r\n') : plain;
}
