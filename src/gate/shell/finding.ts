import type { Effect, Facts } from '../../core/index.ts';
import type { CodeStart, LanguageName } from '../code/language.ts';
import type { DeclaredLine, Trait } from '../part.ts';
import type { Stream, Word } from './word.ts';

/** One result about an invocation, in addition to the roles of its arguments. Commands and command lines in it are judged separately. */
export type Finding =
	| { readonly find: 'effect'; readonly effect: Effect }
	| {
			readonly find: 'command';
			readonly words: readonly Word[];
			/** The folder in which the command starts, if it is another one. Absolute path; undefined if the gate does not know it. */
			readonly place?: { readonly cwd: string | undefined };
	  }
	| {
			readonly find: 'shell';
			readonly source: Word;
			readonly positional?: readonly Word[];
			/** The `$0` of the command line. */
			readonly zero?: Word;
			/** Runs in the current shell. */
			readonly here?: boolean;
			/** Runs at another time, as the command of a `trap` does. */
			readonly later?: boolean;
			/** The shell prints each command with its expanded words before it runs the command. */
			readonly traces?: boolean;
			/** The text was found in code and may never run. Its usual effects, such as a read, are left out. */
			readonly guessed?: boolean;
	  }
	/** Runs code of another language. Without `language`, the gate cannot read the code. */
	| { readonly find: 'code'; readonly language?: LanguageName; readonly source: Word; readonly start?: CodeStart }
	/** Runs its standard input as a command line. */
	| {
			readonly find: 'feed';
			/** As in a `shell` finding. */
			readonly traces?: boolean;
	  }
	| { readonly find: 'executes'; readonly path: string; readonly script?: Script }
	/**
	 * Runs a script, or a rule of a makefile, that the project declares. The grave effects of its text, or of its `commands`, are added to
	 * the call.
	 */
	| {
			readonly find: 'declared';
			readonly line: DeclaredLine;
			readonly cwd: string;
			readonly commands?: readonly string[];
	  }
	/**
	 * Runs scripts of the project. If their whole text only runs checks, or also formatters where `mayFormat` is set, the effects of this
	 * text replace the effect `exec` of `program`.
	 */
	| {
			readonly find: 'typed';
			readonly mayFormat: boolean;
			readonly program: string;
			readonly definedIn: string;
			readonly scripts: readonly Extract<Finding, { find: 'declared' }>[];
	  }
	/** Makes a link or a copy. Both paths are absolute. */
	| { readonly find: 'link'; readonly at: string; readonly to: string; readonly isCopy?: boolean }
	/** Compiles source texts. The compiler searches the folders for the files that the texts include. */
	| {
			readonly find: 'compiles';
			readonly sources: readonly Word[];
			readonly folders: readonly Word[];
			readonly stdin: Stream | undefined;
	  }
	/** Reads a source text, by its path as in effects. */
	| { readonly find: 'source'; readonly path: string; readonly isMissing?: boolean }
	| { readonly find: 'trait'; readonly trait: Trait };

/** How the gate reads the text of a file that is executed. */
export interface Script {
	/** If missing, the gate finds the language by the first line and the name of the file. */
	readonly language?: LanguageName | 'shell';
	/** The arguments of the script. */
	readonly words: readonly Word[];
	/** The script runs in the current shell, as with `source`. */
	readonly here?: boolean;
	/** The interpreter got no option that changes the meaning of the text or runs other code. */
	readonly isPlain?: boolean;
}

/** The files and the folder that a command works with. */
export interface Scope {
	readonly facts: Facts;
	/** Absolute path; undefined if the gate does not know it. */
	readonly cwd: string | undefined;
}
