import type { Part } from '../part.ts';

/** Tasks of frameworks that empty a database, whoever starts them (`npx`, `bundle exec`, `./manage.py`, a path). */
const tasks: readonly (readonly [RegExp, string])[] = [
	[
		/(^|[\s/])(rails|rake|bin\/rails|hanami) (.* )?(db:(drop|reset|purge|truncate_all|schema:load|structure:load|migrate:reset)|db drop)(:\w+)?( |$)/,
		'rails',
	],
	[/(^|[\s/])prisma (migrate reset|db push\b.*(--force-reset|--accept-data-loss))/, 'prisma'],
	[/(^|[\s/])artisan (migrate:(fresh|reset|refresh)|db:wipe)/, 'artisan'],
	[/(^|[\s/])(manage\.py|django-admin) (flush|reset_db|sqlflush|migrate \S+ zero|reset_schema)/, 'django'],
	[
		/(^|[\s/])(sequelize(-cli)?|knex|typeorm|mikro-orm|drizzle-kit|orm) (.* )?(db:drop|schema:drop|migrate:rollback --all|database:drop|schema:fresh|migration:fresh|drop|db:migrate:undo:all)( |$)/,
		'the mapper',
	],
	[/(^|[\s/])mix (ecto\.(drop|reset))/, 'mix'],
	[/(^|[\s/])(console|doctrine) (doctrine:)?(database|schema):drop .*--force/, 'doctrine'],
	[/(^|[\s/])(dotnet ef|ef) database drop/, 'ef'],
	[/(^|[\s/])(flask|alembic) (db )?downgrade base/, 'alembic'],
];

/** Names what a framework's task destroys: the program is known, what it does is said by its words. */
export function nameDatabaseTasks(parts: readonly Part[]): readonly Part[] {
	return parts.map((part) => {
		if (part.argv === undefined || !part.effects.some(({ kind }) => kind === 'exec' || kind === 'exec.project'))
			return part;
		const said = part.argv.join(' ');
		const task = tasks.find(([pattern]) => pattern.test(said));
		if (task === undefined || /--(dry-?run|help)\b/.test(said)) return part;
		return { ...part, effects: [...part.effects, { kind: 'destroy', what: `a database by a task of ${task[1]}` }] };
	});
}
