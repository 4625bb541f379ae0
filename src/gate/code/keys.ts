import { peek, type Reader } from './reader.ts';

/** Reads the key before a value: `name=`, `name:`, `'name':` or `name =>`. */
export function readKey(reader: Reader, close: string | undefined): string | undefined {
	const [token, next] = [peek(reader), peek(reader, 1)];
	if (token === undefined || next?.kind !== 'mark' || close === undefined) return undefined;
	const { name } = reader.reading.language;
	const isText = token.kind === 'text' && token.parts?.every((part) => typeof part === 'string') === true;
	if (token.kind !== 'word' && !isText) return undefined;
	const key = isText ? token.parts?.join('') : token.text;
	const hasArrow = next.text === '=>' && name !== 'javascript';
	const hasColon = next.text === ':' && (close === '}' || name === 'ruby' || name === 'php');
	const hasEquals =
		next.text === '=' && !isText && (name === 'python' || (name === 'lua' && close === '}')) && close !== ']';
	if (!hasArrow && !hasColon && !hasEquals) return undefined;
	reader.at += 2;
	return key;
}
