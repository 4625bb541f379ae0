/** Access to the gate's table of programs. */
export interface KnownPrograms {
	readonly isProgram: (name: string) => boolean;
	/** Returns whether the words after this name may be another command, such as after `sudo` or `env`. */
	readonly isWrapper: (name: string) => boolean;
}

const start =
	/^\s{0,20}(?:exec\s{1,9})?(?:\w{1,40}=\S{0,200}\s{1,9}){0,9}(?:\/[^\s/]{1,80}){0,9}?\/?([\w.+-]{1,60})\s+(\S+)([\s\S]*)$/;
/** Characters that arguments often contain and sentences rarely contain. */
const marks = /(^|\s)-{1,2}\w|[/|<>~$*;&]|\.\w|\s\.(\s|$)|:\w/;

/**
 * Returns whether a text is a command line of a known program with arguments. If `isGiven`, the text is in a place for command lines, so
 * the name of a program is enough.
 */
export function isCommandLine(text: string, programs: KnownPrograms, isGiven = false): boolean {
	const [, name = '', first = '', rest = ''] = start.exec(text) ?? [];
	if (name === '' || !programs.isProgram(name)) return false;
	return isGiven || marks.test(` ${first}${rest}`) || (programs.isWrapper(name) && programs.isProgram(first));
}
