import type { CodeReading } from './reader.ts';
import type { Value } from './value.ts';

export function prints(name: string | undefined, { language }: CodeReading): boolean {
	return name !== undefined && Object.hasOwn(language.prints ?? {}, name);
}

export function notePrinted(
	name: string,
	items: readonly Value[],
	named: ReadonlyMap<string, Value>,
	reading: CodeReading,
): void {
	const [between, end] = reading.language.prints?.[name] ?? [];
	if (between === undefined) {
		// Any function may print, unless it only computes. Loading a library's module with `require` prints nothing.
		if (name !== 'require' && !Object.hasOwn(reading.language.folds, name)) reading.printed.push(undefined);
		return;
	}
	const texts = items.map((item) => (item.isBytes || item.unsure || item.options ? undefined : item.text));
	const isFormat = name === 'console.log' && texts.length > 1 && texts[0]?.includes('%') === true;
	const isKnown = named.size === 0 && !isFormat && texts.length > 0 && texts.every((one) => one !== undefined);
	reading.printed.push(isKnown ? texts.join(between) + end : undefined);
}
