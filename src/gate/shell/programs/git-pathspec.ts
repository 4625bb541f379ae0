import { posix } from 'node:path';
import { locate } from '../../locate.ts';
import { isCredential, mayNameCredential } from '../../sensitive.ts';
import { nearFile } from '../declared.ts';
import type { Scope } from '../program.ts';
import { pathOf } from '../roles.ts';
import type { Word } from '../word.ts';

/** Returns the path of a pathspec of git: `:/x` and `:(top)x` are `x` at the top of the checkout. */
export function pathspec(word: Word, { facts }: Scope): Word {
	const text = word.text.replace(/^:(\([^)]*\)|[/!^]*)/, `${facts.root}/`);
	return text === word.text ? word : { ...word, text, prefix: text };
}

/** Returns whether a pattern matches hidden files with credentials and spells a part of their name. `*` and `*.ts` do not. */
export function mayNameHidden(text: string): boolean {
	const name = text.slice(text.lastIndexOf('/') + 1);
	return /^[*?[].*[a-z0-9]/i.test(name) && mayNameCredential(name) && !isCredential(text);
}

/** Returns the words, except the words that exclude files: `:!.env`, `:(exclude).env`. */
export function included(words: readonly Word[]): readonly Word[] {
	return words.filter(({ text }) => !/^:([!^]|\([^)]*exclude)/.test(text));
}

/**
 * Returns whether a word that may be a branch or a path can be a path. No branch name contains `*`, `?` or `[`, or begins with a colon or a
 * dot. A name that exists in the checkout is a path.
 */
export function mayBePath(word: Word, scope: Scope): boolean {
	if (!word.known || word.pattern || /[*?[\\]|^[:./~]|\/$/.test(word.text)) return true;
	return isThere(word, scope) || (isNamedAsFile(word.text) && !isRef(word.text, scope));
}

/** Returns whether the checkout has a file, a folder or a link of this name. */
export function isThere(word: Word, scope: Scope): boolean {
	const { facts, cwd } = scope;
	const path = pathOf(word, scope);
	if (path === undefined || cwd === undefined) return true;
	if (path === '.' || facts.readText(path) !== undefined) return true;
	const real = posix.resolve(facts.root, path);
	if (facts.isThere?.(real) === true || facts.isDirectory?.(real) === true) return true;
	const here = locate(facts, '.', cwd)?.path ?? '.';
	return real !== posix.resolve(facts.root, here, word.text);
}

/**
 * Returns whether a name has the ending of a file, except names such as `1.2.x`. Such a file may be missing now, because git restores
 * deleted files.
 */
function isNamedAsFile(text: string): boolean {
	return /[^/.]\.[a-z][a-z\d]{0,4}$/i.test(text) && !/\d\.x$/.test(text);
}

function isRef(name: string, { facts }: Scope): boolean {
	const top: Scope = { facts, cwd: facts.root };
	const paths = [`.git/refs/heads/${name}`, `.git/refs/tags/${name}`];
	if (nearFile(top, paths) !== undefined) return true;
	const packed = nearFile(top, ['.git/packed-refs'])?.text.split('\n') ?? [];
	return packed.some((line) => line.endsWith(` refs/heads/${name}`) || line.endsWith(` refs/tags/${name}`));
}
