import type { Answer } from './answers.ts';
import type { PlantName } from './plants.ts';
import type { StepName } from './steps.ts';

type Row = Readonly<Record<StepName, Answer>>;

/** No contained call can create it, so no step is affected. */
const stopped: Row = {
	status: 'wall',
	diff: 'wall',
	fileList: 'wall',
	fileSearch: 'wall',
	fileRead: 'wall',
	snapshot: 'wall',
	delivery: 'wall',
	restore: 'wall',
	workTree: 'wall',
	setup: 'wall',
	signedCall: 'wall',
	mcpServer: 'wall',
	skill: 'wall',
	nextCall: 'wall',
	report: 'wall',
	memory: 'wall',
	sweep: 'wall',
};

/** A change that is saved with the run: a request names it, and setup and other runs do not get it. */
const travels: Row = {
	status: 'inert',
	diff: 'inert',
	fileList: 'inert',
	fileSearch: 'inert',
	fileRead: 'inert',
	snapshot: 'inert',
	delivery: 'inert',
	restore: 'inert',
	workTree: 'inert',
	setup: 'removed',
	signedCall: 'shown',
	mcpServer: 'wall',
	skill: 'wall',
	nextCall: 'wall',
	report: 'inert',
	memory: 'inert',
	sweep: 'removed',
};

/** A file that is not saved: git ignores it, its name looks like a credential, or it is no ordinary file. */
const staysBehind: Row = { ...travels, signedCall: 'removed' };

/** What each plant changes for each trusted step. If a cell is missing, this does not compile. */
export const table: Readonly<Record<PlantName, Row>> = {
	gitHooks: stopped,
	gitConfig: stopped,
	infoAttributes: stopped,
	infoExclude: stopped,
	alternates: stopped,
	homeNpmrc: stopped,
	homeGitconfig: stopped,
	homeStartup: stopped,
	temporaryFile: stopped,
	sharedMemory: stopped,
	device: stopped,
	background: stopped,
	attributesDiff: travels,
	attributesEncoding: travels,
	gitmodules: travels,
	npmrcTracked: travels,
	pnpmfile: travels,
	programsAtTop: travels,
	lifecycleScripts: travels,
	pythonStartup: travels,
	ripgrep: travels,
	linkOutside: travels,
	linkLoop: travels,
	nameWithNewline: travels,
	npmrcNew: staysBehind,
	npmrcIgnored: staysBehind,
	yarnPath: staysBehind,
	envrc: staysBehind,
	credential: staysBehind,
	binOfModules: staysBehind,
	closedFolder: staysBehind,
	fifo: staysBehind,
	socket: staysBehind,
	folderInPlace: { ...staysBehind, restore: 'refused' },
	attributesFilter: travels,
	nestedRepository: staysBehind,
	sparse: staysBehind,
};
