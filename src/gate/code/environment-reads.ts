import { environmentShown, type Finding, secret } from '../shell/program.ts';
import { isSecretVariable } from '../shell/state.ts';
import type { Token } from './tokens.ts';

/** Names of the environment, and of functions that read it. Each part of a compound name is tested. */
const accessor = /^(get|lookup)?env(s|b|var|vars|iron|ironb|ironment|ironments)?$/;
const setter = /^(set|put|add|del|delete|unset|remove|with|mock|stub|patch|define|update)$/;
/** Matches methods that return a value, and no methods that set or remove a variable, or check whether it exists. */
const shows = /^(?!set|put|update|pop|delete|has|contains|key|include|member|exists|defined)/i;

const name = '([a-z_]\\w{1,80})';
const word = '(?<!\\w|\\bdel(?:ete)?\\s[\\w.]{0,40})(\\w{0,30}?env\\w{0,30})(?!["\'`\\w])';
const member = '\\s{0,3}(?:\\?\\.|\\.|->|::)\\s{0,3}';
/** Matches `env.get("X")`, `getenv("X")`, `getenv()["X"]`, `ENV{X}`, `env.X`, `$env:X`, `(getenv "X")` and `get(env, "X")`. */
const reading = new RegExp(
	`${word}(?=(?:\\(\\))?(?:${[
		`${member}(\\w{1,30})[!?]?\\s{0,3}[([]\\s{0,3}["':]${name}`,
		`\\s{0,3}[([]\\s{0,3}(?:~\\w)?["':]?${name}`,
		`(?:[{<]["']?|(?<=\\$env):|${member})${name}`,
		`(?:\\s{1,3}|\\s{0,3},\\s{0,3})["':]${name}`,
	].join('|')})(?!["']?[\\])}>]?\\s{0,3}=(?![=~>]))(?!\\w))`,
	'gi',
);

/** The whole environment as a value, but not one of its variables, and not a word in quotes. */
const whole =
	/process\.env\b(?!\s*(?:\.\w|\[|\?))|os\.environ\b(?!\s*(?:\.\s*(?:get|keys|pop|setdefault|update)\b|\[))|(?<!["'`\w.]|\b(?:get!?|haskey|delete!)\(\s{0,3})ENV\b(?!["'`]|\s{0,3}(?:[[{<=:]|\.\s{0,3}(?:get|fetch|key|has|include|delete)))|%ENV\b|\bprintenv\b/;

/** Returns the secret environment variables that code reads, in the spelling of any language. */
export function variablesRead(code: string): readonly string[] {
	if (!/env/i.test(code)) return [];
	return [...code.matchAll(reading)].flatMap(([, from = '', method = '', ...names]) => {
		const read = names.find((one) => one !== undefined) ?? '';
		return isAccessor(from) && shows.test(method) && isSecretVariable(read) ? [read] : [];
	});
}

/** Returns the reads of the environment in code of which only the text is searched. */
export function environmentFindings(code: string): readonly Finding[] {
	return [...(whole.test(code) ? [environmentShown] : []), ...variablesRead(code).map((one) => secret(`$${one}`))];
}

function isAccessor(from: string): boolean {
	const parts = from
		.replace(/([a-z])(?=[A-Z])/g, '$1_')
		.toLowerCase()
		.split('_');
	return parts.some((part) => accessor.test(part)) && !parts.some((part) => setter.test(part));
}

/** Returns code without the content of its strings, because this content is not code. Strings of a single word are kept. */
export function withoutTexts(tokens: readonly Token[]): string {
	let code = '';
	let wasWord = false;
	for (const { kind, text, parts = [] } of tokens) {
		const isWord = kind !== 'mark' && kind !== 'end';
		const inner = parts.map((part) => (part === undefined || typeof part === 'string' ? '' : withoutTexts(part)));
		const [only] = parts;
		const isName = parts.length === 1 && typeof only === 'string' && /^\w{1,100}$/.test(only);
		code += `${wasWord && isWord ? ' ' : ''}${kind === 'text' ? `"${isName ? only : ''}"` : text}`;
		code += inner.filter((one) => one !== '').map((one) => `;${one};`);
		wasWord = isWord;
	}
	return code;
}
