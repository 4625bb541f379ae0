import { realpathSync } from 'node:fs';
import { asCountersignError } from '../core/index.ts';
import { runGuard } from '../sandbox/index.ts';
import { canarySession } from './canary-session.ts';
import { readCommandLine, type Surroundings } from './command-line.ts';
import { freezeControls } from './freeze-controls.ts';
import { controlsPath, readFrozenControls } from './frozen-controls.ts';
import { guardPath } from './guard-script.ts';
import { compareFiles, readOwnFile } from './hook-files.ts';
import { choiceOf, wantedControls, wantedGuard, wantedSettings } from './hook-parts.ts';
import { guardHook, settingsPath, turnsHooksOff } from './hook-settings.ts';

/** One thing that was looked at. */
export interface HookFinding {
	readonly ok: boolean;
	readonly text: string;
}

const fix = 'Do: countersign hook install';

/** `countersign hook check`: whether the hook stands as it was installed and does what it is for; exits 1 when it does not. Changes nothing. */
export async function hookCheck(args: readonly string[], surroundings: Surroundings): Promise<number> {
	const { values } = readCommandLine(args, { root: { type: 'string' } });
	const findings = await examineHook(values.root ?? surroundings.cwd, surroundings.packageRoot);
	for (const { ok, text } of findings) surroundings.print(`${ok ? 'ok ' : 'not'} ${text}`);
	return findings.every(({ ok }) => ok) ? 0 : 1;
}

/** Everything that is to be said of the hook of a checkout. */
export async function examineHook(folder: string, packageRoot: string): Promise<readonly HookFinding[]> {
	const root = realpathSync(folder);
	return [
		await finding('hook: Claude Code calls it for every tool', () => settingsTrouble(root)),
		await finding('hook: its guard is as it was written', () => guardTrouble(root, packageRoot)),
		await finding('hook: it judges by what the checkout says', () => controlsTrouble(root, packageRoot)),
		await finding('hook: it blocks `rm -rf /`, and lets `ls` pass', () => canaryTrouble(root)),
	];
}

/** Whether a checkout has a hook of ours, whole or not. */
export function hasHook(root: string): boolean {
	try {
		return readOwnFile(root, guardPath) !== undefined || readOwnFile(root, settingsPath)?.includes(guardPath) === true;
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

function settingsTrouble(root: string): string | undefined {
	const text = readOwnFile(root, settingsPath);
	if (text === undefined) return `${settingsPath} is not there. ${fix}`;
	if (wantedSettings(text).text !== text)
		return `${settingsPath} does not call it for every tool, as it should. ${fix}`;
	const local = '.claude/settings.local.json';
	const off = [settingsPath, local].find((path) => turnsHooksOff(readOwnFile(root, path) ?? '{}'));
	return off === undefined ? undefined : `${off} turns all hooks off. Do: take \`disableAllHooks\` out of it.`;
}

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

/** A hook that is there and does nothing is worse than none: it is tried on what must not pass, and on what must. */
export async function canaryTrouble(root: string): Promise<string | undefined> {
	for (const { command, exitCode } of [
		{ command: 'rm -rf /', exitCode: 2 },
		{ command: 'ls', exitCode: 0 },
	]) {
		const answer = await runGuard(guardHook.command, root, canaryCall(command, root));
		if (answer.exitCode === exitCode) continue;
		const wanted = exitCode === 2 ? 'does not block' : 'does not let pass';
		const said = answer.stderr.trim();
		return `it ${wanted} \`${command}\` (exit code ${answer.exitCode})${said === '' ? '.' : `: ${said}`}`;
	}
	return undefined;
}

function canaryCall(command: string, cwd: string): string {
	const call = { session_id: canarySession, cwd, hook_event_name: 'PreToolUse', permission_mode: 'default' };
	return JSON.stringify({ ...call, tool_name: 'Bash', tool_input: { command } });
}
