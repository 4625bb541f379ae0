export { furtherAnswers } from './answer-parts.ts';
export { type ApprovalRequest, requestComments } from './approval-request.ts';
export { type ApprovalsView, approvalsText, type WaitingRow } from './approvals-issue.ts';
export { type AskedCount, hostRule, type Spared } from './asked-words.ts';
export { capAmount, capSetting, capsMoney, capUnit, type ShownRaise } from './budget-words.ts';
export { changesText } from './changes-text.ts';
export { checkText } from './check-text.ts';
export { withoutClosing } from './closing-words.ts';
export { costWords, dollars, type ModelCost, totalUsd } from './cost-words.ts';
export { type DecidedItem, decidedPart, decidedRequest, openRequest } from './decided-request.ts';
export type { FileWriter, ShownDelivered, ShownDelivery, ShownState } from './delivered-file.ts';
export { type FileChange, fileDiff, rawHunks } from './file-diff.ts';
export { helpText, spokenCommands } from './help-text.ts';
export { type Html, html } from './html/html.ts';
export { reportPage } from './html/page.ts';
export { baseStyles } from './html/styles.ts';
export { type IncompatibleRun, incompatibleNotice } from './incompatible-notice.ts';
export { keptWords, notKeptWords, type PatchPlace } from './kept-work.ts';
export { logLine } from './log-line.ts';
export {
	answerMarker,
	endsWithMarker,
	givenUpMarker,
	incompatibleMarker,
	isRequest,
	isRequestOf,
	newestRequestOf,
	outageMarker,
	ownerMarker,
	partMarker,
	partOf,
	progressMarker,
	pullRequestMarker,
	refusalMarker,
	replyMarker,
	requestMarker,
	reviewReplyMarker,
	staleButtonMarker,
} from './markers.ts';
export { neutralLine, neutralMarkdown, neutralTitle } from './neutral-markdown.ts';
export type { ShownPlan } from './plan-words.ts';
export { type ProgressStyle, progressComment, publishedHead } from './progress.ts';
export type {
	AskedRow,
	JournalCheck,
	ReportCall,
	ReportStep,
	ReportView,
	RequestCost,
	ShownText,
} from './report-view.ts';
export { allNumbers, highestId, shownBindings, shownNumbers, withIds } from './request-ids.ts';
export type { RequestItem, ShownChange, ShownDeclared, ShownScript } from './request-item.ts';
export { type BeginningView, beginningSnapshot, type RequestView, requestSnapshot } from './request-snapshot.ts';
export type { CallRow, GrantRow, RunView, WaitRow } from './run-view.ts';
export { spelledAgain, spelledUnseen, valueSpan } from './spelled.ts';
export { type StandingPlace, standingRuns, standingText, withRun } from './standing-issue.ts';
export { type StandingRule, standingPullRequest } from './standing-pull-request.ts';
export { type RunStatus, statusText, type UnreadRun } from './status-comment.ts';
export { type StepStatus, type TaskStep, type TaskView, taskFile } from './task-file.ts';
export { type Timeline, timeline } from './timeline.ts';
export type { TimelineItem } from './timeline-items.ts';
export { whoMay } from './who-may.ts';
