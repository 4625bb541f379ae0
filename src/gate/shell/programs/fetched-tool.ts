import { commandOf } from '../carried.ts';
import { directoriesAbove, manifestsAbove, nearestFile } from '../declared.ts';
import { exec, type Finding, type Invocation, opaque, runsFetchedCode } from '../program.ts';
import { runsFile } from '../roles.ts';
import { constant, type Word } from '../word.ts';
import { isNodeTool } from './project/node.ts';
import { nodeDeclaration } from './project/node-tool.ts';
import { fetches } from './registries.ts';

/**
 * Packages with the name of a known program. They are judged as that program, and also as a download, because such a package may do more.
 */
const wellKnownNames =
	/^(rimraf|del-cli|trash-cli|shx|cdk|cdktf|sst|serverless|sls|vercel|netlify|heroku|wrangler|firebase|supabase|amplify|railway|neonctl|pscale|prisma|nodemon|concurrently|tsx)$/;
const wellKnown: Readonly<Record<string, string>> = {
	'aws-cdk': 'cdk',
	'cdktf-cli': 'cdktf',
	'firebase-tools': 'firebase',
	'netlify-cli': 'netlify',
};

/** Packages with a scope, and the one tool in each of them. */
const scopedTools: Readonly<Record<string, string>> = {
	'@biomejs/biome': 'biome',
	'@playwright/test': 'playwright',
	'@angular/cli': 'ng',
	'@stryker-mutator/core': 'stryker',
	'@swc/cli': 'swc',
};

/** Returns whether a name is a tool that the project depends on. `pnpm x` and `yarn x` run it from the project's own modules. */
export function isLocalTool(name: string, it: Invocation): boolean {
	const isDeclared = () =>
		nodeDeclaration(it, name) !== undefined || nearestFile(it.scope, ['package.json']) === undefined;
	return isNodeTool(name) && isDeclared();
}

/** Judges a tool that is installed already. */
export function installedTool(words: readonly Word[], it: Invocation): readonly Finding[] {
	const [tool] = words;
	// A package may have the name of a harmless program, so only a known tool is judged by its name alone.
	const isOwn =
		tool?.known === true &&
		(isNodeTool(tool.text) || /^(node|tsx|ts-node|c8|nyc|cross-env|turbo|nx|lerna)$/.test(tool.text));
	return isOwn ? [{ find: 'command', words }] : [exec(it, `npx ${tool?.text ?? ''}`), { find: 'command', words }];
}

/**
 * Judges the tool of `npx` and its variants. A tool that the project depends on runs from
 * its own modules. Any other tool is downloaded first.
 */
export function fetchedTool(words: readonly Word[], it: Invocation): readonly Finding[] {
	const rest = words.filter((word, i) => !(i === 0 && word.text === '--'));
	const first = rest.findIndex((word) => !word.text.startsWith('-'));
	const tool = rest[first];
	if (tool === undefined) return [exec(it)];
	const start = it.words.lastIndexOf(tool);
	const before = it.words.slice(0, start).map((word) => word.text);
	const command = it.words.slice(start);
	if (/^https?:/i.test(tool.prefix)) return [...fetches('node', it), exec(it, `npx ${tool.text}`), runsFetchedCode];
	if (!tool.known) return [...fetches('node', it), exec(it, `npx ${tool.text}`)];
	if (/^(\.|\/|[\w.-]+\/(?!$)[\w.-]+\.\w+$)/.test(tool.text)) return runsFile(tool, it.scope);
	if (before.some((word) => /^(--no-install|--no|--offline|--no-yes)$/.test(word)) && !isVersioned(tool.text, before))
		return isNodeTool(tool.text) ? [{ find: 'command', words: command }] : [exec(it, `npx ${tool.text}`)];
	const scoped = Object.hasOwn(scopedTools, tool.text) ? scopedTools[tool.text] : undefined;
	if (scoped !== undefined && !isVersioned(scoped, before) && nodeDeclaration(it, tool.text) !== undefined)
		return installedTool([constant(scoped), ...command.slice(1)], it);
	const isOwn = !isVersioned(tool.text, before) && isDependency(tool.text, it);
	if (isOwn) return installedTool(command, it);
	const name = tool.text.replace(/(?<=.)@[^/]*$/, '').replace(/^@[\w-]+\//, '');
	const known = wellKnown[name] ?? (wellKnownNames.test(name) ? name : undefined);
	const meant = known === undefined ? [] : [constant(known), ...command.slice(1)];
	return [...fetches('node', it), exec(it, `npx ${tool.text}`), ...commandOf(meant)];
}

const plainOption =
	/^(exec|x|dlx|npx|--|--no-install|--no|--no-yes|--offline|--prefer-offline|--quiet|-q|--silent|-s|--bun|(-w|--workspace|--filter|-F)(=.*)?|--workspaces|-r|--recursive|-ws|--registry=.*)$/;

/** Returns whether the options or the spelling may select another version than the project's own. */
function isVersioned(tool: string, before: readonly string[]): boolean {
	return (
		tool.includes('@') || tool.includes(':') || before.some((word) => word.startsWith('-') && !plainOption.test(word))
	);
}

/** Judges the options of `npx -c LINE`. The command line itself has a role. */
export function besideCall(it: Invocation): readonly Finding[] {
	const odd = it.options.filter(
		({ name }) => !plainOption.test(name) && !/^(-[cpy]|--(call|package|yes|registry))$/.test(name),
	);
	return [
		...addedPackages(it.values('-p', '--package'), it),
		...odd.map(({ name }) => opaque(`what \`${name}\` does to a command line`)),
	];
}

/**
 * Judges packages whose programs come before all others when a command line runs. Threat: another person's package can contain an `eslint`
 * or an `ls`.
 */
export function addedPackages(packages: readonly Word[], it: Invocation): readonly Finding[] {
	const own = manifestsAbove(it.scope).flatMap(({ dependencies }) => dependencies);
	const foreign = packages.filter(({ known, text }) => !(known && own.includes(text)));
	if (foreign.length === 0) return [];
	// The function judges the operands after the first one, which is a verb.
	const operands = [constant('exec'), ...foreign];
	return [...fetches('node', { ...it, operands }), exec(it, `npx ${foreign.map(({ text }) => text).join(' ')}`)];
}

function isDependency(tool: string, it: Invocation): boolean {
	if (nodeDeclaration(it, tool) !== undefined) return true;
	const isInCheckout = directoriesAbove(it.scope).length > 0;
	return isInCheckout && isNodeTool(tool) && nearestFile(it.scope, ['package.json']) === undefined;
}
