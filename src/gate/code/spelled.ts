import { type Finding, secret } from '../shell/program.ts';
import { isSecretVariable } from '../shell/state.ts';
import { constant } from '../shell/word.ts';
import { isCommandLine, type KnownPrograms } from './command-lines.ts';
import { isCredentialFile } from './credential-words.ts';
import * as fold from './folds.ts';
import type { Ground } from './reader.ts';

const maxLines = 40;
/** Attributes that are the environment, where code asks for them by a text. */
const environmentName = /^(environb?|getenvb?|ENV)$/;

/**
 * What code that cannot be read may do: the command lines that its constant texts spell, the credentials that they name, and the
 * secret variables where one of them is the name of the environment.
 */
export function spelledFindings({ spelled, judged, isStrange }: Ground, programs: KnownPrograms): readonly Finding[] {
	const texts = [...spelled].filter((one) => !judged.has(one));
	const all = [...new Set(texts.flatMap(variantsOf))];
	// A command line that a function of the project's own gets is a text that it looks at.
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
