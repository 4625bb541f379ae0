import type { Finding, Invocation } from '../program.ts';
import { constant, type Word } from '../word.ts';
import { changingOptions } from './project/handed-on.ts';
import { isNodeTool } from './project/node.ts';
import { choosingOptions } from './project/unnamed-paths.ts';

/** The words behind a script's name that reach it: npm keeps the options before `--` for itself, each with the word behind it. */
export function passed(words: readonly Word[], { name }: Pick<Invocation, 'name'>): readonly Word[] {
	const end = words.findIndex((word) => word.text === '--');
	const isOption = (word: Word | undefined) => word?.text.startsWith('-') === true;
	const isKept = (i: number) => (end < 0 || i < end) && (isOption(words[i]) || isOption(words[i - 1]));
	return words.filter((_, i) => i !== end && !(name === 'npm' && isKept(i)));
}

/**
 * What is handed on stands behind the last command of the script, and means to that tool what it would mean if it were typed there. A script
 * that is more than plain words is not taken apart.
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

/** What it changes, and what it leaves out, is told by what is handed on already; but a module may follow `-u`. */
function isTold({ text }: Word, next: Word | undefined): boolean {
	if (text === '-u') return !/^[\w@][\w@-]*$/.test(next?.text ?? '');
	const [name = ''] = text.split('=');
	return changingOptions.test(text) || (text.startsWith('--') && text.includes('=') && choosingOptions.test(name));
}

/** Whether a word may name a file or a module: a switch, a number and a choice of tests by their names do not. */
function isTelling(word: Word, i: number, words: readonly Word[]): boolean {
	const { text, known } = word;
	const [before, next] = [words[i - 1]?.text ?? '', words[i + 1]];
	if (!known) return true;
	if (!text.startsWith('-')) return !/^\d+$/.test(text) && !choosingOptions.test(before);
	if (isTold(word, next) || choosingOptions.test(text)) return false;
	const isSwitch = /^--[\w-]+(=(true|false|\d+))?$/.test(text);
	return !isSwitch || (next !== undefined && !/^(-|\d+$)/.test(next.text));
}
