import { nearFile } from '../../declared.ts';
import type { Finding, Invocation, Scope } from '../../program.ts';
import { pathOf } from '../../roles.ts';
import type { Word } from '../../word.ts';
import { usedIn } from './variables-used.ts';

export const makefiles = ['GNUmakefile', 'makefile', 'Makefile'];

const makeOwn =
	/^(SHELL|MAKE\w*|MFLAGS|GNUMAKEFLAGS|CC|CXX|LD|AR|RM|INSTALL|VPATH|\.\w+|\w*(CMD|COMMAND|RUNNER|LAUNCHER|WRAPPER))$/;
export const compilerFlag =
	/^-(O[0-3sgz]|g[0-3]?|W[a-z][\w+=-]*|fsanitize=[\w,]+|fno-[a-z-]+|fPIC|fstack-protector[\w-]*|std=[\w+]+|D\w+(=\w+)?|pedantic|m(32|64)|pthread|-coverage)$/;

/** Returns whether a variable is a switch (`VERBOSE=1`) or holds compiler flags that name no program and no file (`CFLAGS='-O1 -g'`). */
export function isSwitch({ known, pattern, text }: Word): boolean {
	const [, name = '', value = ''] = (known && !pattern && /^(\w+)=(.*)$/s.exec(text)) || [];
	if (
		name === '' ||
		makeOwn.test(name) ||
		/PUSH|PUBLISH|DEPLOY|RELEASE|FORCE|UPLOAD|DELETE|DESTROY|PROD|SUDO/i.test(name)
	)
		return false;
	if (/^(C|CXX|CPP|LD)FLAGS$/.test(name))
		return value.split(' ').every((flag) => flag === '' || compilerFlag.test(flag));
	return /^(\d{1,4}|true|false|yes|no|on|off)$/i.test(value);
}

/** Returns whether a word sets a variable that has no meaning for make itself, and whose value make does not expand. */
export function isOwnVariable({ known, pattern, text }: Word): boolean {
	const [, name = ''] = (known && !pattern && /^([A-Za-z_]\w*)=[^$\n]*$/.exec(text)) || [];
	return name !== '' && !makeOwn.test(name);
}

/** Judges a variable that make imports from the environment. */
export function usedByRecipes(name: string, value: Word | undefined, it: Invocation): readonly Finding[] {
	const scope = movedBy(it, '-C', '--directory');
	const file = nearFile(scope, makefiles);
	return file === undefined ? [] : usedIn([file.text, ...includedIn(file.text, scope)], name, value);
}

const mostIncluded = 5;

/** Returns the texts of the makefiles that a makefile includes by plain names. */
export function includedIn(text: string, scope: Scope): readonly string[] {
	const names = [...text.matchAll(/^-?s?include\s+([\w./ -]+)$/gm)].flatMap((match) => match[1]?.split(/\s+/) ?? []);
	return names.slice(0, mostIncluded).flatMap((name) => nearFile(scope, [name])?.text ?? []);
}

/**
 * Returns the scope of a call after options that change its folder, such as `-C`. The folder is unknown if it is outside of the checkout.
 */
export function movedBy(it: Invocation, ...names: readonly string[]): Scope {
	const [moved] = it.values(...names);
	if (moved === undefined) return it.scope;
	const path = moved.pattern ? undefined : pathOf(moved, it.scope);
	const isInside = path !== undefined && !path.startsWith('/');
	return { ...it.scope, cwd: isInside ? `${it.scope.facts.root}/${path}` : undefined };
}
