import type { Effect, Facts, ToolCall } from '../core/index.ts';
import { deliverEffects } from './delivered.ts';
import { expandHome, locate, locatePattern, type Place } from './locate.ts';
import type { Part, Subject } from './part.ts';
import { readEffect, writeEffect } from './path-effects.ts';
import { analyseShell } from './shell/analyse.ts';
import { type Doing, toolOf } from './tools.ts';

/** Returns a call with its effects, divided into parts. A command line has one part for each of its simple commands. */
export function subjectOf(call: ToolCall, facts: Facts): Subject {
	const tool = toolOf(call.name);
	if (tool === undefined) return declaredSubject(call, facts);
	const doings = tool.does(call.args);
	const shell = doings.find((doing) => doing.do === 'shell');
	if (shell !== undefined) return shellSubject(call, facts, shell);
	const effects = doings.flatMap((doing) => (doing.do === 'deliver' ? delivers(facts) : effectOf(doing, facts)));
	const text = [tool.name, ...doings.flatMap((doing) => ('path' in doing ? [doing.path] : []))].join(' ');
	return { call, tool: tool.name, isShell: false, parts: [part(text, effects)], executes: [] };
}

/** Reads a call of a tool that is not built in. The whole name is compared, so a server's tool `file_read` is not the built-in one. */
function declaredSubject(call: ToolCall, facts: Facts): Subject {
	const { name } = call;
	const declared = facts.declaredTool?.(name);
	const effect: Effect =
		declared === undefined
			? { kind: 'opaque', why: `the gate does not know what \`${name}\` does`, tool: name }
			: { kind: 'exec.tool', tool: name, from: declared.from, runs: declared.runs, writes: declared.writes };
	return { call, tool: name, isShell: false, parts: [part(name, [effect])], executes: [] };
}

function shellSubject(call: ToolCall, facts: Facts, shell: Extract<Doing, { do: 'shell' }>): Subject {
	const cwd = resolveDirectory(facts, shell.cwd);
	const base = { call, tool: 'shell_exec', isShell: true };
	if (cwd === undefined) {
		const why = 'the gate cannot find out the working directory';
		return { ...base, parts: [part(shell.command, [{ kind: 'opaque', why }])], executes: [] };
	}
	return { ...base, ...analyseShell(shell.command, facts, cwd) };
}

function resolveDirectory(facts: Facts, cwd: string): string | undefined {
	const expanded = expandHome(facts, cwd);
	const place = expanded === undefined ? undefined : locate(facts, expanded, facts.root);
	if (place === undefined) return undefined;
	if (!place.inside) return place.path;
	return place.path === '.' ? facts.root : `${facts.root}/${place.path}`;
}

function part(text: string, effects: readonly Effect[]): Part {
	return { text, effects, traits: [] };
}

/** Returns the effects of a delivery. If its changes are unknown, one of the effects is opaque. */
function delivers(facts: Facts): readonly Effect[] {
	const files = facts.delivered?.();
	const what = facts.addsToPull === true ? 'pull-request-commit' : 'draft-pull-request';
	const own: Effect = { kind: 'forge.write', what, target: 'own' };
	return files === undefined
		? [own, { kind: 'opaque', why: 'the gate does not know what would be delivered' }]
		: [own, ...deliverEffects(files, facts.tracked?.())];
}

function effectOf(doing: Exclude<Doing, { do: 'deliver' }>, facts: Facts): Effect {
	if (doing.do === 'effect') return doing.effect;
	if (doing.do === 'shell') return { kind: 'opaque', why: 'the call combines a command line with other work' };
	const path = expandHome(facts, doing.path);
	const place = path === undefined ? undefined : placeOfDoing(doing, path, facts);
	if (place === undefined)
		return { kind: 'opaque', why: `the gate cannot find out where \`${doing.path}\` is`, unplaced: true };
	return doing.do === 'write' ? writeEffect(place.path) : readEffect(place.path, facts);
}

function placeOfDoing(
	doing: Exclude<Doing, { do: 'effect' | 'shell' | 'deliver' }>,
	path: string,
	facts: Facts,
): Place | undefined {
	if (doing.do !== 'read-pattern') return locate(facts, path, facts.root);
	const below = resolveDirectory(facts, doing.below ?? '.');
	return below === undefined ? undefined : locatePattern(facts, path, below);
}
