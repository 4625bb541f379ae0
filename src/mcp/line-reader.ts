/** The longest line that a server may write, in bytes. */
export const longestLine = 4 * 1_048_576;

/** Splits a stream into lines. A line that is too long is not kept. */
export interface LineReader {
	/** Returns the complete lines. Undefined after a line was too long. */
	add(chunk: Buffer): readonly string[] | undefined;
}

/** Creates a reader of lines. */
export function newLineReader(longest: number = longestLine): LineReader {
	let open: Buffer[] = [];
	let length = 0;
	const take = (part: Buffer): void => {
		open.push(part);
		length += part.length;
	};
	return {
		add: (chunk) => {
			const lines: string[] = [];
			let rest = chunk;
			for (let at = rest.indexOf(10); at !== -1; at = rest.indexOf(10)) {
				take(rest.subarray(0, at));
				if (length > longest) return undefined;
				lines.push(Buffer.concat(open).toString());
				open = [];
				length = 0;
				rest = rest.subarray(at + 1);
			}
			if (rest.length > 0) take(rest);
			return length > longest ? undefined : lines;
		},
	};
}
