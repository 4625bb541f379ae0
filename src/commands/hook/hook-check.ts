import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { asCountersignError } from '../../core/index.ts';
import { runGuard } from '../../sandbox/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import { canarySession } from './canary-session.ts';
import { type Dialect, dialects } from './dialects.ts';
import { freezeControls } from './freeze-controls.ts';
import { controlsPaths, readFrozenControls } from './frozen-controls.ts';
import { gitKnowledge } from './git-exclude.ts';
import { guardPaths, type HookScope } from './guard-script.ts';
import { compareFiles, readOwnFile } from './hook-files.ts';
import { choiceOf, wantedControls, wantedGuard } from './hook-parts.ts';
import { hasPersonalFile, hookPlaces } from './hook-places.ts';
import { turnsHooksOff, withGuardHook } from './hook-settings.ts';

/** The result of one check. */
export interface HookFinding {
	readonly ok: boolean;
	readonly text: string;
}

const fixes: Readonly<Record<HookScope, string>> = {
	personal: 'Run: countersign hook install',
	shared: 'Run: countersign hook install --shared',
};

const names: Readonly<Record<HookScope, string>> = { personal: 'hook', shared: 'shared hook' };

export const checkOptions = { root: { type: 'string' }, json: { type: 'boolean' } } as const;

/** `countersign hook check`: checks that the hook is installed, unchanged and works. Exits with 1 if not. Changes nothing. */
export async function hookCheck(args: readonly string[], cli: CliContext): Promise<number> {
	const { values } = readCommandLine(args, checkOptions, 0);
	const findings = await examineHook(values.root ?? cli.cwd, cli);
	const ok = findings.every((one) => one.ok);
	if (values.json === true) cli.print(JSON.stringify({ ok, findings }));
	else for (const one of findings) cli.print(`${one.ok ? 'ok ' : 'not'} ${one.text}`);
	return ok ? 0 : 1;
}

/** Checks every hook of a checkout and returns the findings. */
export async function examineHook(
	folder: string,
	{ packageRoot, home }: Pick<CliContext, 'packageRoot' | 'home'>,
): Promise<readonly HookFinding[]> {
	const root = realpathSync(folder);
	const installed = scopes.filter((scope) => isInstalled(root, scope));
	const findings = [...(await misplaced(root))];
	for (const scope of installed.length === 0 ? (['personal'] as const) : installed)
		findings.push(...(await examineScope({ root, packageRoot, home, scope })));
	return findings;
}

const scopes: readonly HookScope[] = ['personal', 'shared'];

interface Examined {
	readonly root: string;
	readonly packageRoot: string;
	readonly home: string;
	readonly scope: HookScope;
}

async function examineScope(examined: Examined): Promise<readonly HookFinding[]> {
	const { root, scope } = examined;
	const called = installedFor(root, scope);
	const asked = called.length === 0 ? [dialects.claude] : called;
	const name = names[scope];
	return [
		...(await Promise.all(
			asked.map((one) =>
				finding(name, `${one.agent} calls it for every tool`, () => settingsTrouble(root, one, scope)),
			),
		)),
		await finding(name, 'its guard is unchanged', () => guardTrouble(examined)),
		await finding(name, 'it uses the current configuration, policies and skills of the checkout', () =>
			controlsTrouble(examined),
		),
		await finding(name, 'it blocks `rm -rf /`, and allows `ls`', () => firstTrouble(root, asked, scope)),
	];
}

/**
 * Returns a finding for each shared settings file that names a personal hook. Threat: that hook exists on one machine only, so every
 * other clone is blocked. Earlier versions wrote the hook there.
 */
async function misplaced(root: string): Promise<readonly HookFinding[]> {
	const git = gitKnowledge(root);
	const findings = Object.values(dialects).map(async ({ name, agent }) => {
		const place = hookPlaces[name];
		const path = place.files.shared;
		if (!callsGuard(root, path, 'personal')) return [];
		const isOwn = hasPersonalFile(place);
		if (!isOwn && (await git?.isTracked(path)) !== true) return [];
		const remedy = isOwn
			? `countersign hook install. It moves the hook to ${place.files.personal}`
			: `countersign hook install --shared --for ${name}, or countersign hook uninstall --for ${name}`;
		const why = `calls a guard that only this machine has, so ${agent} is blocked in every other clone of this repository`;
		return [{ ok: false, text: `hook: ${path} ${why}. Run: ${remedy}. Then commit ${path}.` }];
	});
	return (await Promise.all(findings)).flat();
}

/**
 * Returns the agents whose settings call the guard. For a personal hook, an agent whose settings cannot be read is included, and
 * `examineScope` reports the error.
 */
function installedFor(root: string, scope: HookScope): readonly Dialect[] {
	return Object.values(dialects).filter(({ name }) => callsGuard(root, hookPlaces[name].files[scope], scope));
}

function callsGuard(root: string, path: string, scope: HookScope): boolean {
	try {
		return readOwnFile(root, path)?.includes(guardPaths[scope]) === true;
	} catch {
		return scope === 'personal';
	}
}

/** Whether a hook is installed. If something else is at the path of the guard, this is true, and `examineScope` reports it. */
function isInstalled(root: string, scope: HookScope): boolean {
	try {
		return readOwnFile(root, guardPaths[scope]) !== undefined || installedFor(root, scope).length > 0;
	} catch {
		return true;
	}
}

/** Whether a checkout has a hook of ours, even if it is broken or in the wrong file. */
export function hasHook(root: string): boolean {
	const isMisplaced = callsGuard(root, hookPlaces.claude.files.shared, 'personal');
	return isMisplaced || scopes.some((scope) => isInstalled(root, scope));
}

async function finding(
	name: string,
	text: string,
	look: () => string | undefined | Promise<string | undefined>,
): Promise<HookFinding> {
	try {
		const trouble = await look();
		return trouble === undefined ? { ok: true, text: `${name}: ${text}` } : { ok: false, text: `${name}: ${trouble}` };
	} catch (thrown) {
		const { message, fix: remedy } = asCountersignError(thrown);
		return { ok: false, text: `${name}: ${message} ${remedy}` };
	}
}

function settingsTrouble(root: string, { name }: Dialect, scope: HookScope): string | undefined {
	const place = hookPlaces[name];
	const path = place.files[scope];
	const remedy = name === 'claude' ? fixes[scope] : `${fixes[scope]} --for ${name}`;
	const text = readOwnFile(root, path);
	if (text === undefined) return `${path} is missing. ${remedy}`;
	if (withGuardHook(text, { place, scope }) !== text) return `${path} does not call the hook for every tool. ${remedy}`;
	const off = [...new Set(Object.values(place.files))].find((file) =>
		turnsHooksOff(readOwnFile(root, file) ?? '{}', { place, path: file, scope }),
	);
	if (off !== undefined) return `${off} turns all hooks off. Remove ${switches[name]} from this file.`;
	if (name !== 'codex' || !/^\s*(codex_)?hooks\s*=\s*false/m.test(readOwnFile(root, codexConfig) ?? ''))
		return undefined;
	return `${codexConfig} turns all hooks off. Remove ${switches[name]} from this file.`;
}

const codexConfig = '.codex/config.toml';

/** The settings that turn off an agent's hooks. */
const switches: Readonly<Record<Dialect['name'], string>> = {
	claude: '`disableAllHooks`',
	codex: '`hooks = false`',
	gemini: '`enabled`, `enableHooks` or `disabled`',
};

function guardTrouble({ root, packageRoot, scope }: Examined): string | undefined {
	const path = guardPaths[scope];
	const [guard] = compareFiles(root, [wantedGuard(packageRoot, scope)]);
	if (guard?.state === 'new') return `${path} is missing. ${fixes[scope]}`;
	if (guard?.state === 'mode') return `${path} has the wrong permissions; 755 is expected. ${fixes[scope]}`;
	return guard?.state === 'changed'
		? `${path} differs from the file that this Countersign writes. ${fixes[scope]}`
		: undefined;
}

/**
 * Reports rules that have changed since the installation. Somebody may have changed them on purpose, but they take effect only when a
 * person installs the hook again.
 */
async function controlsTrouble({ root, packageRoot, home, scope }: Examined): Promise<string | undefined> {
	const frozen = readFrozenControls(root, scope);
	const today = await freezeControls(packageRoot, { root, home, scope }, choiceOf(frozen));
	if (readOwnFile(root, controlsPaths[scope]) === wantedControls(today, scope).text) return undefined;
	return `configuration, policies or skills have changed since it was installed. The hook still uses the old ones. To use the new ones, ${fixes[scope].replace('Run', 'run')}`;
}

async function firstTrouble(root: string, asked: readonly Dialect[], scope: HookScope): Promise<string | undefined> {
	for (const dialect of asked) {
		const trouble = await canaryTrouble(root, { dialect, scope });
		if (trouble !== undefined) return asked.length === 1 ? trouble : `for ${dialect.agent} ${trouble}`;
	}
	return undefined;
}

/** A hook to test: the agent's dialect, and whether the hook is personal or shared. */
export interface TriedHook {
	readonly dialect: Dialect;
	readonly scope: HookScope;
}

/**
 * Tests a hook with a call that it must block and one that it must let pass. A hook that does nothing is worse than none. Returns what is
 * wrong, if anything.
 */
export async function canaryTrouble(root: string, { dialect, scope }: TriedHook): Promise<string | undefined> {
	for (const { command, exitCode } of [
		{ command: 'rm -rf /', exitCode: 2 },
		{ command: 'ls', exitCode: 0 },
	]) {
		const { command: line } = hookPlaces[dialect.name].hooks[scope];
		// Codex starts its hooks in the folder of the session. The other agents pass the project's folder in a variable.
		const cwd = dialect.name === 'codex' ? { cwd: root } : {};
		// The shared guard contains no path to Node, so Node must be on the PATH.
		const programs = scope === 'shared' ? { programs: dirname(process.execPath) } : {};
		const input = canaryCall(command, root, dialect);
		const answer = await runGuard({ command: line, project: root, ...cwd, ...programs, input });
		const isSilent = exitCode === 2 && answer.stderr.trim() === '';
		if (answer.exitCode === exitCode && !isSilent) continue;
		const wanted = exitCode === 2 ? 'does not block' : 'does not allow';
		const said = answer.stderr.trim();
		return `it ${wanted} \`${command}\` (exit code ${answer.exitCode})${said === '' ? '.' : `: ${said}`}`;
	}
	return undefined;
}

function canaryCall(command: string, cwd: string, { event, shellTool }: Dialect): string {
	const call = { session_id: canarySession, cwd, hook_event_name: event, permission_mode: 'default' };
	return JSON.stringify({ ...call, tool_name: shellTool, tool_input: { command } });
}
