export {
	type ApprovalRequest,
	longestRequest,
	type RequestItem,
	requestComment,
} from './approval-request.ts';
export { withoutClosing } from './closing-words.ts';
export { type IncompatibleRun, incompatibleNotice } from './incompatible-notice.ts';
export { logLine } from './log-line.ts';
export {
	incompatibleMarker,
	isRequest,
	isRequestOf,
	progressMarker,
	refusalMarker,
	replyMarker,
	requestMarker,
} from './markers.ts';
export { neutralMarkdown, neutralTitle } from './neutral-markdown.ts';
export { type CallRow, progressComment, publishedHead, type RunView } from './progress.ts';
export { highestId, shownNumbers, withIds } from './request-ids.ts';
export { type StepStatus, type TaskStep, type TaskView, taskFile } from './task-file.ts';
