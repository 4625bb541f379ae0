import { isCredential } from '../sensitive.ts';
import { type Finding, secret } from '../shell/program.ts';
import { isSecretVariable } from '../shell/state.ts';
import { constant } from '../shell/word.ts';
import * as fold from './folds.ts';
import type { Ground } from './reader.ts';

/** Whether the gate knows a program of this name. */
export type IsProgram = (name: string) => boolean;

const maxLines = 40;
const start = /^\s*(?:\w+=\S*\s+)*(?:\/(?:usr\/(?:local\/)?)?s?bin\/)?([\w.+-]+)\s+(\S+)([\s\S]*)$/;
/** What words of a language seldom hold, and arguments often. */
const marks = /(^|\s)-{1,2}\w|[/|<>~$*;&]|\.\w|\s\.(\s|$)|:\w/;
const wrappers = /^(sudo|doas|env|nohup|exec|command|nice|timeout|xargs)$/;

/** What code that cannot be read may do: the command lines that its constant texts spell, and the credentials that they name. */
export function spelledFindings({ spelled, judged }: Ground, isProgram: IsProgram): readonly Finding[] {
	const texts = [...spelled].filter((one) => !judged.has(one));
	const all = [...new Set(texts.flatMap(variantsOf))];
	const lines = all.filter((one) => !judged.has(one) && isCommandLine(one, isProgram)).slice(0, maxLines);
	const names = all.filter(
		(one) => one.length < 200 && !/\s/.test(one) && (isCredentialFile(one) || isSecretVariable(one)),
	);
	return [...lines.map((line): Finding => ({ find: 'shell', source: constant(line) })), ...names.map(secret)];
}

/** Whether a text names a file of credentials. A word alone may be any key; with a dot or a slash it is a file. */
export function isCredentialFile(text: string): boolean {
	return /[./]/.test(text) && isCredential(text);
}

/** A text as it is, backwards, and decoded. */
function variantsOf(text: string): readonly string[] {
	const compact = text.trim();
	const decoded = [
		fold.reversed(text),
		compact.length >= 8 ? fold.base64(compact) : undefined,
		compact.length >= 8 ? fold.hex(compact) : undefined,
	];
	return [text, ...decoded.filter((one) => one !== undefined)];
}

function isCommandLine(text: string, isProgram: IsProgram): boolean {
	const [, name = '', first = '', rest = ''] = start.exec(text) ?? [];
	if (name === '' || !isProgram(name)) return false;
	return marks.test(` ${first}${rest}`) || (wrappers.test(name) && isProgram(first));
}
