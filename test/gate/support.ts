import { readFileSync } from 'node:fs';
import type { Facts, Gate, GateContext, JsonObject, Verdict } from '../../src/core/index.ts';
import {
	compilePatterns,
	createGate,
	type GateOptions,
	type PatternSource,
	type Policy,
} from '../../src/gate/index.ts';
import { linearEngine, loadPolicy } from '../../src/gate/loading.ts';

export const files: Readonly<Record<string, string>> = {
	'package.json': JSON.stringify({
		scripts: { test: 'node --test', lint: 'eslint .', deploy: './deploy.sh' },
		devDependencies: { typescript: '*', eslint: '*' },
	}),
	Makefile: 'test:\n\techo\n',
	'.git/HEAD': 'ref: refs/heads/topic\n',
};

/** A workspace in memory: files, and links as a map from one absolute path to another. */
export function aWorkspace(given: Partial<Facts> & { readonly links?: Readonly<Record<string, string>> } = {}): Facts {
	const { links = {}, ...rest } = given;
	const root = '/checkouts/repo';
	return {
		root,
		home: '/home/runner',
		realPath: (path) => {
			const absolute = path.startsWith('/') ? path : `${root}/${path}`;
			const link = Object.keys(links).find((from) => absolute === from || absolute.startsWith(`${from}/`));
			return link === undefined ? absolute : `${links[link]}${absolute.slice(link.length)}`;
		},
		readText: (path) => files[path],
		entries: () => [],
		changedInRun: () => false,
		delivered: () => [],
		...rest,
	};
}

export function aContext(given: Partial<GateContext> = {}): GateContext {
	return { facts: aWorkspace(), mode: 'default', grants: [], ...given };
}

export function aPolicy(text: string, file = 'policies/test.yml'): Policy {
	return loadPolicy(text, file);
}

/** The text of a shipped policy. */
export function shippedText(name: string): string {
	return readFileSync(new URL(`../../policies/${name}.yml`, import.meta.url), 'utf8');
}

/** A shipped policy by its name. */
export function aShippedPolicy(name: string): Policy {
	return loadPolicy(shippedText(name), `policies/${name}.yml`);
}

export const shipped: readonly Policy[] = ['floor', 'default'].map(aShippedPolicy);

export function aGate(given: Partial<GateOptions> & { readonly skills?: readonly PatternSource[] } = {}): Gate {
	const { skills = [], ...options } = given;
	const { patterns } = compilePatterns(skills, linearEngine);
	return createGate({ policies: shipped, patterns, knownTools: 'any', ...options });
}

const gate = aGate();

/** Judges one command line by the shipped policies. */
export function judgeShell(command: string, context: Partial<GateContext> = {}): Verdict {
	return gate.judge({ id: 'c1', name: 'shell_exec', args: { command } }, aContext(context));
}

/** Judges one call by the shipped policies. */
export function judgeTool(name: string, args: JsonObject, context: Partial<GateContext> = {}): Verdict {
	return gate.judge({ id: 'c1', name, args }, aContext(context));
}

/** The decision and the rule that made it. */
export function outcome({ decision, rule }: Verdict): string {
	return `${decision} ${rule}`;
}
