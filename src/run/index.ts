export { teamsOf as teamsNamed } from '../approvals/index.ts';
export { stateOfPull } from './answers/pull-change.ts';
export { vouchIn } from './answers/vouch.ts';
export { isDue, type Wait, waitsOf } from './answers/waits.ts';
export { shownFiles } from './calls/delivered-evidence.ts';
export { codeOwnersOf } from './calls/needs.ts';
export { unprovenWords } from './calls/walls.ts';
export { type Controls, controlsOf, readControls } from './context/controls.ts';
export { isOfFork } from './context/remembrance.ts';
export { nextStep } from './loop/next-step.ts';
export { run } from './loop/run.ts';
export { manifestDigest, treeOf } from './open/checkpoint.ts';
export { conclude } from './open/conclude.ts';
export { findRun, namedIds } from './open/find-run.ts';
export { loadLabelled } from './open/load-labelled.ts';
export { openHeld } from './open/open-held.ts';
export {
	type Begun,
	type Opened,
	type OpenRun,
	openRun,
	runIdOf,
	stateOf,
} from './open/open-run.ts';
export { leavesWork, unapprovedFiles, wordsOfWork } from './open/undelivered.ts';
export { headerOf } from './stage.ts';
export { offOutcome } from './state/answer-words.ts';
export { replay } from './state/apply.ts';
export { openCalls } from './state/open-calls.ts';
export { maxIdleRounds } from './state/progress.ts';
export { type RunJournal, type RunRecord, recordOf } from './state/run-journal.ts';
export { emptyState, type State } from './state/state.ts';
export { reportOf } from './views/report-of.ts';
export { beginningView, requestViews } from './views/request-views.ts';
export { askStarted } from './views/started-checks.ts';
export { statusOf } from './views/status.ts';
export { taskOf } from './views/task-view.ts';
export { timelineOf } from './views/timeline-view.ts';
export { viewOf } from './views/view.ts';
