import { sha256, type ToolContext } from '../core/index.ts';
import type { Bench } from './tool.ts';

/** By what an effect is found again. The call's id comes from a model, so only its digest is written. */
export function markerOf(kind: string, bench: Bench, context: ToolContext): string {
	return `countersign:${kind}:${bench.run}:${sha256(`${bench.run}\n${context.callId}`).slice(0, 16)}`;
}
