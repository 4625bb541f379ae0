import { type Finding, secret } from '../shell/program.ts';
import { isSecretVariable } from '../shell/state.ts';
import { constant } from '../shell/word.ts';
import { isCommandLine, type KnownPrograms } from './command-lines.ts';
import { isCredentialFile } from './credential-words.ts';
import * as fold from './folds.ts';
import type { CodeReading } from './reader.ts';

const maxLines = 40;
/** Attributes that are the environment, if code reads them by a string. */
const environmentName = /^(environb?|getenvb?|ENV)$/;

/**
 * Returns the possible effects of code that cannot be read. They are the command lines in its constant strings, and the credentials that
 * these strings name. If one string is the name of the environment, secret variables that strings name are included.
 */
export function spelledFindings(
	{ spelled, judged, isStrange }: CodeReading,
	programs: KnownPrograms,
): readonly Finding[] {
	const texts = [...spelled].filter((one) => !judged.has(one));
	const all = [...new Set(texts.flatMap(variantsOf))];
	// If only functions of the project are unknown, a command line is probably just a text that these functions check.
	const lines = !isStrange
		? []
		: all.filter((one) => !judged.has(one) && isCommandLine(one, programs)).slice(0, maxLines);
	const hasEnvironment = all.some((one) => environmentName.test(one));
	const names = all.filter((one) => isCredentialFile(one) || (hasEnvironment && isSecretVariable(one)));
	return [
		...lines.map((line): Finding => ({ find: 'shell', source: constant(line), guessed: true })),
		...names.map(secret),
	];
}

/** Returns a string unchanged, reversed and decoded. */
function variantsOf(text: string): readonly string[] {
	const compact = text.trim();
	const decoded = [
		fold.reversed(text),
		compact.length >= 8 ? fold.base64(compact) : undefined,
		compact.length >= 8 ? fold.hex(compact) : undefined,
	];
	return [text, ...decoded.filter((one) => one !== undefined)];
}
