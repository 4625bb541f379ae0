import { looked, meaningsOf, type Saying, shellText, unlooked } from '../carried.ts';
import { destroyedBy } from '../destroying-statements.ts';
import { fedFindings } from '../fed.ts';
import {
	data,
	destroy,
	exec,
	type Finding,
	type Invocation,
	opaque,
	type Program,
	privilege,
	role,
	rows,
	secret,
} from '../program.ts';
import { credentialFiles, credentialsIn, pathOf, reads, writes } from '../roles.ts';
import { constant } from '../word.ts';
import { sqliteReads } from './sqlite-reads.ts';

/**
 * Reports credentials among the database files that a call names, such as the stores of a browser. The name may be an address or a pattern.
 */
function keptSecrets({ operands, scope }: Invocation): readonly Finding[] {
	const files = operands.map((word) => ({ ...word, text: word.text.replace(/^file:(\/\/)?|\?.*$/g, '') }));
	return credentialsIn(
		files.filter(({ text }) => !/\s(from|where)\s/i.test(text)),
		scope,
	);
}

const fileOptions = {
	...data('-cmd -separator -newline -nullvalue -mmap -pagecache -lookaside -maxsize -vfs -heap -c -s -f'),
	...role('script', '-init'),
	...role('write', '-A -archive'),
};

function sqliteClient(it: Invocation): readonly Finding[] {
	const found = [...client(it), ...keptSecrets(it)];
	return [...found, ...fedFindings('code', found, it)];
}

/** Clients of databases. The gate looks through their commands on the command line, in the input and in files. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const databases = (): readonly Program[] => [
	rows('sqlite3', { input: 'judged', options: fileOptions, also: (it) => sqliteReads(it) ?? sqliteClient(it) }),
	rows('duckdb', { input: 'code', options: fileOptions, also: client }),
	rows('psql', {
		input: 'code',
		options: {
			...data('-c --command -d --dbname -h --host -p --port -U --username -v --set --variable -F --field-separator'),
			...data('-R --record-separator -P --pset -T --table-attr'),
			...role('script', '-f --file'),
			...role('write', '-o --output -L --log-file'),
		},
		also: client,
	}),
	rows('mysql mariadb', {
		input: 'code',
		options: {
			...data(
				'-e --execute -h --host -P --port -u --user -D --database -S --socket --protocol --ssl-mode --init-command',
			),
			...data('--delimiter --prompt --default-character-set'),
			...role('shell', '--pager'),
			...role('script', '--defaults-file --defaults-extra-file --plugin-dir'),
			...role('read', '--ssl-ca --ssl-cert --ssl-key --ssl-capath --server-public-key-path'),
			...role('write', '--tee'),
		},
		also: client,
	}),
	rows('redis-cli valkey-cli', {
		input: 'code',
		options: {
			...data('-h -p -s -a -u --user --pass -n -r -i -d -D -X --pattern --count --cursor --intrinsic-latency'),
			...role('script', '--eval'),
			...role('read', '--cacert --cacertdir --cert --key'),
			...role('write', '--rdb --functions-rdb'),
		},
		also: client,
	}),
	rows('mongosh mongo', {
		input: 'code',
		options: {
			...data('--eval --host --port -u --username -p --password --authenticationDatabase'),
			...role('script', '-f --file'),
			...role('read', '--tlsCertificateKeyFile --tlsCAFile --tlsCRLFile --sslPEMKeyFile --sslCAFile'),
		},
		also: client,
	}),
	rows('cqlsh clickhouse-client sqlcmd sqlplus influx neo4j cypher-shell', {
		input: 'code',
		options: {
			...data(
				'-q --query -Q --query-text -S -U -P -d --database -h --host --port -u --username -p --password -e --execute',
			),
			...role('script', '-i -f --file --queries-file --config-file --cqlshrc'),
			...role('write', '-o --output'),
			...role('shell', '--pager'),
		},
		also: client,
	}),
	rows('mysqladmin', {
		input: 'ignored',
		also: (it) => [
			exec(it),
			...(it.operands.some((word) => word.text === 'drop') ? [destroy('a database by mysqladmin')] : []),
		],
	}),
	rows('dropdb', { input: 'ignored', also: (it) => [exec(it), destroy('a database by dropdb')] }),
	rows('dropuser', { input: 'ignored', also: (it) => [exec(it), destroy('a user by dropuser')] }),
	rows('mongorestore influxd flyway liquibase dbmate goose migrate sqlx diesel alembic', {
		input: 'data',
		options: {
			...data('-d --db -h --host -p --port -U --username -path -database'),
			...role('script', '-c --config -configFiles --defaults-file'),
		},
		also: restored,
	}),
	rows('pg_restore', {
		input: 'data',
		options: {
			...data('-d --dbname -h --host -p --port -U --username -j --jobs -n --schema -t --table -F --format'),
			...role('read', '-L --use-list'),
			...role('write', '-f --file'),
		},
		also: (it) => [...restored(it), ...(it.has('-c') ? [destroy('what a database holds')] : [])],
	}),
];

function restored(it: Invocation): readonly Finding[] {
	return [exec(it), ...meaningsOf(it, restoring), ...credentialFiles(it)];
}

const restoring: readonly Saying[] = [
	{ operands: /^/, words: / --(drop|clean)\b/, means: [destroy('what a database holds')] },
	{
		operands: /^(clean|drop|drop-all|reset|database (drop|reset)|downgrade base|down -all|down-to 0|rollback 0)( |$)/,
		means: [destroy('what a database holds')],
	},
];

function client(it: Invocation): readonly Finding[] {
	const whole = [
		...it.words.map((word) => word.text),
		it.stdin?.text ?? '',
		...[...it.words, ...it.options.flatMap(({ value }) => value ?? [])].map((word) => word.stream?.text ?? ''),
		...scripts(it).map(({ text }) => text),
	].join('\n');
	const script = looked(whole);
	const what = destroyedBy(script);
	const gone: readonly Finding[] =
		what === undefined ? [] : [destroy(`${what} by ${it.name}`), { find: 'trait', trait: 'database' }];
	return [
		exec(it),
		...gone,
		...unlooked(whole),
		...escapes(script),
		...touched(script, it),
		...scripts(it).map(({ path }): Finding => ({ find: 'executes', path })),
		...credentialFiles(it),
	];
}

/** Returns the files with commands that a client gets. The gate looks through their text, too. */
function scripts(it: Invocation): readonly { readonly path: string; readonly text: string }[] {
	const named = it.words.flatMap((word, i) => {
		const attached = /^(?:-f|--file=|--init=|\.read |-i)(.+)$/.exec(word.text)?.[1];
		if (/^(-f|--file|-init|-i)$/.test(word.text)) return it.words.slice(i + 1, i + 2);
		return attached === undefined ? [] : [constant(attached)];
	});
	return named.flatMap((word) => {
		const path = pathOf(word, it.scope);
		const text = path === undefined || path.startsWith('/') ? undefined : it.scope.facts.readText(path);
		return path === undefined || text === undefined ? [] : [{ path, text }];
	});
}

/** Patterns for command lines that clients pass to a shell. */
const shellEscapes: readonly RegExp[] = [
	/(?:^|[\s'"])\\!\s*([^\n]+)/g,
	/^\s*\.(?:shell|system)\s+([^\n]+)/gim,
	/^\s*\.(?:import|once|output|o)\s+['"]?\|\s*([^\n'"]+)/gim,
	/^\s*(?:system|!)\s+([^\n;]+)/gim,
	/\bprogram\s+'((?:[^']|'')*)'/gi,
	/\\(?:o|g|w|gx)\s*\|\s*([^\n]+)/g,
	/\brun(?:Program|NonMongoProgram)?\(\s*['"]([^'"]+)['"]/g,
	/\bexec(?:Sync)?\(\s*['"]([^'"]+)['"]/g,
	/\bxp_cmdshell\s+N?'((?:[^']|'')*)'/gi,
	/\bedit\s*\([^)]*,\s*'((?:[^']|'')*)'\s*\)/gi,
];

function escapes(script: string): readonly Finding[] {
	const lines = shellEscapes.flatMap((pattern) =>
		[...script.matchAll(pattern)].map((match) => (match[1] ?? '').replaceAll("''", "'")),
	);
	const loads = /\bload_extension\(|^\s*\.load\b|\bmodule\s+load\b|\blo_export\b|\bchild_process\b/im.test(script);
	const server = /\bconfig\s+set\s+(dir|dbfilename)\b|\binto\s+(out|dump)file\b/i.test(script);
	const secrets = /\bprocess\.env\b(?!\.)|\bload_file\s*\(/i.test(script);
	return [
		...lines.map((line) => shellText(line.trim())),
		...(loads ? [opaque('a client of a database that loads code')] : []),
		...(server ? [privilege('makes a server write or load files')] : []),
		...(secrets ? [secret('what a client of a database shows')] : []),
	];
}

/** Judges files that SQL and the clients' own commands read and write. */
function touched(script: string, { scope }: Invocation): readonly Finding[] {
	const paths = (pattern: RegExp) => [...script.matchAll(pattern)].map((match) => constant(match[1] ?? ''));
	return [
		...paths(/\bwritefile\(\s*'([^']+)'/gi).flatMap((word) => writes(word, scope)),
		...paths(/^\s*\.(?:output|once|backup|save)\s+['"]?([^|\s'"]+)/gim).flatMap((word) => writes(word, scope)),
		...paths(/\\(?:o|w)\s+([^|\s]+)/g).flatMap((word) => writes(word, scope)),
		...paths(/\b(?:readfile|pg_read_file)\(\s*'([^']+)'/gi).flatMap((word) => reads(word, scope)),
		...credentialsIn(
			paths(
				/(?:\b(?:read_\w+|sniff_csv|glob|load_file)\s*\(|\b(?:from|copy|infile|import|read|source|open)\b(?!\s*\w+\())\s*['"]?([^'"\s;)|]+)/gi,
			).filter((word) => /[./]/.test(word.text)),
			scope,
		),
		...paths(/\battach\s+(?:database\s+)?'([^']+)'/gi).flatMap((word) => writes(word, scope)),
	];
}
