export { type ApprovalRequest, type RequestItem, requestComment } from './approval-request.ts';
export { neutral } from './markdown.ts';
export { isRequest, progressMarker, refusalMarker, replyMarker, requestMarker } from './markers.ts';
export { type CallRow, progressComment, type RunView } from './progress.ts';
