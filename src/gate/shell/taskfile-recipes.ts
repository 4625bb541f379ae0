import { unknownValue } from './make-recipes.ts';
import type { Recipe } from './recipe.ts';

const mostCharacters = 20_000;
const mostRecipes = 30;
/** Keys of a task that contain command lines. */
const running = /^(cmds?|sh|status|preconditions|defer|tasks?|vars|env)$/;

/**
 * Returns the tasks of a Taskfile with these names, and the tasks that they need. Without a name: `default`. Returns undefined if the file
 * includes others or one of these tasks runs in another folder.
 */
export function taskfileRecipes(text: string, names: readonly string[]): readonly Recipe[] | undefined {
	const lines = text.slice(0, mostCharacters).split(/\r?\n/);
	const tasks = blocksOf(lines, lines.findIndex((line) => /^tasks:\s*(#.*)?$/.test(line)) + 1);
	if (tasks === undefined || lines.some((line) => /^includes:|[&*]\w+\s*$|^\s*<<:/.test(line))) return undefined;
	const atOnce = lines
		.slice(
			0,
			lines.findIndex((line) => /^tasks:/.test(line)),
		)
		.flatMap((line) => dynamic(line));
	const found = new Map<string, Recipe>();
	const waiting = names.length > 0 ? [...names] : ['default'];
	for (let name = waiting.shift(); name !== undefined && found.size < mostRecipes; name = waiting.shift()) {
		const block = found.has(name) ? undefined : tasks.get(name);
		if (block === undefined) continue;
		if (block.some((line) => /^\s+dir:/.test(line))) return undefined;
		const commands = commandsOf(block);
		const isFirst = found.size === 0;
		found.set(name, {
			name,
			text: block.join('\n').trimEnd(),
			commands: isFirst ? [...atOnce, ...commands] : commands,
		});
		waiting.push(...neededBy(block));
	}
	return [...found.values()];
}

/** Returns the lines of each task by its name; undefined if there are no tasks. */
function blocksOf(lines: readonly string[], from: number): ReadonlyMap<string, readonly string[]> | undefined {
	const indent = /^\s+(?=\S)/.exec(lines.slice(from).find((line) => /^\s+[^\s#]/.test(line)) ?? '')?.[0];
	if (from === 0 || indent === undefined) return undefined;
	const blocks = new Map<string, string[]>();
	let block: string[] | undefined;
	for (const line of lines.slice(from)) {
		if (/^[^\s#]/.test(line)) break;
		const rest = line.startsWith(indent) ? line.slice(indent.length) : '';
		const name = /^["']?([\w:.*-]+?)["']?:(?=\s|$)/.exec(rest)?.[1];
		if (name !== undefined) {
			block = [];
			blocks.set(name, block);
		}
		block?.push(line);
	}
	return blocks;
}

/** Returns the command in `sh: command`, whose output becomes a variable. */
function dynamic(line: string): readonly string[] {
	const command = /^\s*(?:-\s*)?sh:\s*(\S.*)$/.exec(line)?.[1];
	return command === undefined ? [] : [scalar(command)];
}

/** Returns every command line of a task. A task with one line is a command itself. */
function commandsOf([head = '', ...lines]: readonly string[]): readonly string[] {
	const single = /^\s*["']?[\w:.*-]+["']?:\s+([^#\s].*)$/.exec(head)?.[1];
	const found: string[] = single === undefined ? [] : [scalar(single)];
	let key = '';
	lines.forEach((line, i) => {
		const [, item = '', named, value = ''] = /^\s*(-\s+)?(?:([\w-]+):(?=\s|$)\s*)?(.*)$/.exec(line) ?? [];
		const isKey = named !== undefined && item === '' && depth(line) <= depth(lines[0] ?? '');
		if (isKey) key = named;
		const isText =
			(item !== '' && named === undefined && (running.test(key) || key === '')) || /^(cmd|sh|defer)$/.test(named ?? '');
		if (!isText || value === '') return;
		found.push(/^[|>][+-]?\s*$/.test(value) ? blockBelow(lines, i) : scalar(value));
	});
	return found;
}

function depth(line: string): number {
	return /^\s*/.exec(line)?.[0].length ?? 0;
}

/** Returns a text with several lines, which are indented more than their key. */
function blockBelow(lines: readonly string[], at: number): string {
	const end = lines.findIndex((line, i) => i > at && line.trim() !== '' && depth(line) <= depth(lines[at] ?? ''));
	const block = lines.slice(at + 1, end < 0 ? lines.length : end);
	return expanded(block.map((line) => line.trim()).join('\n'));
}

/** Returns a YAML scalar without its quotes. Its templates become unknown. */
function scalar(text: string): string {
	const quoted = /^(["'])(.*)\1\s*(?:#.*)?$/.exec(text);
	if (quoted?.[1] === '"') return expanded((quoted[2] ?? '').replace(/\\(["\\])/g, '$1'));
	return expanded(quoted?.[2]?.replaceAll("''", "'") ?? text.replace(/\s+#.*$/, ''));
}

function expanded(text: string): string {
	return text.replace(/\{\{.*?\}\}/g, unknownValue);
}

/** Reads `deps: [a, b]`, a list below `deps:`, and `task: a`. */
function neededBy(block: readonly string[]): readonly string[] {
	const inline = block.flatMap((line) => /^\s+deps:\s*\[(.*)\]/.exec(line)?.[1]?.split(/\s*,\s*/) ?? []);
	const items = block.flatMap((line) => /^\s+-\s+(?:task:\s*)?["']?([\w:.-]+)["']?\s*$/.exec(line)?.[1] ?? []);
	return [...inline.map((name) => name.replace(/["'{}]|task:\s*/g, '').trim()), ...items];
}
