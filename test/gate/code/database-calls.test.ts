import { describe, expect, it } from 'vitest';
import { effectsOf, quoted } from './effects-of.ts';

const statements: readonly string[] = [
	'DROP DATABASE prod',
	'drop database prod;',
	'DROP/**/DATABASE prod',
	'DROP /* a\nb */ DATABASE prod',
	'DROP -- a\nDATABASE prod',
	'DROP # a\nDATABASE prod',
	'/*!50000 DROP DATABASE prod */',
	'DROP\n\tTABLE IF EXISTS users CASCADE',
	'TRUNCATE users',
	'truncate table users',
	'DELETE FROM users',
	'delete\nfrom\npublic.users;',
	'DELETE FROM `users` WHERE 1=1',
	'DELETE FROM [dbo].[users]',
	'DELETE FROM users u',
	'SELECT 1; DROP SCHEMA public CASCADE',
	'Drop Table users',
];

/** Calls of drivers that the gate does not know, with a place for the statement. */
const calls: Readonly<Record<string, readonly string[]>> = {
	'python3 -c': [
		'import psycopg2; c = psycopg2.connect("x"); c.cursor().execute(SQL)',
		'import sqlite3\ncon = sqlite3.connect("app.db")\ncon.executescript(SQL)',
		'import pymysql; s = SQL; pymysql.connect().cursor().execute(s)',
		'from sqlalchemy import create_engine, text\nwith create_engine("x").begin() as c:\n    c.execute(text(SQL))',
		'import psycopg2\ndef run(sql):\n    psycopg2.connect("x").cursor().execute(sql)\nrun(SQL)',
	],
	'node -e': [
		'require("mysql2").createConnection("x").query(SQL)',
		'const {Client} = require("pg"); const c = new Client(); c.query(SQL, () => c.end())',
		'const db = require("better-sqlite3")("a.db"); db.exec(SQL)',
		'const db = require("better-sqlite3")("a.db"); db.prepare(SQL).run()',
		'(async () => { await require("knex")({}).raw(SQL) })()',
		'require("pg").query({ text: SQL })',
	],
	'ruby -e': ['require "pg"; PG.connect(dbname: "x").exec(SQL)', 'ActiveRecord::Base.connection.execute(SQL)'],
	'perl -e': ['use DBI; my $d = DBI->connect("x"); $d->do(SQL)'],
	'php -r': ['$p = new PDO("x"); $p->exec(SQL);', 'mysqli_query($c, SQL);'],
	'lua -e': ['local d = require("luasql.mysql").mysql(); d:connect("x"):execute(SQL)'],
	'Rscript -e': ['library(DBI); dbExecute(con, SQL)'],
	'groovy -e': ['groovy.sql.Sql.newInstance("x").execute(SQL)'],
	'elixir -e': ['Repo.query!(SQL)'],
};

const kept: readonly string[] = [
	'SELECT * FROM users',
	'DELETE FROM users WHERE id = 5',
	'INSERT INTO log VALUES (1)',
	'CREATE TABLE drops (id int)',
	'select * from t where note = 1 -- drop table',
];

/** Code whose statements do not reach a real database. */
const harmless: readonly string[] = [
	`python3 -c 'import x; print("DROP DATABASE prod")'`,
	`python3 -c 'import sqlparse; print(sqlparse.format("drop table users", reindent=True))'`,
	`python3 -c 'import sqlglot; sqlglot.parse_one("DROP TABLE users")'`,
	`python3 -c 'import x; assert "DROP TABLE" in x.sql()'`,
	`python3 -c 'import re, x; re.sub("DROP TABLE a", "", x.read())'`,
	`python3 -c 'import sqlite3; c = sqlite3.connect(":memory:"); c.execute("create table t(a)"); c.execute("drop table t")'`,
	`node -e 'const db = require("better-sqlite3")(":memory:"); db.exec("delete from t")'`,
	`python3 -c 'import x; x.run("truncate the text")'`,
	`python3 -c 'from x import page; page.click("Delete from cart")'`,
];

const methods: readonly string[] = [
	`python3 -c 'import pymongo; pymongo.MongoClient("x").drop_database("prod")'`,
	`python3 -c 'import redis; redis.Redis().flushall()'`,
	`node -e 'require("mongoose").connection.dropDatabase()'`,
	`node -e 'new (require("@prisma/client").PrismaClient)().user.deleteMany({})'`,
	`python3 -c 'import pymongo; pymongo.MongoClient("x").a.b.delete_many({})'`,
];

const destroys = (command: string): boolean => effectsOf(command).some((line) => line.startsWith('destroy'));

describe('database statements in code', () => {
	const python = calls['python3 -c']?.[0] ?? '';
	it.each(statements)('destroy data just as in a database client: %s', (sql) => {
		expect(destroys(`python3 -c ${quoted(python.replace('SQL', JSON.stringify(sql)))}`)).toBe(true);
		expect(destroys(`mysql -e ${quoted(sql)}`)).toBe(true);
	});

	it.each(Object.entries(calls).flatMap(([program, codes]) => codes.map((code) => [program, code] as const)))(
		'destroy data through an unknown call: %s %s',
		(program, code) => {
			for (const sql of ['DROP DATABASE prod', 'delete from users'])
				expect(destroys(`${program} ${quoted(code.replace('SQL', JSON.stringify(sql)))}`)).toBe(true);
			for (const sql of kept)
				expect(destroys(`${program} ${quoted(code.replace('SQL', JSON.stringify(sql)))}`)).toBe(false);
		},
	);

	it('destroy data even when only their beginning is known', () => {
		expect(destroys(`python3 -c 'import x, sys; x.execute(f"DROP TABLE {sys.argv[1]}")'`)).toBe(true);
		expect(destroys(`python3 -c 'import x, sys; x.execute(f"DELETE FROM users {sys.argv[1]}")'`)).toBe(false);
	});

	it.each(methods)('destroy data through a method such as drop_database: %s', (command) => {
		expect(destroys(command)).toBe(true);
	});

	it.each([
		`ruby -Ilib -e 'require "plover/sanitizer"; p Plover::Sanitizer.clean("x; DROP TABLE users; --")'`,
		`python3 -c 'import plover; print(plover.clean("x; DROP TABLE users"))'`,
		`node -e 'console.log(require("./lib/filter").normalise("DROP TABLE users"))'`,
	])('only ask when a method of another name gets them: %s', (command) => {
		expect(destroys(command)).toBe(false);
		expect(effectsOf(command)).toContain('opaque');
	});

	it.each(harmless)('destroy nothing when no query method gets them: %s', (command) => {
		expect(destroys(command)).toBe(false);
	});
});
