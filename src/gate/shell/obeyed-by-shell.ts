import { type Analysis, addOpaque, type Run } from './analysis.ts';
import { isShared } from './exported.ts';
import { settingFindings } from './settings.ts';
import { numberWord } from './word.ts';

/** Variables that the shell itself obeys, and that are usually not set. */
const usuallyUnset = /^(CDPATH|GLOBIGNORE|EXECIGNORE|BASH_(CMDS|ALIASES|COMPAT|LOADABLES_PATH)|PROMPT_COMMAND|PS[03])$/;

/**
 * Records that `${X:=x}` sets a variable. This changes the environment of programs only if this command line has exported or unset the
 * variable before. Threat: the shell itself obeys some variables. With any value of `GLOBIGNORE`, `*` matches hidden files.
 */
export function noteDefault(name: string, { state }: Run, analysis: Analysis): void {
	const seen = isShared(name, state);
	if (!seen && !state.variables.has(name) && !usuallyUnset.test(name)) return;
	if (settingFindings(name, undefined, { inShell: !seen }).length > 0)
		addOpaque(analysis, name, `sets \`${name}\` where it is unset`);
}

/** Records that arithmetic, or a builtin without an assignment, sets a variable to a number. */
export function noteObeyed(name: string, { state }: Run, analysis: Analysis): void {
	const found = settingFindings(name, numberWord, { inShell: !isShared(name, state) });
	if (found.length > 0) addOpaque(analysis, name, `sets \`${name}\`, which the shell or its programs obey`);
}
