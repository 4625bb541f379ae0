import { looked } from '../carried.ts';
import { type Finding, type Invocation, opaque } from '../program.ts';

/**
 * Pieces of text that zsh and bash read alike. Each alternative is one piece. Threat: the gate reads the text as bash does, but in zsh
 * `*(e:…:)` and `${(e)x}` run code, `*(D)` matches hidden files, and `$a[2]` is an element of an array.
 */
const alike = new RegExp(
	`^(?:${[
		// Letters, words and signs without a further meaning. `=ls` is a path, and `~x` may be a variable.
		/[\w\s.,/:@%+;|"'-]/,
		/(?<=[\w"'-])==?/,
		/(?<=\s)[!=]?=(?=\s)/,
		/~(?=[/\s"']|$)/,
		/(?<=\w)[#~^]|(?<=[\s"'])\^/,
		/&(?![|!])/,
		/!=?(?=\s)/,
		// `echo` of zsh replaces `\x2e` and `\056`.
		/\\[\s.*?()[\]{}"'$/|;&-]/,
		// A pattern without parentheses after it, and alternatives. A group may end in zsh where bash reads a word.
		/\*{1,2}(?!\*)|\?|\[|\]/,
		/\{[\w./*-]*(?:,|\.\.)[\w./*,-]*\}/,
		/\$(?:\w+|[?#$!])(?![\w[:({])/,
		/\$\{\w+\}(?![[:(])/,
		/\$\((?!\()|\)(?!\()/,
		/(?<=[\s\w])>>?(?:&(?=[12-]))?(?=[\s\w/.~"'-])/,
	]
		.map(({ source }) => source)
		.join('|')})*$`,
);

/**
 * Assignments, and builtins that change how zsh reads or expands words. Zsh ties `path` to `PATH`, and obeys variables that bash does not
 * have. With two words, `cd` replaces a part of the current folder.
 */
const changing =
	/(?:^|[\s;&|({])(?:\w+\+?=|(?:eval|source|\.|setopt|unsetopt|set|emulate|zmodload|autoload|functions|alias|disable|enable|typeset|declare|local|private|integer|float|export|readonly|read|vared|trap|select|print|printf|getopts|zparseopts|zstyle|coproc|foreach|repeat|hash|unhash|fc|bindkey|zcompile|pushd|popd)(?:\s|$)|cd\s+[^\s;&|]+[ \t]+[^\s;&|>])/;

/** A redirection without a command runs the program in `NULLCMD`. */
const bareRedirection = /(?:^|[\n;&|({]|\b(?:then|do|else)\s)\s*\d?>/;

const quietOptions = /^-[cefilnsuvx]$|^-o$|^--(?:version|help)$/;

/** Reports text for zsh that bash reads differently, and options of zsh that change the meaning of its text. */
export function zshFindings({ name, words, options, stdin }: Invocation): readonly Finding[] {
	if (name !== 'zsh') return [];
	const texts = [...words.map(({ text }) => text), stdin?.text ?? stdin?.held ?? ''];
	const isAlike =
		options.every((one) => quietOptions.test(one.name)) && texts.every(isReadAlike) && !texts.some(changesReading);
	return isAlike ? [] : [opaque('text that zsh reads differently from bash')];
}

function isReadAlike(text: string): boolean {
	return looked(text) === text && alike.test(text);
}

function changesReading(text: string): boolean {
	return changing.test(text) || bareRedirection.test(text);
}
