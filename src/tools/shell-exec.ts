import { z } from 'zod';
import { hostsOf, type JobProxy, type StandingReach, standingReach, type UpstreamProxy } from '../core/index.ts';
import { defaultLimits, plainText, renderCaptured, runSandboxed, type SandboxResult } from '../sandbox/index.ts';
import { limitSentence, mostSeconds } from './limit-sentences.ts';
import { networkSentences, type Reach } from './network-sentences.ts';
import { placeToRead } from './place.ts';
import { count, defineTool, notBegun, refused, wallOf } from './tool.ts';

const longestCommand = 100_000;

/** Runs a command in the sandbox. */
export const shellExec = defineTool({
	name: 'shell_exec',
	description:
		'Run a shell command in the checkout and return its exit code and output. It can reach only hosts that the command itself names and a maintainer approved, over HTTP and HTTPS.',
	args: z.strictObject({ command: z.string(), cwd: z.string().optional(), timeout_seconds: count.optional() }),
	run: async ({ command, cwd = '.', timeout_seconds }, services, { effects }) => {
		if (command.trim() === '') return refused('`command` is empty.');
		if (command.includes('\0')) return refused('`command` holds a NUL byte.');
		if (command.length > longestCommand)
			return refused('`command` is too long. Write a script with file_write and run that.');
		const placed = placeToRead(services, cwd);
		if (!placed.ok) return placed.output;
		if (placed.place.stat?.isDirectory() !== true) return refused(`\`${cwd}\` is not a folder.`);
		const usual = services.sandbox?.limits?.wallSeconds ?? defaultLimits.wallSeconds;
		const wallSeconds = Math.min(timeout_seconds ?? usual, mostSeconds);
		await services.sandbox?.ready;
		const { standing = standingReach({}), outside, jobProxy } = services.sandbox ?? {};
		const { hosts, unknown } = hostsOf(effects, standing.hosts);
		const upstream = upstreamOf(standing, jobProxy);
		const reach: Reach = {
			hosts: [...new Set([...hosts, ...standing.hosts])],
			services: standing.services,
			unknown,
			upstream: upstream.kind,
		};
		const result = await runSandboxed({
			script: command,
			cwd: placed.place.path,
			workspace: services.workspace.root,
			...wallOf(services.sandbox),
			limits: { ...services.sandbox?.limits, wallSeconds },
			network: {
				hosts: reach.hosts,
				privateHosts: standing.privateHosts.map(({ host }) => host),
				services: reach.services,
				...(upstream.kind === 'used' ? { upstream: upstream.proxy } : {}),
				...(outside === undefined ? {} : { outside }),
			},
		});
		if (result.open !== undefined) return notBegun(result.open);
		return { ok: result.exitCode === 0, text: renderResult(result, reach) };
	},
});

type Upstream =
	| { readonly kind: 'used'; readonly proxy: UpstreamProxy }
	| { readonly kind: Exclude<Reach['upstream'], 'used'> };

/** Returns whether commands use the job's own proxy, and why not. */
function upstreamOf({ upstreamProxy }: StandingReach, jobProxy: JobProxy | undefined): Upstream {
	if (upstreamProxy !== true) return { kind: jobProxy === undefined ? 'none' : 'unused' };
	if (jobProxy === undefined || jobProxy === 'malformed') return { kind: 'missing' };
	return { kind: 'used', proxy: jobProxy };
}

function renderResult(result: SandboxResult, reach: Reach): string {
	const output = plainText(renderCaptured(result.output)).trimEnd();
	const seconds = (result.durationMs / 1000).toFixed(1);
	const limit = limitSentence(result, output);
	const notes = [
		...(result.exceeded === undefined ? [`exit code ${result.exitCode} after ${seconds} s`] : []),
		...(limit === undefined ? [] : [limit]),
		...networkSentences(result, reach, output),
	];
	return [output === '' ? '(no output)' : output, ...notes.map((note) => `[${note}]`)].join('\n');
}
