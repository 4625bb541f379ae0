import { type Finding, type Invocation, opaque, secret } from './program.ts';
import type { Word } from './word.ts';

/**
 * Comparisons of secrets. Whether one is set, or is a text that somebody already knows as a whole, tells nothing. A pattern, an
 * order or a part of it tells a little each time, and a loop makes all of that.
 */
export const oracle = opaque('a comparison that tells a part of a secret');

export const isSecret = ({ secrets }: Word): boolean => secrets.length > 0;
export const isPart = (word: Word): boolean => isSecret(word) && word.partial === true;

/** `test`, `[`: as `[[`; what is no proper test is shown in the message of an error. */
export function testedSecrets({ words }: Invocation): readonly Finding[] {
	return words.filter(isSecret).flatMap((word) => {
		// `${TOKEN:-}` is one word of two that are told.
		const told = words.filter((one) => one === word || one.either !== true);
		const at = told.indexOf(word);
		return testedSecret(word, told[at - 1], told[at + 1]);
	});
}

function testedSecret(word: Word, before: Word | undefined, after: Word | undefined): readonly Finding[] {
	const [left = '(', right = ']'] = [before?.text, after?.text];
	const operators = [left, right];
	if (operators.some((text) => /^\\?[<>]$/.test(text))) return [oracle];
	if (operators.some((text) => /^[!=]?=$/.test(text))) return isPart(word) ? [oracle] : [];
	if (operators.some((text) => /^-(eq|ne|lt|le|gt|ge)$/.test(text))) return [oracle];
	if (/^-[b-hkprsuwxLOGNS]$/.test(left)) return [];
	if (operators.some((text) => /^-(nt|ot|ef)$/.test(text))) return [];
	const isAlone = /^([(!]|-[aonz])$/.test(left) && /^([)\]]|-[ao])$/.test(right);
	if (isAlone) return isPart(word) ? [oracle] : [];
	return word.secrets.map((name) => secret(`$${name}`));
}
