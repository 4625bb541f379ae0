import { posix } from 'node:path';
import { type Finding, type Invocation, opaque } from '../program.ts';
import { deletes, pathOf, reads, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';
import { type Change, changesOf } from './patch-text.ts';

const unread = opaque('a patch that is not inspected');
const mostCharacters = 200_000;

/** Options of `git apply` that change neither the written files nor how the patch is read. */
const plainGit =
	/^(-p|-C|-R|-3|-N|-v|-q|--(whitespace|exclude|include|directory|reverse|index|cached|3way|reject|verbose|quiet|intent-to-add|ignore-whitespace|ignore-space-change|unidiff-zero|allow-empty|apply|stat|numstat|summary))$/;
const plainPatch =
	/^(-p|-N|-R|-s|-i|-f|-t|-u|-l|-F|-E|-b|--(strip|forward|reverse|quiet|silent|input|force|batch|unified|verbose|ignore-whitespace|fuzz|remove-empty-files|backup|no-backup-if-mismatch))$/;

/** Judges `git apply`. It writes the files that its patches name, if the patches can be read. */
export function appliedByGit(it: Invocation): readonly Finding[] {
	const isPlain = it.options.every(({ name, value }) => plainGit.test(name) && value?.known !== false);
	return isPlain ? applied(it, it.operands, it.values('--directory').at(-1)) : [unread];
}

/**
 * Judges `patch -p1 < file`. Without `-p`, patch searches for a file by its last name. An operand is a file that patch writes, whatever the
 * patch names.
 */
export function appliedByPatch(it: Invocation): readonly Finding[] {
	const isPlain =
		it.operands.length === 0 &&
		it.has('-p', '--strip') &&
		it.options.every(({ name, value }) => plainPatch.test(name) && value?.known !== false);
	return isPlain ? applied(it, it.values('-i', '--input'), undefined) : [unread];
}

function applied(it: Invocation, files: readonly Word[], folder: Word | undefined): readonly Finding[] {
	const { scope } = it;
	const strip = it.values('-p', '--strip').at(-1)?.text ?? '1';
	const texts = files.length > 0 ? files.map((file) => readPatch(file, it)) : [it.stdin?.text ?? textUnder(it)];
	if (scope.cwd !== scope.facts.root || !/^[0-3]$/.test(strip)) return [unread];
	const changes = texts.map((text) => (text === undefined ? undefined : changesOf(text, Number(strip))));
	if (it.stdin?.fetched === true || changes.length === 0) return [unread];
	const found = changes.flatMap((all) =>
		all === undefined ? [unread] : all.flatMap((one) => changed(one, folder, it)),
	);
	const named =
		files.length > 0 || it.stdin?.file === undefined
			? []
			: reads(constant(`/${it.stdin.file}`.replace(/^\/(?!\/)/, `${scope.facts.root}/`)), scope);
	return [...found, ...named, { find: 'trait', trait: 'reads-patch' }];
}

function readPatch(file: Word, { scope, stdin }: Invocation): string | undefined {
	if (file.known && file.text === '-') return stdin?.text;
	const path = file.pattern ? undefined : pathOf(file, scope);
	const text = path === undefined ? undefined : scope.facts.readText(path);
	return text !== undefined && text.length <= mostCharacters ? text : undefined;
}

function textUnder({ stdin, scope }: Invocation): string | undefined {
	return stdin?.file === undefined ? undefined : scope.facts.readText(stdin.file);
}

function changed({ path, isGone }: Change, folder: Word | undefined, it: Invocation): readonly Finding[] {
	if (folder !== undefined && (!folder.known || folder.pattern)) return [unread];
	const word = constant(folder === undefined ? path : posix.join(folder.text, path));
	const isReversed = it.has('-R', '--reverse');
	return isGone === (isReversed ? 'before' : 'after') ? deletes(word, it.scope, false) : writes(word, it.scope);
}
