import type { Finding, Invocation } from '../program.ts';
import { pathOf, reads } from '../roles.ts';

const formats =
	/^--?(readonly|header|noheader|csv|json|column|box|table|markdown|line|list|quote|tabs|html|batch|bail)$/;
const dotReads =
	/^\.(tables|schema|fullschema|indexes|indices|databases|dump|headers? (on|off)|mode [a-z]+)( +[\w%*]+)?\s*$/i;
const describes =
	/^pragma\s+(table_x?info|table_list|index_(list|info|xinfo)|foreign_key_(list|check)|database_list|integrity_check|quick_check|user_version|schema_version|journal_mode|page_count|encoding|compile_options)(\s*\([\w\s]*\))?$/i;
/** Words by which a statement writes, or leaves the database. */
const leaves =
	/\b(insert|update|delete|replace\s+into|create|drop|alter|attach|detach|vacuum|reindex|pragma_\w+|readfile|writefile|edit|load_extension|fts3_tokenizer|fsdir|zipfile|sqlar\w*|generate_series_file|csv)\b/i;

/** What `sqlite3 file 'select …'` reads; undefined where it may do more than that. */
export function sqliteReads(it: Invocation): readonly Finding[] | undefined {
	if (!it.words.every((word) => word.known && !word.pattern && word.stream === undefined)) return undefined;
	const operands = it.words.filter(({ text }) => !formats.test(text));
	const [database, ...statements] = operands;
	if (database === undefined || statements.length === 0 || it.stdin !== undefined) return undefined;
	if (operands.some(({ text }) => text.startsWith('-'))) return undefined;
	if (!statements.every(({ text }) => onlyReads(text))) return undefined;
	if (database.text === ':memory:') return [];
	const path = /^[\w./-]+$/.test(database.text) ? pathOf(database, it.scope) : undefined;
	return path === undefined || path.startsWith('/') ? undefined : reads(database, it.scope);
}

function onlyReads(text: string): boolean {
	if (/^\s*\./.test(text)) return dotReads.test(text.trim());
	if (/^\s*\.|--|\/\*/m.test(text)) return false;
	const plain = text.replace(/'(?:[^']|'')*'|"[^"]*"/g, "''");
	const parts = plain.split(';').map((part) => part.trim());
	const isRead = (part: string) =>
		describes.test(part) || (/^(select|with|values|explain)\b/i.test(part) && !leaves.test(part));
	return !/['"`[]/.test(plain.replaceAll("''", '')) && parts.every((part) => part === '' || isRead(part));
}
