import { type Finding, type Invocation, opaque, secret } from './program.ts';
import type { Word } from './word.ts';

/**
 * A comparison that reveals a part of a secret. A check whether a secret is set, or equals one whole text, reveals nothing new. A pattern,
 * an order or a comparison of a part reveals a little each time, and a loop can reveal everything.
 */
export const oracle = opaque('a comparison that tells a part of a secret');

export const isSecret = ({ secrets }: Word): boolean => secrets.length > 0;
export const isPart = (word: Word): boolean => isSecret(word) && word.partial === true;

/** `test` and `[` follow the rules of `[[`. An invalid test shows its words in an error message. */
export function testedSecrets({ words }: Invocation): readonly Finding[] {
	return words.filter(isSecret).flatMap((word) => {
		// `${TOKEN:-}` becomes two alternative words.
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
