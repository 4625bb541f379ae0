import { posix } from 'node:path';
import { nearFile } from '../../declared.ts';
import type { Finding, Invocation, Scope } from '../../program.ts';
import type { Word } from '../../word.ts';
import { ownTool } from '../project-script.ts';
import { isFile, namesTests } from './operands.ts';

/** Options of Django's tests and checks that only choose what is tested. They load and write nothing. */
const choosing =
	/^(-v\d?|--verbosity(=\d)?|\d+|--no-?input|--failfast|--keepdb|--parallel(=\w+)?|--tag(=[\w-]+)?|--exclude-tag(=[\w-]+)?|-k|-b|--buffer|-r|--reverse|--shuffle(=\d+)?|--timing|--debug-sql|--deploy|--fail-level(=\w+)?)$/;

/**
 * Judges `manage.py test` and `manage.py check` as the project's own tests, like `pytest`. Returns undefined for other subcommands, which
 * migrate, serve and delete. Also returns undefined for options that name settings, a test runner or an import path.
 */
export function djangoTests(file: Word, words: readonly Word[], it: Invocation): readonly Finding[] | undefined {
	const [verb] = words;
	if (
		!file.known ||
		posix.basename(file.text) !== 'manage.py' ||
		verb === undefined ||
		!/^(test|check)$/.test(verb.text)
	)
		return undefined;
	const isChoice = ({ text, known, pattern }: Word) =>
		known && !pattern && (choosing.test(text) || /^[A-Za-z_][\w.]*$/.test(text));
	if (!words.every(isChoice) || words.some((word) => namesOtherCode(word, it.scope))) return undefined;
	const found = nearFile(it.scope, [file.text]);
	if (found === undefined || !/^\s*from django\.core\.management import /m.test(found.text)) return undefined;
	return ownTool(it, { script: `manage.py ${verb.text}`, definedIn: found.path });
}

/**
 * Returns whether a word names a module that is not a test. Threat: the test runner imports each module that it is given, such as
 * `shop.deploy`.
 */
function namesOtherCode({ text }: Word, scope: Scope): boolean {
	const parts = text.split('.');
	const paths = parts.map((_, i) => `${parts.slice(0, i + 1).join('/')}.py`);
	return paths.some((path) => isFile(path, scope) && !namesTests(path));
}
