import { type Finding, harmlessWords, type Invocation } from '../program.ts';
import { pathOf, reads } from '../roles.ts';
import { constant } from '../word.ts';

const formats =
	/^--?(readonly|header|noheader|csv|json|column|box|table|markdown|line|list|quote|tabs|html|batch|bail)$/;
const dotReads =
	/^\.(tables|schema|fullschema|indexes|indices|databases|dump|headers? (on|off)|mode [a-z]+)( +[\w%*]+)?\s*$/i;
const describes =
	/^pragma\s+(table_x?info|table_list|index_(list|info|xinfo)|foreign_key_(list|check)|database_list|integrity_check|quick_check|user_version|schema_version|journal_mode|page_count|encoding|compile_options)(\s*\([\w\s]*\))?$/i;
/** Words by which a statement reaches something outside of the database. */
const leaving =
	/\b(attach|detach|vacuum|reindex|virtual|pragma_\w+|readfile|writefile|edit|load_extension|fts3_tokenizer|fsdir|lsdir|zipfile|sqlar\w*|generate_series_file|csv)\b/i;
/** Words by which a statement changes the database. */
const changing = /\b(insert|update|delete|replace\s+into|create|drop|alter)\b/i;
/** Reads a table from a file. Threat: a name that begins with `|` is a command, and a name in quotes may contain escapes. */
const imports = /^\.import(?: +--?(?:csv|skip +\d+|v))* +([\w./][\w./-]*) +\w+$/;
const memory = /^$|^:memory:$/;

/**
 * Judges `sqlite3 file 'select …'`. Returns undefined if the call may do more than read. A database in memory may also change, because no
 * data is lost.
 */
export function sqliteReads(it: Invocation): readonly Finding[] | undefined {
	if (!it.words.every((word) => word.known && !word.pattern && word.stream === undefined)) return undefined;
	const operands = it.words.filter(({ text }) => !formats.test(text));
	if (operands.some(({ text }) => text.startsWith('-'))) return undefined;
	const [database = constant(':memory:'), ...told] = operands;
	const statements = told.length === 0 ? fed(it) : it.stdin === undefined && told.map(({ text }) => text);
	if (!statements || statements.length === 0) return undefined;
	if (memory.test(database.text)) return inMemory(statements, it);
	if (it.stdin !== undefined || !statements.every((text) => staysInside(text, false))) return undefined;
	const path = /^[\w./-]+$/.test(database.text) ? pathOf(database, it.scope) : undefined;
	return path === undefined || path.startsWith('/') ? undefined : reads(database, it.scope);
}

/** Returns the commands in the input, which begin with a dot, and all statements between them as one text. */
function fed({ stdin }: Invocation): readonly string[] | undefined {
	if (stdin?.text === undefined || stdin.fetched || stdin.decoded === true) return undefined;
	const lines = stdin.text.split('\n');
	const isCommand = (line: string) => /^\s*\./.test(line);
	return [...lines.filter(isCommand), lines.filter((line) => !isCommand(line)).join('\n')];
}

function inMemory(statements: readonly string[], { scope }: Invocation): readonly Finding[] | undefined {
	const imported = statements.flatMap((text) => imports.exec(text.trim())?.slice(1) ?? []);
	const queries = statements.filter((text) => !imports.test(text.trim()));
	const shown = queries.flatMap((text) => [...text.matchAll(/\breadfile\s*\(\s*'([^']+)'\s*\)/gi)]);
	const named = [...imported, ...shown.map(([, file = '']) => file)];
	const rest = queries.map((text) => text.replace(/\breadfile\s*\(\s*'[^']+'\s*\)/gi, '1'));
	if (!rest.every((text) => staysInside(text, true))) return undefined;
	return [...named.flatMap((file) => reads(constant(file), scope)), harmlessWords];
}

/** Strings, quoted names, and comments. */
const quoted = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** Returns whether statements only read the database, or also change it if `mayChange` is true. The name of a function may be quoted. */
function staysInside(text: string, mayChange: boolean): boolean {
	if (/^\s*\./.test(text)) return dotReads.test(text.trim());
	if (/^\s*\./m.test(text)) return false;
	const plain = text.replace(quoted, (found, at: number) => {
		if (/^(--|\/\*)/.test(found)) return ' ';
		const isCalled =
			!found.startsWith("'") && /^(\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*\(/.test(text.slice(at + found.length));
		return isCalled ? ` ${found.slice(1, -1)} ` : ' q ';
	});
	if (/['"`[]/.test(plain)) return false;
	const stays = (part: string) =>
		describes.test(part) ||
		(!leaving.test(part) &&
			(mayChange
				? /^(select|with|values|explain|create|insert|update|delete|replace|drop|alter|begin|commit|end|rollback|savepoint|release)\b/i.test(
						part,
					)
				: /^(select|with|values|explain)\b/i.test(part) && !changing.test(part)));
	return plain.split(';').every((part) => part.trim() === '' || stays(part.trim()));
}
