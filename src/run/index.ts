export { teamsOf as teamsNamed } from '../approvals/index.ts';
export { offOutcome } from './answer-words.ts';
export { manifestDigest, treeOf } from './checkpoint.ts';
export { conclude } from './conclude.ts';
export { type Controls, type ControlTexts, controlsOf, readControls } from './controls.ts';
export { shownFiles } from './delivered-evidence.ts';
export { findRun, namedIds } from './find-run.ts';
export { loadLabelled } from './load-labelled.ts';
export { codeOwnersOf } from './needs.ts';
export { nextStep, type Step } from './next-step.ts';
export { openHeld } from './open-held.ts';
export {
	type Begun,
	journalSchema,
	type Opened,
	type OpenOptions,
	type OpenRun,
	openRun,
	runIdOf,
	stateOf,
} from './open-run.ts';
export { maxIdleRounds } from './progress.ts';
export { stateOfPull } from './pull-change.ts';
export { isOfFork } from './remembrance.ts';
export { type ReportSource, reportOf } from './report-of.ts';
export { beginningView, requestViews } from './request-views.ts';
export { run } from './run.ts';
export { headerOf } from './stage.ts';
export { askStarted } from './started-checks.ts';
export { apply, type CallState, emptyState, openCalls, replay, type State } from './state.ts';
export { statusOf } from './status.ts';
export { taskOf } from './task-view.ts';
export { timelineOf } from './timeline-view.ts';
export { leavesWork, wordsOfWork } from './undelivered.ts';
export { viewOf } from './view.ts';
export { vouchIn } from './vouch.ts';
export { isDue, type Wait, waitsOf } from './waits.ts';
export { unprovenWords } from './walls.ts';
