/** The last rule of `.gitattributes` that says how lines of such a file end; git's own setting where none does. */
export function endsWithCrlf(path: string, attributes: string, turnsLineEnds: boolean): boolean {
	const extension = path.slice(path.lastIndexOf('.'));
	const ends = attributes.split(/\r?\n/).flatMap((line) => {
		const [pattern = '', ...words] = line.trim().split(/\s+/);
		const end = words.find((word) => /^eol=(?:lf|crlf)$/.test(word));
		return end !== undefined && (pattern === '*' || pattern === `*${extension}`) ? [end] : [];
	});
	return ends.length === 0 ? turnsLineEnds : ends.at(-1) === 'eol=crlf';
}

/** A text as this checkout ends its lines. */
export function withLineEnds(text: string, crlf: boolean): string {
	const plain = text.replaceAll('\r\n', '\n');
	return crlf ? plain.replaceAll('\n', '\r\n') : plain;
}
