export {
	type AppToken,
	actingClient,
	type Incoming,
	type RequestPort,
	readClientPayload,
	readEvent,
	revokeToken,
} from '../github/index.ts';
export { actAsApp } from './act-as-app.ts';
export type { SignStatement, Statement } from './attest.ts';
export type { JobResult } from './close-up.ts';
export { type CommandRoom, checkoutTokenWarning, type Machine, openCommandRoom, thisMachine } from './command-room.ts';
export { type Desk, type DeskOptions, type GitHubDesk, setUpDesk } from './desk.ts';
export { handle } from './job.ts';
export { jobToolchain } from './job-toolchain.ts';
export { loadWholeProgram } from './load-whole-program.ts';
export { proceed } from './proceed.ts';
export { type FileProposal, type ProposedFile, proposeFile } from './propose-file.ts';
export { dryRunRule } from './reading-gate.ts';
export { type SweepDesk, type Swept, sweep } from './sweep.ts';
export { openSweepDesk, type SweepOptions } from './sweep-desk.ts';
