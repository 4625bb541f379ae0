import { destroy, exec, type Finding, type Invocation, type Program, rows } from '../program.ts';

/** Clients of databases: what they are told on their command line or fed is looked through for what destroys at large. */
export const databases: readonly Program[] = [
	rows('sqlite3 psql mysql mariadb mongosh mongo redis-cli valkey-cli cqlsh clickhouse-client sqlcmd duckdb', {
		also: client,
		examples: {
			"psql -c 'DROP TABLE users'": ['exec psql', 'destroy a table by psql'],
			'redis-cli FLUSHALL': ['exec redis-cli', 'destroy all data by redis-cli'],
			"mysql -e 'TRUNCATE orders'": ['exec mysql', 'destroy a table by mysql'],
			"psql -c 'DELETE FROM users;'": ['exec psql', 'destroy all rows by psql'],
			"psql -c 'DELETE FROM users WHERE id = 1'": ['exec psql'],
			"psql -c 'select 1'": ['exec psql'],
		},
	}),
	rows('mysqladmin dropdb', {
		also: (it) => [
			exec(it),
			...(it.name === 'dropdb' || it.operands.some((word) => word.text === 'drop')
				? [destroy(`a database by ${it.name}`)]
				: []),
		],
		examples: {
			'dropdb app': ['exec dropdb', 'destroy a database by dropdb'],
			'mysqladmin -u root drop app': ['exec mysqladmin', 'destroy a database by mysqladmin'],
			'mysqladmin status': ['exec mysqladmin'],
		},
	}),
];

/** What destroys at large (leashd, CommandAnalyzer: database destructive operation), and what it destroys. */
const destructive: readonly (readonly [RegExp, string])[] = [
	[/\bdrop\s+(database|schema|keyspace|owned)\b|\bdropDatabase\b/i, 'a database'],
	[/\bdrop\s+table\b|\btruncate\s+(table\s+)?\w|\.drop\(\)/i, 'a table'],
	[/\bdelete\s+from\s+[\w."`]+\s*(;|$|"|')|\bdeleteMany\(\s*(\{\s*\})?\s*\)/i, 'all rows'],
	[/\b(flushall|flushdb)\b/i, 'all data'],
];

function client(it: Invocation): readonly Finding[] {
	const text = [...it.words.map((word) => word.text), it.stdin?.text ?? ''].join(' ');
	const found = destructive.find(([pattern]) => pattern.test(text));
	if (found === undefined) return [exec(it)];
	return [exec(it), destroy(`${found[1]} by ${it.name}`), { find: 'trait', trait: 'database' }];
}
