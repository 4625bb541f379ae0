export { type Html, html } from './html/html.ts';
export { reportPage } from './html/page.ts';
export { baseStyles } from './html/styles.ts';
export type {
	AskedRow,
	JournalCheck,
	ReportCall,
	ReportStep,
	ReportView,
	RequestCost,
	ShownText,
} from './report-view.ts';
export { type ApprovalRequest, postedAs, type RequestComment, requestComments } from './requests/approval-request.ts';
export { type ApprovalsView, approvalsText, type WaitingRow } from './requests/approvals-issue.ts';
export { type AskedCount, hostRule, type Spared } from './requests/asked-words.ts';
export { capAmount, capSetting, capsMoney, capUnit, type ShownRaise } from './requests/budget-words.ts';
export { changesText } from './requests/changes-text.ts';
export {
	type DecidedItem,
	decidedPart,
	decidedRequest,
	openRequest,
	replacedRequest,
} from './requests/decided-request.ts';
export type { FileWriter, ShownDelivered, ShownDelivery, ShownState } from './requests/delivered-file.ts';
export { fileDiff, rawHunks } from './requests/file-diff.ts';
export type { ShownPlan } from './requests/plan-words.ts';
export { allNumbers, highestId, requestLines, shownBindings } from './requests/request-facts.ts';
export type { RequestItem, ShownChange, ShownDeclared, ShownScript } from './requests/request-item.ts';
export {
	type BeginningView,
	beginningSnapshot,
	type RequestView,
	requestSnapshot,
} from './requests/request-snapshot.ts';
export { whoMay } from './requests/who-may.ts';
export { furtherAnswers } from './status/answer-parts.ts';
export { checkText } from './status/check-text.ts';
export { withoutClosing } from './status/closing-words.ts';
export { dollars, type ModelCost, totalUsd } from './status/cost-words.ts';
export { helpText, spokenCommands } from './status/help-text.ts';
export { incompatibleNotice } from './status/incompatible-notice.ts';
export { keptWords, notKeptWords, type PatchPlace } from './status/kept-work.ts';
export { progressComment } from './status/progress.ts';
export type { CallRow, GrantRow, RunView, WaitRow } from './status/run-view.ts';
export { standingRuns, standingText, withRun } from './status/standing-issue.ts';
export { standingPullRequest } from './status/standing-pull-request.ts';
export { type RunStatus, statusText, type UnreadRun } from './status/status-comment.ts';
export { type StepStatus, type TaskStep, type TaskView, taskFile } from './status/task-file.ts';
export { type Timeline, timeline } from './status/timeline.ts';
export type { TimelineItem } from './status/timeline-items.ts';
export { logLine } from './text/log-line.ts';
export {
	answerMarker,
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
	progressWith,
	publishedHead,
	pullRequestMarker,
	refusalMarker,
	replyMarker,
	requestMarker,
	requestName,
	reviewReplyMarker,
	staleButtonMarker,
	unbegunMarker,
} from './text/markers.ts';
export { neutralLine, neutralMarkdown, neutralTitle } from './text/neutral-markdown.ts';
export { spelledAgain, spelledUnseen, valueSpan } from './text/spelled.ts';
