import { isProjectKind, nearFile } from '../../declared.ts';
import { declaresRecipe, justRecipes } from '../../just-recipes.ts';
import { data, exec, type Finding, type Invocation, type Program, role, rows } from '../../program.ts';
import type { Recipe } from '../../recipe.ts';
import { taskfileRecipes } from '../../taskfile-recipes.ts';
import { ownTool } from '../project-script.ts';
import { movedBy } from './make-environment.ts';
import { areProjectKinds } from './tool.ts';
import { usedIn } from './variables-used.ts';

/** Describes how the file of a runner declares recipes. */
interface RecipeFile {
	readonly names: readonly string[];
	readonly declares: (text: string, name: string) => boolean;
	/** Returns the recipes that a call would follow, or undefined if the file cannot be read in this way. */
	readonly recipes: (text: string, names: readonly string[]) => readonly Recipe[] | undefined;
}

const justfile: RecipeFile = {
	names: ['justfile', 'Justfile', '.justfile'],
	declares: declaresRecipe,
	recipes: justRecipes,
};
const taskfile: RecipeFile = {
	names: ['Taskfile.yml', 'Taskfile.yaml'],
	declares: (text, name) => new RegExp(`^ {2,4}["']?${name.replace(/\W/g, '\\$&')}["']?:`, 'm').test(text),
	recipes: taskfileRecipes,
};

const runnerFlags =
	'-n --dry-run --dry -q --quiet -v --verbose -s --silent -y --yes -u --unsorted -x --exit-code -w --watch -f --force -p --parallel -c -j --json --status --unstable --highlight --no-highlight --one --explain --timestamp --no-deps --no-dotenv --no-status --offline';

/** Programs that run recipes from a file of the project. */
export const taskRunners = (): readonly Program[] => [
	rows('just', {
		input: 'data',
		options: {
			...data('--color --dump-format --command-color --list-heading --list-prefix --timestamp-format'),
			...role('flag', runnerFlags),
			...role('script', '-f --justfile --shell --chooser --dotenv-path --dotenv-filename'),
			...role('code', '--set --shell-arg -c --command'),
			...data('-d --working-directory'),
		},
		taken: usedBy(justfile),
		also: (it) => recipes(it, justfile),
	}),
	rows('task', {
		input: 'data',
		options: {
			...data('-o --output -C --concurrency -d --dir --interval -I --sort'),
			...role('flag', runnerFlags),
			...role('script', '-t --taskfile'),
			...role('code', '-g --global'),
		},
		taken: usedBy(taskfile),
		also: (it) => recipes(it, taskfile),
	}),
];

/** Returns the function that judges the variables which the recipes of a file use. */
const usedBy =
	({ names }: RecipeFile): NonNullable<Program['taken']> =>
	(name, value, it) => {
		const file = nearFile(movedBy(it, '-d', '--dir', '--working-directory'), names);
		return file === undefined ? [] : usedIn([file.text], name, value);
	};

function recipes(it: Invocation, { names, declares, recipes }: RecipeFile): readonly Finding[] {
	if (it.has('-l', '--list', '--list-all', '--summary', '--version', '--help', '-h', '-a')) return [];
	const [verb] = it.operands;
	const script = [it.name, ...it.operands.map((word) => word.text)].join(' ');
	const { cwd, ...scope } = movedBy(it, '-d', '--dir', '--working-directory');
	const file = nearFile({ ...scope, cwd }, names);
	const areOwn =
		file !== undefined && areProjectKinds(it.operands, (name) => declares(file.text, name) && isProjectKind(name));
	const called = it.operands.map((word) => word.text);
	const read = file === undefined || cwd === undefined ? undefined : recipes(file.text, called);
	const lines = (read ?? []).map(
		({ name, text, commands }): Finding => ({
			find: 'declared',
			line: { path: file?.path ?? '', name, text },
			cwd: cwd ?? '',
			commands,
		}),
	);
	const found = verb !== undefined && areOwn ? ownTool(it, { script, definedIn: file.path }) : [exec(it, script)];
	return [...found, ...lines];
}
