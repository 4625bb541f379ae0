import { looked, shellText, unlooked } from '../carried.ts';
import { type Finding, type Invocation, opaque, runsFetchedCode, type Scope } from '../program.ts';
import { contacts, deletes, interprets, reads, writes } from '../roles.ts';
import { constant, patternWord, type Stream, type Word } from '../word.ts';
import { scriptText } from './script-text.ts';

/** Where a program with its own command language gets its commands. */
export interface Session {
	/** Command lines in the arguments. */
	readonly given?: readonly Word[];
	/** Files with command lines. `-` is the input. */
	readonly scripts?: readonly Word[];
	/** The lines are mail, in which only a `~` begins a command. */
	readonly isMail?: boolean;
}

/**
 * Judges the lines of a session, which come from an argument, a file or the input. `!` starts a shell on this machine; other commands send
 * and fetch files. Lines that are not known may do all of this.
 */
export function sessionFindings(it: Invocation, session: Session): readonly Finding[] {
	const { given = [], scripts = [], isMail = false } = session;
	const files = scripts.filter((word) => !isInput(word));
	const texts = [
		...given.map((word) => word.text),
		...files.flatMap((word) => scriptText(word, it.scope) ?? []),
		it.stdin?.text ?? '',
	];
	const whole = texts.join('\n');
	const lines = looked(whole).split(isMail ? '\n' : /[\n;]/);
	return [
		...files.flatMap((word) => interprets(word, it.scope)),
		...linesFindings(lines, isMail ? mailLine : sessionLine, it.scope),
		...unlooked(whole),
		...(given.every((word) => word.known) ? [] : [unread]),
		...fedUnread(it.stdin, isMail),
	];
}

const unread = opaque('lines of a session that cannot be known');
const isInput = (word: Word) => /^(-|\/dev\/stdin)$/.test(word.text);

/** Reports input that the gate cannot read. Most lines of a mail are not commands, so fetched mail is not reported as fetched code. */
function fedUnread(stdin: Stream | undefined, isMail: boolean): readonly Finding[] {
	if (stdin === undefined || (stdin.text !== undefined && !stdin.fetched)) return [];
	if (stdin.fetched && !isMail) return [runsFetchedCode];
	return [unread];
}

type ReadLine = (line: string, scope: Scope) => readonly Finding[];

/** Judges lines one by one. After a change of the local directory, the folder of a file is not known. */
function linesFindings(lines: readonly string[], readLine: ReadLine, scope: Scope): readonly Finding[] {
	let place = scope;
	return lines.flatMap((line) => {
		const found = readLine(line.trim(), place);
		if (/^\s*lcd\s/i.test(line)) place = { ...scope, cwd: undefined };
		return found;
	});
}

function sessionLine(line: string, scope: Scope): readonly Finding[] {
	const command = /^(?:!|shell\s)(.*)$/is.exec(line)?.[1];
	if (command !== undefined) return [shellText(command.trim())];
	const piped = /(?:^|\s)\|\s*(.+)$/.exec(line)?.[1];
	if (piped !== undefined) return [shellText(piped.replace(/^["']|["']$/g, ''))];
	const [verb = '', ...files] = line.split(/\s+/).filter((word) => !/^-./.test(word));
	const words = files.map((text) => (/[*?[]/.test(text) ? patternWord(text) : constant(text)));
	return transferLine(verb.toLowerCase(), words, scope);
}

function transferLine(verb: string, [first, second]: readonly Word[], scope: Scope): readonly Finding[] {
	if (first === undefined) return [];
	if (/^(m?put|send|append|reput|source|\.|load|macdef)$/.test(verb)) return reads(first, scope);
	if (/^(m?get|pget|recv|reget|newer)$/.test(verb))
		return writes(second ?? constant(first.text.replace(/^.*\//, '')), scope);
	if (/^(open|connect)$/.test(verb)) return contacts(first, scope);
	if (/^(lmkdir|tracefile|set\s)$/.test(verb)) return writes(first, scope);
	if (/^(lrm|local)$/.test(verb)) return deletes(first, scope, true);
	return verb === 'mirror' ? [...reads(first, scope), ...writes(second ?? constant('.'), scope)] : [];
}

/** Judges commands in a mail: `~!` and `~|` start a shell, `~r` and `~w` use files. */
function mailLine(line: string, scope: Scope): readonly Finding[] {
	const [, sign, rest = ''] = /^~\s*([!|<:_rRwda])\s*(.*)$/.exec(line) ?? [];
	if (sign === undefined) return [];
	const command = sign === '!' || sign === '|' ? rest : /^!\s*(.*)$/.exec(rest)?.[1];
	if (command !== undefined) return [shellText(command)];
	if (/^[<rRd]$/.test(sign) && rest !== '') return reads(constant(rest), scope);
	if (sign === 'w') return writes(constant(rest), scope);
	return sign === ':' || sign === '_' ? [opaque('a command of the mail program')] : [];
}
