const mostLines = 400;
const mostCharacters = 2000;

/** The log of a job, as a runner shows it: the values that a job masks are hidden, and its other commands to the runner become words. */
export class JobLog {
	readonly #lines: string[] = [];
	readonly #masked = new Set<string>();

	get lines(): readonly string[] {
		return this.#lines;
	}

	/** Takes a line as the job wrote it (GitHub, Workflow commands for GitHub Actions). */
	take(line: string): void {
		const [, order = '', value = ''] = /^::([a-z-]+)(?: [^:]*)?::(.*)$/.exec(line) ?? [];
		if (order === 'add-mask') {
			this.#mask(value);
			return;
		}
		this.#lines.push(this.#hidden(order === '' ? line : `${order}: ${value}`).slice(0, mostCharacters));
		if (this.#lines.length > mostLines) this.#lines.shift();
	}

	#mask(value: string): void {
		if (value.trim() !== '') this.#masked.add(decoded(value));
	}

	#hidden(line: string): string {
		let text = decoded(line);
		for (const value of this.#masked) text = text.replaceAll(value, '***');
		return text;
	}
}

/** Decodes the characters that are encoded in a command to the runner. */
function decoded(text: string): string {
	return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}
