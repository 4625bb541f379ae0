import { realpathSync } from 'node:fs';
import { asCountersignError } from '../core/index.ts';
import { runGuard } from '../sandbox/index.ts';
import { canarySession } from './canary-session.ts';
import { readCommandLine, type Surroundings } from './command-line.ts';
import { type Dialect, dialects } from './dialects.ts';
import { freezeControls } from './freeze-controls.ts';
import { controlsPath, readFrozenControls } from './frozen-controls.ts';
import { guardPath } from './guard-script.ts';
import { compareFiles, readOwnFile } from './hook-files.ts';
import { choiceOf, wantedControls, wantedGuard, wantedSettings } from './hook-parts.ts';
import { hookPlaces, turnsHooksOff } from './hook-settings.ts';

/** One thing that was looked at. */
export interface HookFinding {
	readonly ok: boolean;
	readonly text: string;
}

const fix = 'Do: countersign hook install';

export const checkOptions = { root: { type: 'string' }, json: { type: 'boolean' } } as const;

/** `countersign hook check`: whether the hook stands as it was installed and does what it is for; exits 1 when it does not. Changes nothing. */
export async function hookCheck(args: readonly string[], surroundings: Surroundings): Promise<number> {
	const { values } = readCommandLine(args, checkOptions, 0);
	const findings = await examineHook(values.root ?? surroundings.cwd, surroundings.packageRoot);
	const ok = findings.every((one) => one.ok);
	if (values.json === true) surroundings.print(JSON.stringify({ ok, findings }));
	else for (const one of findings) surroundings.print(`${one.ok ? 'ok ' : 'not'} ${one.text}`);
	return ok ? 0 : 1;
}

/** Everything that is to be said of the hook of a checkout. */
export async function examineHook(folder: string, packageRoot: string): Promise<readonly HookFinding[]> {
	const root = realpathSync(folder);
	const called = installedFor(root);
	const asked = called.length === 0 ? [dialects.claude] : called;
	return [
		...(await Promise.all(
			asked.map((one) => finding(`hook: ${one.agent} calls it for every tool`, () => settingsTrouble(root, one))),
		)),
		await finding('hook: its guard is as it was written', () => guardTrouble(root, packageRoot)),
		await finding('hook: it judges by what the checkout says', () => controlsTrouble(root, packageRoot)),
		await finding('hook: it blocks `rm -rf /`, and lets `ls` pass', () => firstTrouble(root, asked)),
	];
}

/** The agents whose settings call the guard. What cannot be read is told by the examination. */
function installedFor(root: string): readonly Dialect[] {
	return Object.values(dialects).filter(({ name }) => {
		try {
			return readOwnFile(root, hookPlaces[name].path)?.includes(guardPath) === true;
		} catch {
			return true;
		}
	});
}

/** Whether a checkout has a hook of ours, whole or not. */
export function hasHook(root: string): boolean {
	try {
		return readOwnFile(root, guardPath) !== undefined || installedFor(root).length > 0;
	} catch {
		// Something else is in its place, which the examination tells.
		return true;
	}
}

async function finding(
	text: string,
	look: () => string | undefined | Promise<string | undefined>,
): Promise<HookFinding> {
	try {
		const trouble = await look();
		return trouble === undefined ? { ok: true, text } : { ok: false, text: `hook: ${trouble}` };
	} catch (thrown) {
		const { message, fix: remedy } = asCountersignError(thrown);
		return { ok: false, text: `hook: ${message} Do: ${remedy.replace(/^Do: /, '')}` };
	}
}

function settingsTrouble(root: string, { name }: Dialect): string | undefined {
	const place = hookPlaces[name];
	const remedy = name === 'claude' ? fix : `${fix} --for ${name}`;
	const text = readOwnFile(root, place.path);
	if (text === undefined) return `${place.path} is not there. ${remedy}`;
	if (wantedSettings(text, place).text !== text)
		return `${place.path} does not call it for every tool, as it should. ${remedy}`;
	const others = name === 'claude' ? ['.claude/settings.local.json'] : [];
	const off = [place.path, ...others].find((path) => turnsHooksOff(readOwnFile(root, path) ?? '{}', place));
	if (off !== undefined) return `${off} turns all hooks off. Do: take ${switches[name]} out of it.`;
	if (name !== 'codex' || !/^\s*(codex_)?hooks\s*=\s*false/m.test(readOwnFile(root, codexConfig) ?? ''))
		return undefined;
	return `${codexConfig} turns all hooks off. Do: take ${switches[name]} out of it.`;
}

const codexConfig = '.codex/config.toml';

/** How an agent's settings turn its hooks off. */
const switches: Readonly<Record<Dialect['name'], string>> = {
	claude: '`disableAllHooks`',
	codex: '`hooks = false`',
	gemini: '`enabled`, `enableHooks` or `disabled`',
};

function guardTrouble(root: string, packageRoot: string): string | undefined {
	const [guard] = compareFiles(root, [wantedGuard(packageRoot)]);
	if (guard?.state === 'new') return `${guardPath} is not there. ${fix}`;
	if (guard?.state === 'mode') return `${guardPath} has other permissions than 755. ${fix}`;
	return guard?.state === 'changed' ? `${guardPath} is not what this Countersign writes. ${fix}` : undefined;
}

/** What the checkout says may have changed on purpose: only a person makes it count. */
async function controlsTrouble(root: string, packageRoot: string): Promise<string | undefined> {
	const frozen = readFrozenControls(root);
	const today = await freezeControls(root, packageRoot, choiceOf(frozen));
	if (readOwnFile(root, controlsPath) === wantedControls(today).text) return undefined;
	return `configuration, policies or skills have changed since it was installed. It judges by what they were; to take them over, ${fix.replace('Do', 'do')}`;
}

async function firstTrouble(root: string, asked: readonly Dialect[]): Promise<string | undefined> {
	for (const dialect of asked) {
		const trouble = await canaryTrouble(root, dialect);
		if (trouble !== undefined) return asked.length === 1 ? trouble : `for ${dialect.agent} ${trouble}`;
	}
	return undefined;
}

/** A hook that is there and does nothing is worse than none: it is tried on what must not pass, and on what must. */
export async function canaryTrouble(root: string, dialect: Dialect = dialects.claude): Promise<string | undefined> {
	for (const { command, exitCode } of [
		{ command: 'rm -rf /', exitCode: 2 },
		{ command: 'ls', exitCode: 0 },
	]) {
		const { command: line } = hookPlaces[dialect.name].hook;
		// Codex starts its hooks in the folder of the session; the others name the project.
		const cwd = dialect.name === 'codex' ? { cwd: root } : {};
		const answer = await runGuard({ command: line, project: root, ...cwd, input: canaryCall(command, root, dialect) });
		const isSilent = exitCode === 2 && answer.stderr.trim() === '';
		if (answer.exitCode === exitCode && !isSilent) continue;
		const wanted = exitCode === 2 ? 'does not block' : 'does not let pass';
		const said = answer.stderr.trim();
		return `it ${wanted} \`${command}\` (exit code ${answer.exitCode})${said === '' ? '.' : `: ${said}`}`;
	}
	return undefined;
}

function canaryCall(command: string, cwd: string, { event, shellTool }: Dialect): string {
	const call = { session_id: canarySession, cwd, hook_event_name: event, permission_mode: 'default' };
	return JSON.stringify({ ...call, tool_name: shellTool, tool_input: { command } });
}
