import { destroyedByStatement } from '../shell/destroying-statements.ts';
import { destroy, type Finding } from '../shell/program.ts';
import { known } from './meanings.ts';
import type { CodeReading } from './reader.ts';
import type { Value } from './value.ts';

/** A call as written in the code. */
export interface Sent {
	/** The last word of the called name. */
	readonly written: string;
	readonly callee: Value;
	readonly args: readonly Value[];
	/** The first tokens of the arguments as written. */
	readonly source: string;
}

const maxSent = 100;
const maxStatement = 8_000;

/** Names of functions that run a statement. Languages also use them for harmless functions. */
const runs = /^(exec|execute|run|query|do|prepare|raw|batch|all|each)/i;
/**
 * Similar words as a part of a name. Such a function may do something else with its string, so the call needs approval but is not blocked.
 */
const executes =
	/(?:^|[_$]|(?<=[a-z\d])(?=[A-Z]))(?:un)?(?:exec|run|quer|do(?![a-z])|prepare|raw|batch|all|each|sql|text|statement|command|cmd|script|send|submit|call|perform|transact)/i;
/** Names of functions that only check or change a text, and run nothing. */
const looks =
	/^(is|has|can|parse|format|lex|token|split|match|test|assert|expect|print|log|warn|error|valid|transpile|lint|highlight|escape|quote|analy|classif|detect|judge|describe|equal|contain|include|find|search|replace|count|len|upper|lower|strip|trim|write|append|push|join|encode|raises|it$)|(error|exception)$/i;
/** Methods whose names say that they destroy a whole database. */
const destroys = /^(drop_?database|drop_?all|drop_?schema|flush_?(all|db))(async|sync)?[!?]?$/i;
const emptiesAll = /^delete_?many$/i;

/** Records the statements of an unknown call that destroy data in a database. */
export function noteSent({ written, callee, args, source }: Sent, reading: CodeReading): void {
	if (reading.sent.size > maxSent || looks.test(written) || isHarmless(callee, written, reading)) return;
	if (destroys.test(written) && args.every((one) => one.items === undefined)) reading.sent.add('a database');
	if (emptiesAll.test(written) && /^(\{\})?$/.test(source)) reading.sent.add('all rows');
	if (!executes.test(written)) return;
	for (const value of args.flatMap((one) => [one, ...(one.items ?? []), ...(one.entries?.values() ?? [])])) {
		const text = value.text ?? (value.prefix === undefined ? undefined : `${value.prefix}…`);
		const what = text === undefined ? undefined : destroyedByStatement(text.slice(0, maxStatement), runs.test(written));
		if (what !== undefined) reading.sent.add(what);
	}
}

function isHarmless({ name = '', isOwn }: Value, written: string, { language }: CodeReading): boolean {
	if (isOwn === true && !runs.test(written)) return true;
	if (!name.startsWith('.')) return /^(row|pure)$/.test(known(language, name) ?? '');
	return (language.methods.has(name.slice(1)) || Object.hasOwn(language.rows, name)) && !runs.test(written);
}

/** A database in the memory of the code. */
const inMemory = /^(:memory:|sqlite(\+\w+)?:\/\/(\/:memory:)?|file::memory:\S*)$/;
const elsewhere = /:\/\/|\b(dbname|host)=|\.(db|sqlite3?)$/;

/** Returns the database effects of code that is not completely known. */
export function destroyedByCalls({ sent, spelled }: CodeReading): readonly Finding[] {
	const texts = [...spelled];
	const isOwn =
		texts.some((one) => inMemory.test(one)) && texts.every((one) => inMemory.test(one) || !elsewhere.test(one));
	if (isOwn || sent.size === 0) return [];
	return [...[...sent].map((what) => destroy(`${what} by code`)), { find: 'trait', trait: 'database' }];
}
