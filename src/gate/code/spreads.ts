import { consume } from './consume.ts';
import { peek, type Reader, spreadName } from './reader.ts';
import { isEnvironment } from './resolve.ts';
import { mixed, type Value } from './value.ts';

/** Reads `**options`. Its entries become named arguments. If they are unknown, {@link spreadName} replaces them. */
export function spreadNamed(reader: Reader, named: Map<string, Value>): readonly Value[] {
	reader.at++;
	const value = reader.parse.element(reader);
	if (isEnvironment(value, reader.reading)) return [value];
	consume({ ...value, entries: new Map() }, reader.reading);
	for (const [name, entry] of value.entries ?? [[spreadName, value]])
		named.set(name, value.unsure === true ? { ...entry, unsure: true } : entry);
	return [];
}

/** Reads `...list` or `*list`, and returns its items. */
export function spread(reader: Reader): readonly Value[] {
	const token = peek(reader);
	const spreads = reader.reading.language.spreads;
	if (token?.kind !== 'mark' || !spreads?.has(token.text)) return [reader.parse.element(reader)];
	reader.at++;
	const value = reader.parse.element(reader);
	if (value.items !== undefined && value.unsure !== true) return value.items;
	if (value.items !== undefined) return [...value.items.map((item) => ({ ...item, unsure: true })), { many: true }];
	const isText = value.text !== undefined && value.text.length < 1_000 && reader.reading.language.name === 'javascript';
	if (isText) return [...(value.text ?? '')].map((one) => ({ text: one }));
	if (isEnvironment(value, reader.reading)) return [{ ...value, many: true }];
	consume(value, reader.reading);
	return [{ ...mixed([value]), many: true }];
}
