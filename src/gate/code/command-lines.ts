/** What the gate's table of programs tells of a name. */
export interface KnownPrograms {
	readonly isProgram: (name: string) => boolean;
	/** Whether what follows it may be a command of its own, as behind `sudo` or `env`. */
	readonly isWrapper: (name: string) => boolean;
}

const start =
	/^\s{0,20}(?:exec\s{1,9})?(?:\w{1,40}=\S{0,200}\s{1,9}){0,9}(?:\/[^\s/]{1,80}){0,9}?\/?([\w.+-]{1,60})\s+(\S+)([\s\S]*)$/;
/** What words of a language seldom hold, and arguments often. */
const marks = /(^|\s)-{1,2}\w|[/|<>~$*;&]|\.\w|\s\.(\s|$)|:\w/;

/** Whether a text is the line of a known program with arguments; `isGiven` when it stands where only command lines do. */
export function isCommandLine(text: string, programs: KnownPrograms, isGiven = false): boolean {
	const [, name = '', first = '', rest = ''] = start.exec(text) ?? [];
	if (name === '' || !programs.isProgram(name)) return false;
	return isGiven || marks.test(` ${first}${rest}`) || (programs.isWrapper(name) && programs.isProgram(first));
}
