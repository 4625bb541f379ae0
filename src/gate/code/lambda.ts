import { consume } from './consume.ts';
import { doubt, isMark, peek, type Reader } from './reader.ts';
import { mixed, type Value } from './value.ts';

/** Reads a lambda of Python. Its body is judged where it is written. */
export function readLambda(reader: Reader): Value {
	readParameters(reader);
	const body = reader.parse.element(reader);
	consume(body, reader.reading);
	return { ...mixed([body]), name: '' };
}

/** Reads the parameters of a lambda up to the colon. Threat: a default value is computed where the lambda is written. */
function readParameters(reader: Reader): void {
	for (let token = peek(reader); token !== undefined && !isMark(token, ':'); token = peek(reader)) {
		reader.at++;
		if (isMark(token, '=')) consume(reader.parse.unary(reader), reader.reading);
		else if (token.kind !== 'word' && !(token.kind === 'mark' && /^(,|\*\*?|\/)$/.test(token.text)))
			doubt(reader.reading, 'the parameters of a lambda');
	}
	reader.at++;
}
