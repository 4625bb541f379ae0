import { definitionOf, pythonDeclaration, pythonFiles } from '../../declared.ts';
import { exec, type Finding, type Invocation, type Program } from '../../program.ts';
import { ownTool } from '../project-script.ts';
import { type ToolSpec, tool } from './tool.ts';

/** Returns the row of a Python tool. A file of the project names the tool, or else the nearest configuration defines it. */
export function pythonTool(names: string, spec: Omit<ToolSpec, 'home'>): Program {
	return tool(names, { ...spec, home: (it) => pythonHome(it, it.name) });
}

export function pythonHome(it: Invocation, name: string): string | undefined {
	return pythonDeclaration(it.scope, name) ?? definitionOf(it.scope, pythonFiles);
}

/** Judges a tool of Python as the project's own, under another name if `name` is given. */
export function ownPython(it: Invocation, name = it.name): readonly Finding[] {
	const definedIn = pythonHome(it, name.replace(/ .*/, ''));
	return definedIn === undefined ? [exec(it, name)] : ownTool(it, { script: name, definedIn });
}
