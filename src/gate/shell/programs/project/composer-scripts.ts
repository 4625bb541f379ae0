import { isJsonObject, type JsonValue } from '../../../../core/index.ts';
import type { NearFile } from '../../declared.ts';
import type { Finding } from '../../program.ts';

type Declared = Extract<Finding, { find: 'declared' }>;
type Scripts = { readonly [key: string]: JsonValue };

/** Scripts that composer runs before every command. */
const always = ['init', 'command', 'pre-command-run'];
const mostNested = 4;
const ownCommands =
	/^(about|archive|audit|browse|home|bump|check-platform-reqs|clear-?cache|cc|completion|config|create-project|depends|why|diagnose|dump-?autoload|exec|fund|global|help|init|install|i|licenses|list|outdated|prohibits|why-not|reinstall|remove|rm|uninstall|require|r|run|run-script|search|self-?update|show|info|status|suggests|update|u|upgrade|validate)$/;

/** Returns whether a name belongs to a command of composer itself. */
export function isComposerCommand(name: string): boolean {
	return ownCommands.test(name);
}

/**
 * Returns a script of a `composer.json` with its command lines. Returns undefined if it also calls functions of PHP or sets variables, or
 * if composer runs other scripts before it.
 */
export function composerScript(file: NearFile, name: string, cwd: string): Declared | undefined {
	const scripts = scriptsIn(file.text);
	if (scripts === undefined || always.some((event) => Object.hasOwn(scripts, event))) return undefined;
	const commands = commandsOf(name, scripts, 0);
	if (commands === undefined) return undefined;
	return { find: 'declared', line: { path: file.path, name, text: commands.join('\n') }, cwd, commands };
}

function scriptsIn(text: string): Scripts | undefined {
	try {
		const parsed: JsonValue = JSON.parse(text);
		return isJsonObject(parsed) && isJsonObject(parsed['scripts']) ? parsed['scripts'] : undefined;
	} catch {
		// Without valid JSON, composer fails.
		return undefined;
	}
}

function commandsOf(name: string, scripts: Scripts, nested: number): readonly string[] | undefined {
	const entry = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
	const lines: readonly (JsonValue | undefined)[] = Array.isArray(entry) ? entry : [entry];
	const found: string[] = [];
	for (const line of lines) {
		const commands = typeof line === 'string' ? commandsIn(line, scripts, nested) : undefined;
		if (commands === undefined) return undefined;
		found.push(...commands);
	}
	return found;
}

/** Returns the commands of one line: `@php x`, `@composer x`, the name of another script, or a command line. */
function commandsIn(line: string, scripts: Scripts, nested: number): readonly string[] | undefined {
	const [, tool] = /^@((?:php|composer) .*)$/s.exec(line) ?? [];
	if (tool !== undefined) return [tool];
	const [, other] = /^@([\w:-]+)$/.exec(line) ?? [];
	if (other !== undefined) return nested < mostNested ? commandsOf(other, scripts, nested + 1) : undefined;
	// `Class::method` and the name of a class are functions of PHP.
	const isFunction = line.startsWith('@') || (!/\s/.test(line) && /::|\\/.test(line));
	return isFunction ? undefined : [line];
}
