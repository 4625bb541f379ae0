import type { Finding } from './program.ts';
import { constant } from './word.ts';

/** Returns the findings for JavaScript modules in `data:` addresses, whose address contains their code. */
export function dataModules(text: string): readonly Finding[] {
	return [...text.matchAll(/data:(?:text|application)\/(?:java|ecma)script((?:;[\w=-]+)*),(.*)/gs)].map(
		([, parameters = '', source = '']): Finding => ({
			find: 'code',
			language: 'javascript',
			source: constant(/;base64/.test(parameters) ? Buffer.from(source, 'base64').toString() : withoutPercent(source)),
		}),
	);
}

function withoutPercent(source: string): string {
	return source.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
