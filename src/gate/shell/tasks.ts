import { type Effect, wholeEnvironment } from '../../core/index.ts';
import { anyOfWhateverCase } from '../any-of.ts';
import { lazy } from '../lazy.ts';
import type { Part } from '../part.ts';

const emptied = (by: string): Effect => ({
	kind: 'destroy',
	what: `a database by a task of ${by}`,
	local: true,
});
const shown = (what: string): Effect => ({ kind: 'secret.read', what });
const obeyed = (path: string): Effect => ({ kind: 'config.write', path });

/** The effects of tasks, by the words of the command, for any way to start the program (`npx`, `bundle exec`, `./manage.py`, a path). */
const tasks: readonly (readonly [RegExp, Effect])[] = [
	[
		/(rails|rake|hanami) (.* )?(db:(drop|reset|purge|truncate_all|schema:load|structure:load|migrate:reset)|db drop)(:\w+)?( |$)/,
		emptied('rails'),
	],
	[/prisma (migrate reset|db push\b.*(--force-reset|--accept-data-loss))/, emptied('prisma')],
	[/artisan (migrate:(fresh|reset|refresh)|db:wipe)/, emptied('artisan')],
	[/(manage\.py|django-admin) (flush|reset_db|reset_schema)/, emptied('django')],
	[
		/(manage\.py|django-admin) migrate \S+ zero/,
		{ kind: 'opaque', why: 'it undoes the migrations of an app, and drops their tables' },
	],
	[
		/(sequelize|sequelize-cli|knex|typeorm|mikro-orm|drizzle-kit|orm) (.* )?(db:drop|schema:drop|migrate:rollback --all|database:drop|schema:fresh|migration:fresh|drop|db:migrate:undo:all)( |$)/,
		emptied('the mapper'),
	],
	[/mix ecto\.(drop|reset)/, emptied('mix')],
	[/(console|doctrine) (doctrine:)?(database|schema):drop .*--force/, emptied('doctrine')],
	[/(dotnet ef|ef) database drop/, emptied('ef')],
	[/(flask|alembic) (db )?downgrade base/, emptied('alembic')],
	[/npm unpublish\b|gem yank\b|(npm|yarn) (npm )?dist-tag rm\b/, { kind: 'destroy', what: 'a published package' }],
	[
		/(npm|pnpm|yarn) (npm )?(token (list|ls|create|add)|config (get|list|ls)\b.*([_:]auth|password|token|-l\b|--long|--json))/i,
		shown('a token of the package registry'),
	],
	[
		/(npm|pnpm|yarn) (run |run-script )env( |$)|(npm|pnpm|yarn) (run|run-script) --?\w+ env( |$)/,
		shown(wholeEnvironment),
	],
	[/(npm|pnpm) (config |c )?set\b(?!.*--location[ =]project)/, obeyed('~/.npmrc')],
	[/(npm|pnpm) (config |c )?set\b.*--location[ =]project/, obeyed('.npmrc')],
	[
		/(npm|yarn npm|pnpm) (owner add|access (grant|public)|team add)\b/,
		{ kind: 'privilege', how: 'changes who may publish a package' },
	],
	[/pip3? config (--\w+ )?(set|edit)\b/, obeyed('~/.config/pip/pip.conf')],
	[/yarn config set\b/, obeyed('.yarnrc.yml')],
	[/go env -w\b/, obeyed('~/.config/go/env')],
	[
		/(pre-commit|lefthook|husky|simple-git-hooks|overcommit) (install|init|add|set)\b|husky$|simple-git-hooks$/,
		obeyed('.git/hooks'),
	],
];

const sourceOf = ({ source }: RegExp): string => `(?:^|[\\s/])(?:${source})`;

const starts = lazy(() =>
	tasks.map(([pattern, effect]) => [new RegExp(sourceOf(pattern), pattern.flags), effect] as const),
);

const anyStart = lazy(() => anyOfWhateverCase(tasks.map(([pattern]) => sourceOf(pattern))));

/** Adds the effects of known tasks. The program is known, and its words select the effect. */
export function nameTasks(parts: readonly Part[]): readonly Part[] {
	return parts.map((part) => {
		if (part.argv === undefined || !part.effects.some(({ kind }) => kind === 'exec' || kind === 'exec.project'))
			return part;
		const said = part.argv.join(' ').slice(0, 2_000);
		if (!anyStart().test(said) || /--(dry-?run|help)\b/.test(said)) return part;
		const task = starts().find(([pattern]) => pattern.test(said));
		return task === undefined ? part : { ...part, effects: [...part.effects, task[1]] };
	});
}
