import { type Finding, type Invocation, opaque } from './program.ts';
import type { Word } from './word.ts';

/** Shell options that do not change how words are read. */
const quietLetters = /^[-+][aeuxvhbmCETft]*o?$/;
const quietNames =
	/^(errexit|nounset|xtrace|verbose|hashall|notify|monitor|noclobber|errtrace|functrace|pipefail|noglob|allexport|onecmd|history|emacs|vi|ignoreeof|interactive-comments|physical)$/;
const quietShopts =
	/^(expand_aliases|inherit_errexit|checkwinsize|checkhash|checkjobs|cmdhist|histappend|histreedit|histverify|lithist|huponexit|mailwarn|login_shell|no_empty_cmd_completion|prog\w+|sourcepath|interactive_comments|extglob|globstar|nocaseglob|gnu_errfmt|hostcomplete|complete_fullquote|direxpand|dirspell|failglob|nullglob|globasciiranges|globskipdots)$/;

const misread = opaque('changes how the shell reads what follows');

/** Returns a finding if `set` makes the shell read words differently from the gate: `set -k`. */
export function setFindings({ words, values }: Invocation): readonly Finding[] {
	const end = words.findIndex((word) => word.text === '--');
	const flags = (end < 0 ? words : words.slice(0, end)).filter((word) => /^[-+]./.test(word.text));
	const isQuiet = flags.every((word) => quietLetters.test(word.text));
	return isQuiet && values('-o', '+o').every((word) => quietNames.test(word.text)) ? [] : [misread];
}

/** Returns the same finding for `shopt`: `shopt -s lastpipe`, or `dotglob`, with which patterns match hidden files. */
export function shoptFindings({ words }: Invocation): readonly Finding[] {
	const names = words.filter((word) => !/^-[spuqo]+$/.test(word.text));
	const quiet = words.some((word) => /^-\w*o/.test(word.text)) ? quietNames : quietShopts;
	const isRead = words.every((word) => word.known && !/^-\w*[su]/.test(word.text));
	return isRead || names.every((word) => isQuiet(word, quiet)) ? [] : [misread];
}

/** Options of a new shell that do not change how it reads words. */
const quietStart =
	/^-[abceilmnoprstuvxCEDOT]$|^--(norc|noprofile|noediting|login|verbose|restricted|rcfile|init-file)$/;
const shownOnly = /^--(version|help|dump-(po-)?strings)$/;

/** Bash takes its long options with one dash, too. Threat: `-rcfile` has a value, and is not the letters `-r -c -f …`. */
const longWithOneDash =
	/^-(norc|noprofile|noediting|login|verbose|restricted|rcfile|init-file|posix|version|help|debug(ger)?|dump-|protected|wordexp|pretty)/;

/** Returns the same finding for the options of a new shell: `bash -k`, `bash -o posix -O dotglob`. */
export function startFindings({ options, words, operands, values }: Invocation): readonly Finding[] {
	const own = words.slice(0, words.length - operands.length);
	const areQuiet =
		options.every(({ name }) => quietStart.test(name) || shownOnly.test(name) || /^\+|^-[fh]$/.test(name)) &&
		!own.some(({ text }) => longWithOneDash.test(text)) &&
		values('-o', '+o').every((word) => isQuiet(word, quietNames)) &&
		values('-O', '+O').every((word) => isQuiet(word, quietShopts));
	return areQuiet ? [] : [misread];
}

function isQuiet({ known, text }: Word, quiet: RegExp): boolean {
	return known && quiet.test(text);
}
