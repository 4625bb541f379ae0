import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { configPath, type RepositoryConfig, readRepositoryConfig, readToolPlaces } from '../../config/index.ts';
import { CountersignError, type ProgramTried, type Toolchain } from '../../core/index.ts';
import { jobToolchain } from '../../job/index.ts';
import {
	detectStack,
	dryRunOf,
	type Finding,
	fine,
	lacking,
	programsOf,
	readStackFacts,
	skipped,
	tryTestPrograms,
} from '../../readiness/index.ts';
import { plainText, probeSandbox, renderCaptured, runSandboxed } from '../../sandbox/index.ts';
import { readTextFile } from '../judging/local-controls.ts';

/**
 * Checks whether the project's tests can start in the sandbox of this machine. The programs in the test commands must print their version.
 * If a tool can list tests without running them, the check does that, too. The checkout is read-only.
 */
export async function programFindings(root: string, env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
	const { tests } = detectStack(readStackFacts(root));
	const [test] = tests;
	if (test === undefined) return [skipped('tests: no file at the top of this checkout shows how to run them')];
	// Another finding says why the sandbox is missing.
	if (!(await probeSandbox()).ok) return [skipped(`tests: \`${test}\` was not tested, because there is no sandbox`)];
	const places = { tools: readToolPlaces(env, homedir()), workspace: root, temporary: tmpdir() };
	const toolchain = jobToolchain(places, configuredTools(root));
	const found = await tryTestPrograms(programsOf(tests), { workspace: root, toolchain }, 'person');
	const isReady = found.every(({ version }) => version !== undefined);
	return [...found.map(findingOf), ...(isReady ? await dryRunFindings(test, root, toolchain) : [])];
}

/** Returns the tools of the configuration, or none if it is invalid. Another finding already reports an invalid configuration. */
function configuredTools(root: string): Pick<RepositoryConfig, 'tools' | 'env'> {
	const path = join(root, configPath);
	try {
		return readRepositoryConfig(existsSync(path) ? readTextFile(path) : undefined);
	} catch (error) {
		if (!(error instanceof CountersignError)) throw error;
		return { tools: [], env: {} };
	}
}

function findingOf({ name, version, why = '', fix = '' }: ProgramTried): Finding {
	if (version !== undefined) return fine(`tests: \`${name}\` runs in the sandbox (${version})`);
	return lacking(`tests: \`${name}\` does not run in the sandbox: ${why}`, fix);
}

const wallSeconds = 60;

async function dryRunFindings(test: string, workspace: string, toolchain: Toolchain): Promise<readonly Finding[]> {
	const script = dryRunOf(test);
	if (script === undefined) return [];
	const result = await runSandboxed({ script, workspace, readOnly: true, toolchain, limits: { wallSeconds } });
	if (result.exitCode === 0) return [fine(`tests: \`${script}\` finds them in the sandbox`)];
	const lines = plainText(renderCaptured(result.output))
		.split('\n')
		.filter((line) => line.trim() !== '');
	const said = result.timedOut ? `no result in ${wallSeconds} seconds` : (lines.at(-1) ?? 'no output');
	return [
		skipped(`tests: \`${script}\` does not work here yet (${said.slice(0, 200)}); a run performs \`setup\` first`),
	];
}
