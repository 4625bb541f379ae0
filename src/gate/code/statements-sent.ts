import { destroyedByStatement } from '../shell/destroying-statements.ts';
import { destroy, type Finding } from '../shell/program.ts';
import { known } from './meanings.ts';
import type { Ground } from './reader.ts';
import type { Value } from './value.ts';

/** A call as it stands in the code. */
export interface Sent {
	/** The last word of what is called. */
	readonly written: string;
	readonly callee: Value;
	readonly args: readonly Value[];
	/** The arguments as they are written. */
	readonly source: string;
}

const maxSent = 100;
const maxStatement = 8_000;

/** What runs a statement, under names that languages also have for what is harmless. */
const runs = /^(exec|execute|run|query|do|prepare|raw|batch|all|each)/i;
/** The same as a part of a name. A method of any other name may do anything with a text: that is asked about, not forbidden. */
const executes =
	/(?:^|[_$]|(?<=[a-z\d])(?=[A-Z]))(?:un)?(?:exec|run|quer|do(?![a-z])|prepare|raw|batch|all|each|sql|text|statement|command|cmd|script|send|submit|call|perform|transact)/i;
/** What looks at a text and runs nothing of it. */
const looks =
	/^(is|has|can|parse|format|lex|token|split|match|test|assert|expect|print|log|warn|error|valid|transpile|lint|highlight|escape|quote|analy|classif|detect|judge|describe|equal|contain|include|find|search|replace|count|len|upper|lower|strip|trim|write|append|push|join|encode|raises|it$)|(error|exception)$/i;
/** Methods that destroy at large by their own names. */
const destroys = /^(drop_?database|drop_?all|drop_?schema|flush_?(all|db))(async|sync)?[!?]?$/i;
const emptiesAll = /^delete_?many$/i;

/** Notes what a call that is not known sends to a database. */
export function noteSent({ written, callee, args, source }: Sent, ground: Ground): void {
	if (ground.sent.size > maxSent || looks.test(written) || isHarmless(callee, written, ground)) return;
	if (destroys.test(written) && args.every((one) => one.items === undefined)) ground.sent.add('a database');
	if (emptiesAll.test(written) && /^(\{\})?$/.test(source)) ground.sent.add('all rows');
	if (!executes.test(written)) return;
	for (const value of args.flatMap((one) => [one, ...(one.items ?? []), ...(one.entries?.values() ?? [])])) {
		const text = value.text ?? (value.prefix === undefined ? undefined : `${value.prefix}…`);
		const what = text === undefined ? undefined : destroyedByStatement(text.slice(0, maxStatement), runs.test(written));
		if (what !== undefined) ground.sent.add(what);
	}
}

function isHarmless({ name = '', isOwn }: Value, written: string, { language }: Ground): boolean {
	if (isOwn === true && !runs.test(written)) return true;
	if (!name.startsWith('.')) return /^(row|pure)$/.test(known(language, name) ?? '');
	return (language.methods.has(name.slice(1)) || Object.hasOwn(language.rows, name)) && !runs.test(written);
}

/** A database that lives in the memory of the code alone. */
const inMemory = /^(:memory:|sqlite(\+\w+)?:\/\/(\/:memory:)?|file::memory:\S*)$/;
const elsewhere = /:\/\/|\b(dbname|host)=|\.(db|sqlite3?)$/;

/** What code of which not all is known destroys in a database. */
export function destroyedByCalls({ sent, spelled }: Ground): readonly Finding[] {
	const texts = [...spelled];
	const isOwn =
		texts.some((one) => inMemory.test(one)) && texts.every((one) => inMemory.test(one) || !elsewhere.test(one));
	if (isOwn || sent.size === 0) return [];
	return [...[...sent].map((what) => destroy(`${what} by code`)), { find: 'trait', trait: 'database' }];
}
