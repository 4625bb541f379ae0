import type { Finding, Invocation } from '../program.ts';
import { constant, type Word } from '../word.ts';
import { changingOptions } from './project/handed-on.ts';
import { isNodeTool } from './project/node.ts';
import { choosingOptions } from './project/unnamed-paths.ts';

/**
 * Returns the words after a script's name that reach the script. npm keeps the options before `--` for itself, each with the word after it.
 */
export function passed(words: readonly Word[], { name }: Pick<Invocation, 'name'>): readonly Word[] {
	const end = words.findIndex((word) => word.text === '--');
	const isOption = (word: Word | undefined) => word?.text.startsWith('-') === true;
	const isKept = (i: number) => (end < 0 || i < end) && (isOption(words[i]) || isOption(words[i - 1]));
	return words.filter((_, i) => i !== end && !(name === 'npm' && isKept(i)));
}

/**
 * Judges words that a caller adds to a script. They reach the last command of the script, and have the same meaning there as on the command
 * line. Only a script of plain words is analysed.
 */
export function calledTool(script: string, handed: readonly Word[]): readonly Finding[] {
	const last = script.split(/&&|\|\||[;&|\n]/).at(-1) ?? '';
	if (handed.length === 0 || /[$`\\()<>]/.test(last)) return [];
	const words = [...last.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
	const own = words.slice(words.findIndex((word) => !/^(\w+=\S*|cross-env|npx)$/.test(word)));
	const isTest = own[0] === 'node' && own.includes('--test');
	if (own[0] === undefined || !(isTest || isNodeTool(own[0]))) return [];
	const told = handed.filter((word, i) => !isTold(word, handed[i + 1]));
	return handed.some(isTelling) ? [{ find: 'command', words: [...own.map(constant), ...told] }] : [];
}

/**
 * Returns whether this word changes files or chooses files. Then the rules for passed-on words already judge it. `-u` is excluded if a
 * module may follow it.
 */
function isTold({ text }: Word, next: Word | undefined): boolean {
	if (text === '-u') return !/^[\w@][\w@-]*$/.test(next?.text ?? '');
	const [name = ''] = text.split('=');
	return changingOptions.test(text) || (text.startsWith('--') && text.includes('=') && choosingOptions.test(name));
}

/** Returns whether a word may name a file or a module. False for a switch, a number, or a choice of tests by their names. */
function isTelling(word: Word, i: number, words: readonly Word[]): boolean {
	const { text, known } = word;
	const [before, next] = [words[i - 1]?.text ?? '', words[i + 1]];
	if (!known) return true;
	if (!text.startsWith('-')) return !/^\d+$/.test(text) && !choosingOptions.test(before);
	if (isTold(word, next) || choosingOptions.test(text)) return false;
	const isSwitch = /^--[\w-]+(=(true|false|\d+))?$/.test(text);
	return !isSwitch || (next !== undefined && !/^(-|\d+$)/.test(next.text));
}
