import type { Assignment } from 'unbash';
import type { Analysis, Run } from './analysis.ts';
import type { Folding } from './piece.ts';
import type { Change } from './program.ts';
import { fork } from './state.ts';
import { spell, type Word } from './word.ts';

/** If a name has an alias or a remembered path, judges these too, in addition to the name as written. */
export function judgeAliased(name: Word, words: readonly Word[], run: Run, analysis: Analysis): void {
	const text = analysis.aliases.get(name.text);
	if (text === undefined || run.calls.includes(name.text)) return;
	const line = [text, ...words.slice(1).map(spell)].join(' ');
	analysis.runText(line, { ...run, state: fork(run.state), isUncertain: true, calls: [...run.calls, name.text] });
}

/** `alias name=line` */
export const notesAlias: Change = ({ operands }, _, { aliases }) => {
	for (const { text } of operands) {
		const at = text.indexOf('=');
		if (at > 0) aliases.set(text.slice(0, at), text.slice(at + 1));
	}
};

/** `hash -p path name` */
export const notesPath: Change = ({ operands, values }, _, { aliases }) => {
	const [path] = values('-p');
	if (path !== undefined) for (const { text } of operands) aliases.set(text, path.text);
};

/** Records changes of the shell's own tables of names: `BASH_ALIASES[name]=line`, `BASH_CMDS=([name]=path)`. */
export function noteTables(items: readonly Assignment[], folding: Folding, { aliases }: Analysis): void {
	for (const { name, index, value } of items) {
		if (!/^BASH_(ALIASES|CMDS)$/.test(name)) continue;
		if (value.type !== 'ArrayValue') {
			aliases.set(index === undefined ? '0' : folding.unsplit(index).text, folding.unsplit(value).text);
			continue;
		}
		for (const element of value.elements) {
			const [, key, line] = /^\[([^\]]*)\]=(.*)$/s.exec(folding.unsplit(element).text) ?? [];
			if (key !== undefined && line !== undefined) aliases.set(key, line);
		}
	}
}
