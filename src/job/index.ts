export { type RequestPort, readEvent } from '../github/index.ts';
export type { JobResult } from './close-up.ts';
export { type CommandRoom, checkoutTokenWarning, type Machine, openCommandRoom } from './command-room.ts';
export { type DeskOptions, setUpDesk } from './desk.ts';
export { handle } from './job.ts';
export { loadWholeProgram } from './load-whole-program.ts';
export { type FileProposal, type ProposedFile, proposeFile } from './propose-file.ts';
export { type SweepDesk, type Swept, sweep } from './sweep.ts';
export { openSweepDesk, type SweepOptions } from './sweep-desk.ts';
