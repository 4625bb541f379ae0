export {
	type AppToken,
	actingClient,
	type RequestPort,
	readClientPayload,
	readEvent,
	revokeToken,
} from '../github/index.ts';
export { actAsApp } from './act-as-app.ts';
export {
	type CommandSupport,
	checkoutTokenWarning,
	type Machine,
	openCommandSupport,
	thisMachine,
} from './command-support.ts';
export { createJobContext } from './create-job-context.ts';
export { handle } from './job.ts';
export type {
	GitHubJobContext,
	JobContext,
	JobFacts,
	JobMachine,
	JobPorts,
	SignStatement,
	Statement,
} from './job-context.ts';
export type { JobResult } from './job-result.ts';
export { jobToolchain } from './job-toolchain.ts';
export { loadWholeProgram } from './load-whole-program.ts';
export { proceed } from './proceed.ts';
export { type ProposedFile, proposeFile } from './propose-file.ts';
export { dryRunRule } from './reading-gate.ts';
export { type SweepContext, sweep } from './sweep.ts';
export { openSweepContext } from './sweep-context.ts';
