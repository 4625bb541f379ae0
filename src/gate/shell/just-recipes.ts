import { unknownValue } from './make-recipes.ts';
import type { Recipe } from './recipe.ts';

const mostCharacters = 20_000;
const mostRecipes = 30;

/**
 * Returns the recipes of a justfile with these names, and the recipes that they need. Without a name: the first recipe. Returns undefined
 * if the file imports others or uses another shell.
 */
export function justRecipes(text: string, names: readonly string[]): readonly Recipe[] | undefined {
	const lines = text
		.slice(0, mostCharacters)
		.replace(/\\\r?\n\s*/g, ' ')
		.split(/\r?\n/);
	const isOther = lines.some(
		(line) =>
			/^(import|mod)\b/.test(line) || (/^set\s+(windows-)?shell\b/.test(line) && !/\[["'](ba|z)?sh["']/.test(line)),
	);
	if (isOther) return undefined;
	const variables = variablesIn(lines);
	const atOnce = lines.flatMap((line) => /^(?:export\s+)?[\w-]+\s*:=.*?`([^`]+)`/.exec(line)?.[1] ?? []);
	const found = new Map<string, Recipe>();
	const first = lines.flatMap((line) => headOf(line)?.name ?? []).slice(0, 1);
	const waiting = names.length > 0 ? [...names] : first;
	for (let name = waiting.shift(); name !== undefined && found.size < mostRecipes; name = waiting.shift()) {
		const at = found.has(name) ? -1 : lines.findIndex((line) => headOf(line)?.name === name);
		if (at < 0) continue;
		const body = bodyAt(lines, at + 1);
		const commands = commandsOf(body, variables);
		found.set(name, {
			name,
			text: [lines[at], ...body].join('\n').trimEnd(),
			commands: found.size === 0 ? [...atOnce, ...commands] : commands,
		});
		waiting.push(...(headOf(lines[at] ?? '')?.needs ?? []));
	}
	return [...found.values()];
}

/** Returns whether a justfile has a recipe of this name. */
export function declaresRecipe(text: string, name: string): boolean {
	return text.split('\n').some((line) => headOf(line)?.name === name);
}

/** Returns the recipe that a line declares, and the recipes that it needs: `@name arg='x': first (second 'y') && last`. */
function headOf(line: string): { readonly name: string; readonly needs: readonly string[] } | undefined {
	const [, name, needs = ''] = /^@?([A-Za-z_][\w-]*)(?:\s+[^:]*)?:(?!=)(.*)$/.exec(line) ?? [];
	if (name === undefined) return undefined;
	const plain = needs.replace(/#.*$/, '').replace(/"[^"]*"|'[^']*'/g, '');
	return { name, needs: plain.match(/[A-Za-z_][\w-]*/g) ?? [] };
}

/** Returns the indented lines below the head of a recipe. */
function bodyAt(lines: readonly string[], from: number): readonly string[] {
	const end = lines.findIndex((line, i) => i >= from && /^\S/.test(line));
	return lines.slice(from, end < 0 ? lines.length : end);
}

function variablesIn(lines: readonly string[]): ReadonlyMap<string, string> {
	return new Map(
		lines.flatMap((line) => {
			const [, name, , value] = /^(?:export\s+)?([\w-]+)\s*:=\s*(["'])([^"'`\\]*)\2\s*(?:#.*)?$/.exec(line) ?? [];
			return name === undefined || value === undefined ? [] : [[name, value] as const];
		}),
	);
}

/** Each line is a separate command. A body that begins with `#!` is one script. */
function commandsOf(body: readonly string[], variables: ReadonlyMap<string, string>): readonly string[] {
	const lines = body.map((line) => expanded(line.trim(), variables)).filter((line) => line !== '');
	const [first = ''] = lines;
	if (!first.startsWith('#!')) return lines.map((line) => line.replace(/^[@-]+\s*/, ''));
	return /\b(ba|da|z|k)?sh\b/.test(first) ? [lines.slice(1).join('\n')] : [unknownValue];
}

function expanded(line: string, variables: ReadonlyMap<string, string>): string {
	return line.replace(/\{\{\s*(.*?)\s*\}\}/g, (_, name: string) => variables.get(name) ?? unknownValue);
}
