/** The files and variables that a source text includes when it is compiled. */
export interface TakenIn {
	/** Files, as the text names them. */
	readonly files: readonly string[];
	/** Files whose lines error messages show instead of the text itself: `#line 1 "x"`. */
	readonly shown: readonly string[];
	/** Environment variables. */
	readonly variables: readonly string[];
	/** The text may include something whose name the gate cannot read. */
	readonly isUnclear: boolean;
}

/** `#include "x"`, `#embed <x>`, `.incbin "x"` in assembler code, and `include 'x'` in Fortran. */
const ofC = /\b(?:include(?:_next)?|incbin|import|embed)[ \t\f\v]*(?:\w+_)?\\?["'<]([^"'<>\n\\]+)/gi;
const ofRust = /\binclude(?:_str|_bytes)?\s*!\s*[({[]\s*r?#*"([^"\n]*)/g;
const moduleOfRust = /#\s*!?\[[^\]]{0,200}?\bpath\s*=\s*r?#*"([^"\n]*)/g;
const ofScripts = /\b(?:from|import|require)\s*\(?\s*["'`]([^"'`\n]+)/g;
const lineOf = /#[ \t\f\v]*(?:line[ \t\f\v]+)?\d+[ \t\f\v]+"([^"\n]+)/g;
const variableOf = /\benv\s*!\s*[({[]\s*r?#*"(\w+)|\boption_env\s*!\s*[({[]\s*r?#*"(\w+)/g;

/** Each of these constructs may include something, but a macro, an escape, an alias or a comment hides the name. */
const unclear: readonly RegExp[] = [
	/(?:#|%:|\?\?=)[ \t\f\v]*(?:\/\*|(?:include(?:_next)?|import|embed)\b(?![ \t\f\v]*["<]))/,
	/(?:#|%:|\?\?=)[ \t\f\v]*line\b(?!\s+\d+\s*?(?:\s"[^"\\\n]*"|\n|$))/,
	/\b(?:include(?:_next)?|incbin|import|embed)[ \t\f\v]*["<][^">\n]*\\|#[ \t]*(?:line[ \t]+)?\d+[ \t]+"[^"\n]*\\/,
	// Assembler code, unless it is a literal without a directive.
	/(?<![A-Za-z])asm(?:__)?\b(?!;|!?\s*(?:volatile|__volatile__|goto|inline)?\s*\(\s*(?:"(?:[^".\\]|\\[nt])*"\s*)+[:,)])/,
	/^[ \t]*\.(?:macro|irpc?|altmacro)\b/m,
	/\binclude_(?:str|bytes)\b(?!\s*!\s*[({[]\s*r?#*"[^"\\]*"#*\s*,?\s*[)}\]])/,
	/\b(?:include|env|option_env)\s*!\s*[({[](?!\s*r?#*"[^"\\]*"#*\s*[,)}\]])|\b(?:include|env|option_env)\s+as\b/,
	/\bmacro_rules\b[\s\S]*\b(?:include|env|option_env)\s*[,)}\]]/,
	/#\s*!?\[[^\]]{0,200}?\bpath\s*=\s*(?!"[^"\\]*")/,
];

/**
 * Returns the files and variables that a text includes. The text is C or a similar language, Fortran, assembler code, Rust or JavaScript.
 */
export function takenIn(source: string): TakenIn {
	// A backslash continues a line, and for a compiler, a carriage return ends a line.
	const text = source.replace(/(?:\\|\?\?\/)[ \t]*\r?\n/g, '').replaceAll('\r', '\n');
	return {
		files: [ofC, ofRust, moduleOfRust, ofScripts].flatMap((pattern) => namesBy(pattern, text)).concat(modulesIn(text)),
		shown: namesBy(lineOf, text),
		variables: namesBy(variableOf, text),
		isUnclear: unclear.some((pattern) => pattern.test(source) || pattern.test(text)),
	};
}

/** Returns the files of Rust modules: `mod x;` includes a separate file. */
function modulesIn(text: string): readonly string[] {
	return namesBy(/\bmod\s+(\w+)\s*;/g, text).flatMap((name) => [`${name}.rs`, `${name}/mod.rs`]);
}

function namesBy(pattern: RegExp, text: string): readonly string[] {
	return [...text.matchAll(pattern)].flatMap(([, first, second]) => first ?? second ?? []);
}
