import { sha256, type ToolContext } from '../core/index.ts';
import type { ToolServices } from './tool.ts';

/** Returns the marker by which an effect is found again. The call's id comes from a model, so the marker holds only its digest. */
export function markerOf(kind: string, services: ToolServices, context: ToolContext): string {
	return `countersign:${kind}:${services.run}:${sha256(`${services.run}\n${context.callId}`).slice(0, 16)}`;
}
