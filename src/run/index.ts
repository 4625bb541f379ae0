export { conclude } from './conclude.ts';
export { type Controls, type ControlTexts, controlsOf, readControls } from './controls.ts';
export { findRun } from './find-run.ts';
export { nextStep, type Step } from './next-step.ts';
export { type Begun, journalSchema, type Opened, type OpenOptions, openRun, runIdOf, stateOf } from './open-run.ts';
export { run } from './run.ts';
export { headerOf } from './stage.ts';
export { apply, type CallState, emptyState, openCalls, replay, type State } from './state.ts';
export { viewOf } from './view.ts';
